import Synchronization

/// Makes ids of requests: 1, 2, 3 and so on, from any thread.
public final class RequestCounter: Sendable {
  private let last = Atomic<Int>(0)

  /// Creates a counter that begins with 1.
  public init() {}

  /// The next id.
  public func next() -> RequestID {
    RequestID(rawValue: last.add(1, ordering: .relaxed).newValue)
  }
}
