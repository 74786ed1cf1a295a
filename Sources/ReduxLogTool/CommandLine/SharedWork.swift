import Dispatch
import Synchronization
import SystemSupport

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

  /// Does all parts on threads of their own, and passes on the results in order.
  ///
  /// - Parameters:
  ///   - threads: The number of threads.
  ///   - thread: What each thread does: it calls `next` until it is `nil`, and `finish` for each number.
  ///   - onWait: Called from time to time while a result is missing.
  ///   - take: Receives each result.
  /// - Throws: The errors of the parts and of the closures, after all threads have ended.
  func run(
    threads: Int, _ thread: @escaping @Sendable (SharedWork) -> Void, onWait: () throws -> Void,
    take: (Value) throws -> Void
  ) throws {
    let group = DispatchGroup()
    for _ in 0..<threads {
      group.enter()
      Platform.onNewThread { [self] in
        thread(self)
        group.leave()
      }
    }
    defer {
      stop()
      group.wait()
    }
    for part in 0..<count { try take(result(of: part, onWait: onWait)) }
  }
}
