/// What takes the place of the sink while a volatile value is encoded for a hash, which has no part in it.
///
/// It ends with the value that it was begun for.
struct Omission {
  /// How many containers of the value are open.
  var level = 0
}

extension EncodingSink {
  /// Leaves the value that comes next out of the hash.
  mutating func leaveOut() {
    guard omission == nil else { return }
    hash.leaveOut()
    omission = Omission()
  }

  /// Takes a scalar that is left out, or any value as a whole.
  mutating func takeLeftOut() {
    if omission?.level == 0 { omission = nil }
  }

  /// Takes a value that keeps its hash, if it is left out.
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
