/// The values of a part of a store's presented state, as an asynchronous sequence: the current one, then each change.
///
/// The sequence gives the newest value, not every value: one that was replaced before the consumer asked for it is
/// skipped, so a slow consumer never falls behind and nothing piles up. No value comes twice in a row. Each iterator has
/// a subscription of its own, which ends with the iterator. The iteration ends when its task is cancelled or the store
/// is released; the sequence keeps the store alive, an iterator does not.
public struct StateValues<Value: Sendable>: AsyncSequence, Sendable {
  /// The sequence never fails.
  public typealias Failure = Never

  /// Subscribes to the part of the state, from its current value on; keeps the store alive.
  let subscribe: @Sendable (_ receive: @escaping @Sendable (Value) -> Void) -> Subscription
  let isDuplicate: @Sendable (Value, Value) -> Bool

  /// Subscribes to the store, from its current state on.
  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let end = StreamEnd(continuation: continuation)
    let subscription = subscribe { value in end.continuation.yield(value) }
    return Iterator(values: stream.makeAsyncIterator(), subscription: subscription, isDuplicate: isDuplicate)
  }

  /// Gives the newest value that has not been given yet.
  public struct Iterator: AsyncIteratorProtocol {
    private var values: AsyncStream<Value>.AsyncIterator
    private let subscription: Subscription
    private let isDuplicate: @Sendable (Value, Value) -> Bool
    private var last: Value?

    init(
      values: AsyncStream<Value>.AsyncIterator, subscription: Subscription,
      isDuplicate: @escaping @Sendable (Value, Value) -> Bool
    ) {
      self.values = values
      self.subscription = subscription
      self.isDuplicate = isDuplicate
    }

    /// Waits for the next value; `nil` when the task is cancelled or the store is gone.
    public mutating func next() async -> Value? {
      await next(isolation: #isolation)
    }

    /// Waits for the next value, without leaving the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      while let value = await values.next(isolation: actor) {
        // Values that were skipped can lead back to the one that was given last.
        if let last, isDuplicate(last, value) { continue }
        last = value
        return value
      }
      return nil
    }
  }
}

/// Ends a stream when nobody can yield to it any more: a continuation that is merely dropped leaves its reader waiting.
private final class StreamEnd<Value: Sendable>: Sendable {
  let continuation: AsyncStream<Value>.Continuation

  init(continuation: AsyncStream<Value>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }
}
