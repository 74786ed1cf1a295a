import Foundation
import Synchronization

/// Runs work that blocks, such as waiting for a process, on its own threads, so that other tests can run.
///
/// Swift's concurrency pool has a thread for each core, which all tests share. A few pieces of work run at a time; the
/// others wait for their turn, in order, unless `waitsForTurn` is false: for work that only waits.
@discardableResult
package func onOwnThread<Value: Sendable>(
  waitsForTurn: Bool = true, _ work: @escaping @concurrent @Sendable () async throws -> Value
) async throws -> Value {
  // Without `@concurrent`, the work would stay on the thread of the pool.
  try await withTaskExecutorPreference(NewThreads()) { @concurrent in
    if waitsForTurn { await Turns.all.take() }
    defer { if waitsForTurn { Turns.all.pass() } }
    return try await work()
  }
}

/// Runs each job on its own thread; the task keeps the context of its test.
private final class NewThreads: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }.start()
  }
}

/// Limits how much work runs at a time.
private final class Turns: Sendable {
  /// Two for each core: most of the work waits for a process that computes.
  static let all = Turns(count: 2 * ProcessInfo.processInfo.activeProcessorCount)

  private struct Content {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let content: Mutex<Content>

  init(count: Int) { content = Mutex(Content(free: count)) }

  func take() async {
    await withCheckedContinuation { turn in
      let isFree = content.withLock { content in
        guard content.free > 0 else {
          content.waiting.append(turn)
          return false
        }
        content.free -= 1
        return true
      }
      if isFree { turn.resume() }
    }
  }

  /// Passes the turn to the work that has waited longest.
  func pass() {
    let next = content.withLock { content -> CheckedContinuation<Void, Never>? in
      guard !content.waiting.isEmpty else {
        content.free += 1
        return nil
      }
      return content.waiting.removeFirst()
    }
    next?.resume()
  }
}
