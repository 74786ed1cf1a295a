/// The values of a part of a store's presented state, as an asynchronous sequence: the current one, then each change.
///
/// The sequence gives the newest value, not every value: one that was replaced before the consumer asked for it is
/// skipped, so a slow consumer never falls behind and nothing piles up. A repeat of the value that was given last is skipped,
/// too. Each iterator has a subscription of its own, which ends with the iterator. The iteration ends when its task is cancelled or the store
/// is released; the sequence keeps the store alive, an iterator does not.
public struct StateValues<Value: Sendable>: AsyncSequence, Sendable {
  /// The sequence never fails.
  public typealias Failure = Never

  /// Subscribes to the part of the state, from its current value on and without leaving anything out; keeps the store alive.
  let subscribe: @Sendable (_ receive: @escaping @Sendable (Value) -> Void) -> Subscription
  let isDuplicate: @Sendable (Value, Value) -> Bool

  /// Subscribes to the store, from its current state on.
  public func makeAsyncIterator() -> Iterator {
    let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let end = StreamEnd(continuation: continuation)
    let mailbox = Mailbox(isRepeat: isDuplicate)
    let subscription = subscribe { value in
      if mailbox.post(value) { end.continuation.yield() }
    }
    return Iterator(arrivals: arrivals.makeAsyncIterator(), mailbox: mailbox, subscription: subscription)
  }

  /// Gives the newest value that has not been given yet.
  public struct Iterator: AsyncIteratorProtocol {
    /// Tells that there may be a value in the mailbox.
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

/// Ends a stream when nobody can yield to it any more: a continuation that is merely dropped leaves its reader waiting.
private final class StreamEnd: Sendable {
  let continuation: AsyncStream<Void>.Continuation

  init(continuation: AsyncStream<Void>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }
}
