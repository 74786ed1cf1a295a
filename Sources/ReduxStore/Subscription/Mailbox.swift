import Synchronization

/// Holds the newest of the values posted until it is taken, and leaves out repeats of the one that was taken last.
final class Mailbox<Value: Sendable>: Sendable {
  private struct Contents {
    var newest: Value?
    var taken: Value?
    /// How many values were put in.
    var posts = 0
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
    // While nothing is inside, what was taken last stays the same.
    if before.newest == nil, let taken = before.taken, isRepeat(taken, value) { return false }
    let previous = contents.withLock { contents in
      let previous = contents.newest
      contents.newest = value
      contents.posts += 1
      return previous
    }
    return previous == nil
  }

  /// Takes the value out; `nil` if there is none, or it is a repeat.
  func take() -> Value? {
    while true {
      let before = contents.withLock { $0 }
      guard let value = before.newest else { return nil }
      let isTakenAgain = before.taken.map { isRepeat($0, value) } ?? false
      // What comes out is let go outside the lock: it may own objects whose `deinit` calls the store.
      let old = contents.withLock { contents -> Contents? in
        guard contents.posts == before.posts else { return nil }
        let old = contents
        contents.newest = nil
        if !isTakenAgain { contents.taken = value }
        return old
      }
      if old != nil { return isTakenAgain ? nil : value }
    }
  }
}
