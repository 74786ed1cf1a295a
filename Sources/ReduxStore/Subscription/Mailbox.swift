import Synchronization

/// Holds the newest posted value until it is taken, and drops repeats of the value taken last.
final class Mailbox<Value: Sendable>: Sendable {
  private struct Contents {
    var newest: Value?
    var taken: Value?
    /// Whether a caller of `take()` is comparing a value that may become `taken`.
    var isTaking = false
  }

  private let contents = Mutex(Contents())
  private let isRepeat: @Sendable (_ taken: Value, _ next: Value) -> Bool

  init(isRepeat: @escaping @Sendable (_ taken: Value, _ next: Value) -> Bool) {
    self.isRepeat = isRepeat
  }

  /// Replaces the value inside. Returns whether the mailbox was empty, so that the reader must be notified. Only one thread
  /// at a time may call it.
  func post(_ value: Value) -> Bool {
    let before = contents.withLock { $0 }
    // While the mailbox is empty, `take()` changes nothing, and `taken` stays the same.
    if before.newest == nil, !before.isTaking, let taken = before.taken, isRepeat(taken, value) { return false }
    let previous = contents.withLock { contents in
      let previous = contents.newest
      contents.newest = value
      return previous
    }
    return previous == nil
  }

  /// Takes the value out; `nil` if the mailbox is empty or the value is a repeat. Only one thread at a time may call it.
  func take() -> Value? {
    let (next, last) = contents.withLock { contents in
      let next = contents.newest
      contents.newest = nil
      contents.isTaking = next != nil
      return (next, contents.taken)
    }
    guard let next else { return nil }
    // Comparing may take long: a value posted meanwhile waits for the next call.
    let isTakenAgain = last.map { isRepeat($0, next) } ?? false
    contents.withLock { contents in
      contents.isTaking = false
      if !isTakenAgain { contents.taken = next }
    }
    // The previous value is released here, outside the lock: it may own objects whose `deinit` calls the store.
    return withExtendedLifetime(last) { isTakenAgain ? nil : next }
  }
}
