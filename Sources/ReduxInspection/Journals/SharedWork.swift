import Dispatch
import Synchronization
import SystemSupport

/// Numbered work that threads share, with results in order.
///
/// Each thread calls `next` until it is `nil`, and `finish` for each number. Another thread collects the results.
package final class SharedWork<Value: Sendable>: Sendable {
  private struct Content {
    var next = 0
    var finished = 0
    var results: [Int: Result<Value, any Error>] = [:]
    var isStopped = false
  }

  /// The number of parts.
  package let count: Int
  private let content = Mutex(Content())
  private let changes = DispatchSemaphore(value: 0)

  package init(count: Int) { self.count = count }

  /// The number of finished parts.
  package var finished: Int { content.withLock(\.finished) }

  /// The number of results that nothing has taken yet.
  package var waiting: Int { content.withLock(\.results.count) }

  /// Whether the results are no longer wanted.
  package var isStopped: Bool { content.withLock(\.isStopped) }

  /// Takes the next part; `nil` if none is left.
  package func next() -> Int? {
    content.withLock { content in
      guard !content.isStopped, content.next < count else { return nil }
      defer { content.next += 1 }
      return content.next
    }
  }

  /// Stores the result of a part.
  package func finish(_ part: Int, _ result: Result<Value, any Error>) {
    content.withLock { content in
      content.results[part] = result
      content.finished += 1
    }
    changes.signal()
  }

  /// Makes the threads stop after their current parts.
  package func stop() { content.withLock { $0.isStopped = true } }

  /// Waits for the result of a part.
  package func result(of part: Int, onWait: () throws -> Void) throws -> Value {
    while true {
      try onWait()
      if let result = content.withLock({ $0.results.removeValue(forKey: part) }) { return try result.get() }
      _ = changes.wait(timeout: .now() + .milliseconds(50))
    }
  }

  /// Does all parts on threads of their own, and passes on the results in order.
  package func run(
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

/// Runs work on several threads.
package enum Concurrently {
  /// Runs two closures, each on its own thread; both finish.
  package static func both<First, Second: Sendable>(
    _ first: () throws -> First, _ second: @escaping @Sendable () throws -> Second
  ) throws -> (First, Second) {
    let other = Outcome<Second>()
    let group = DispatchGroup()
    group.enter()
    Platform.onNewThread {
      other.set(Result { try second() })
      group.leave()
    }
    let own = Result { try first() }
    group.wait()
    let value = try own.get()
    guard let result = other.result else { preconditionFailure("the group has waited for it") }
    return (value, try result.get())
  }

  private final class Outcome<Value: Sendable>: Sendable {
    private let content = Mutex<Result<Value, any Error>?>(nil)

    var result: Result<Value, any Error>? { content.withLock { $0 } }

    func set(_ result: Result<Value, any Error>) { content.withLock { $0 = result } }
  }
}
