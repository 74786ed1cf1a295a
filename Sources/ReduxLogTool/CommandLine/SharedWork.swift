import Dispatch
import Synchronization

/// Numbered work that threads share, with results in order.
///
/// Each thread calls `next` until it is `nil`, and `finish` for each number. Another thread collects the results.
final class SharedWork<Value: Sendable>: Sendable {
  private struct Content {
    var next = 0
    var finished = 0
    var results: [Int: Result<Value, any Error>] = [:]
    var isStopped = false
  }

  /// The number of parts.
  let count: Int
  private let content = Mutex(Content())
  private let changes = DispatchSemaphore(value: 0)

  init(count: Int) { self.count = count }

  /// The number of finished parts.
  var finished: Int { content.withLock(\.finished) }

  /// Whether the results are no longer wanted.
  var isStopped: Bool { content.withLock(\.isStopped) }

  /// Takes the next part; `nil` if none is left.
  func next() -> Int? {
    content.withLock { content in
      guard !content.isStopped, content.next < count else { return nil }
      defer { content.next += 1 }
      return content.next
    }
  }

  /// Stores the result of a part.
  func finish(_ part: Int, _ result: Result<Value, any Error>) {
    content.withLock { content in
      content.results[part] = result
      content.finished += 1
    }
    changes.signal()
  }

  /// Makes the threads stop after their current parts.
  func stop() { content.withLock { $0.isStopped = true } }

  /// Waits for the result of a part.
  ///
  /// - Parameters:
  ///   - part: The number of the part.
  ///   - onWait: Called at once, and from time to time until then.
  /// - Returns: The result.
  /// - Throws: The part's error, or that of `onWait`.
  func result(of part: Int, onWait: () throws -> Void) throws -> Value {
    while true {
      try onWait()
      if let result = content.withLock({ $0.results.removeValue(forKey: part) }) { return try result.get() }
      _ = changes.wait(timeout: .now() + .milliseconds(50))
    }
  }
}
