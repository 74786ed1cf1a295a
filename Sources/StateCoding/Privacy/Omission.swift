/// The state of leaving a volatile value out of a hash; it ends with the value.
struct Omission {
  /// The number of open containers of the value.
  var level = 0
}

extension EncodingSink {
  /// Leaves the value that comes next out of the hash.
  mutating func leaveOut() {
    guard omission == nil else { return }
    hash.leaveOut()
    omission = Omission()
  }

  /// Skips a scalar, or any value as a whole.
  mutating func takeLeftOut() {
    if omission?.level == 0 { omission = nil }
  }

  /// Skips a value that provides its hash; `false` if nothing is being left out.
  mutating func isLeftOut() -> Bool {
    guard mask == nil, omission != nil else { return false }
    takeLeftOut()
    return true
  }

  mutating func beginLeftOut() {
    guard let level = omission?.level else { return }
    omission?.level = level + 1
    hash.note(depth: level + 1)
  }

  mutating func endLeftOut() {
    omission?.level -= 1
    takeLeftOut()
  }
}
