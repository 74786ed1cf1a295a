/// The values of a part of a store's presented state, as an asynchronous sequence: the current one, then changes.
///
/// The sequence gives the newest value, not every value: it skips values replaced before the consumer asked for them, so a
/// slow consumer never falls behind and nothing piles up. It also skips repeats of the value given last.
///
/// Each iterator has its own subscription, which ends with the iterator. The iteration ends when its task is cancelled or
/// the store is released. The sequence keeps the store alive; an iterator does not.
public struct StateValues<Value: Sendable>: AsyncSequence, Sendable {
  /// The sequence never fails.
  public typealias Failure = Never

  /// Subscribes to the part of the state, starting with its current value and skipping nothing; keeps the store alive.
  let subscribe: @Sendable (_ receive: @escaping @Sendable (Value) -> Void) -> Subscription
  let isDuplicate: @Sendable (Value, Value) -> Bool

  /// Subscribes to the store, starting with its current state.
  public func makeAsyncIterator() -> Iterator {
    let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let end = StreamEnd(continuation: continuation)
    let mailbox = Mailbox(isRepeat: isDuplicate)
    let subscription = subscribe { value in
      if mailbox.post(value) { end.continuation.yield() }
    }
    return Iterator(arrivals: arrivals.makeAsyncIterator(), mailbox: mailbox, subscription: subscription)
  }

  /// Gives the newest value not yet given.
  public struct Iterator: AsyncIteratorProtocol {
    /// Yields when a value may be in the mailbox.
    private var arrivals: AsyncStream<Void>.AsyncIterator
    private let mailbox: Mailbox<Value>
    private let subscription: Subscription

    init(arrivals: AsyncStream<Void>.AsyncIterator, mailbox: Mailbox<Value>, subscription: Subscription) {
      self.arrivals = arrivals
      self.mailbox = mailbox
      self.subscription = subscription
    }

    /// Waits for the next value; `nil` when the task is cancelled or the store is gone.
    public mutating func next() async -> Value? {
      await next(isolation: #isolation)
    }

    /// Waits for the next value, without leaving the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      while await arrivals.next(isolation: actor) != nil {
        if let value = mailbox.take() { return value }
      }
      return nil
    }
  }
}

/// Ends a stream when its last writer is released: a continuation that is merely dropped leaves the reader waiting.
private final class StreamEnd: Sendable {
  let continuation: AsyncStream<Void>.Continuation

  init(continuation: AsyncStream<Void>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }
}
