import Synchronization

/// Holds the newest of the values posted until it is taken, and leaves out repeats of the one that was taken last.
final class Mailbox<Value: Sendable>: Sendable {
  private struct Contents {
    var newest: Value?
    var taken: Value?
    /// Whether a value is out that may become the one that was taken last.
    var isTaking = false
  }

  private let contents = Mutex(Contents())
  private let isRepeat: @Sendable (_ taken: Value, _ next: Value) -> Bool

  init(isRepeat: @escaping @Sendable (_ taken: Value, _ next: Value) -> Bool) {
    self.isRepeat = isRepeat
  }

  /// Puts in a value in place of the one inside, and returns whether there was none, so that somebody must be told. Called
  /// by one thread at a time.
  func post(_ value: Value) -> Bool {
    let before = contents.withLock { $0 }
    // While nothing is inside, nobody takes anything, and what was taken last stays the same.
    if before.newest == nil, !before.isTaking, let taken = before.taken, isRepeat(taken, value) { return false }
    let previous = contents.withLock { contents in
      let previous = contents.newest
      contents.newest = value
      return previous
    }
    return previous == nil
  }

  /// Takes the value out; `nil` if there is none, or it is a repeat. Called by one thread at a time.
  func take() -> Value? {
    let (next, last) = contents.withLock { contents in
      let next = contents.newest
      contents.newest = nil
      contents.isTaking = next != nil
      return (next, contents.taken)
    }
    guard let next else { return nil }
    // Comparing takes as long as it takes: what is posted meanwhile waits for the next call.
    let isTakenAgain = last.map { isRepeat($0, next) } ?? false
    contents.withLock { contents in
      contents.isTaking = false
      if !isTakenAgain { contents.taken = next }
    }
    // The value before is let go here, outside the lock: it may own objects whose `deinit` calls the store.
    return withExtendedLifetime(last) { isTakenAgain ? nil : next }
  }
}
