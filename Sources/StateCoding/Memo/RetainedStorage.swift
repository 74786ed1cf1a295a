import SystemSupport

/// A dictionary or set that is retained if it seems to stay as it is, so that the same storage means that nothing changed.
///
/// Storage with two owners isn't written in place. The app's next change copies it, so this must save more than a copy.
struct RetainedStorage<Storage> {
  private var retained: Storage?
  /// The number of states in a row in which nothing changed.
  private var unchanged = 0

  /// The number of comparisons that take as long as a copy.
  private let comparisonsPerCopy: Int

  init(comparisonsPerCopy: Int) { self.comparisonsPerCopy = comparisonsPerCopy }

  /// Whether a collection is the retained one; otherwise, lets go of that.
  mutating func isSame(as storage: Storage) -> Bool {
    guard let retained else { return false }
    let isSame = withUnsafeBytes(of: retained) { mine in
      withUnsafeBytes(of: storage) { Platform.areEqual(mine, $0) }
    }
    if !isSame { self.retained = nil }
    return isSame
  }

  /// Notes whether a collection equals that of the last state.
  mutating func note(isUnchanged: Bool, _ storage: Storage) {
    unchanged = isUnchanged ? unchanged &+ 1 : 0
    if unchanged >= comparisonsPerCopy { retained = storage }
  }
}
