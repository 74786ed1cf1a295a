import Dispatch

/// The serial queue on which a store reduces.
public struct ReducingQueue: Sendable {
  let queue: DispatchQueue

  /// The main queue, for apps. It runs only while a run loop, `dispatchMain()`, or a waiting `async` `main` serves it.
  public static let main = ReducingQueue(queue: .main)

  /// A queue that serves itself, for processes without a run loop.
  public static func serial(_ label: String) -> ReducingQueue { ReducingQueue(queue: DispatchQueue(label: label)) }
}
