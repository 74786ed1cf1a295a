import Synchronization

/// Makes request ids from any thread: 1, 2, 3, and so on.
public final class RequestCounter: Sendable {
  private let last = Atomic<Int>(0)

  /// Creates a counter that starts at 1.
  public init() {}

  /// Returns the next id.
  public func next() -> RequestID {
    RequestID(rawValue: last.add(1, ordering: .relaxed).newValue)
  }
}
