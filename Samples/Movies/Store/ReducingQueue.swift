import Dispatch

/// Where a store reduces: a queue that does one thing after the other.
public struct ReducingQueue: Sendable {
  let queue: DispatchQueue

  /// The main queue, where screens are. It goes on only while a run loop, `dispatchMain()`, or a `main` that is `async`
  /// and waits, serves it.
  public static let main = ReducingQueue(queue: .main)

  /// A queue of its own, which nobody has to serve: for a process that has no run loop.
  public static func serial(_ label: String) -> ReducingQueue { ReducingQueue(queue: DispatchQueue(label: label)) }
}
