import Synchronization

/// Holds the newest of the values posted until it is taken.
final class Mailbox<Value: Sendable>: Sendable {
  private let newest = Mutex<Value?>(nil)

  /// Puts in a value in place of the one inside, and returns whether there was none, so that somebody must be told.
  func post(_ value: Value) -> Bool {
    let previous = newest.withLock { inside in
      let previous = inside
      inside = value
      return previous
    }
    return previous == nil
  }

  /// Takes the value out.
  func take() -> Value? {
    newest.withLock { $0.take() }
  }
}
