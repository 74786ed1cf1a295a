import Foundation
import Testing

/// How much is tried: a little in every run of the tests, all of it with `REDUXLOG_SOAK=1`.
enum Soak {
  static let isOn = ProcessInfo.processInfo.environment["REDUXLOG_SOAK"] == "1"

  static func count(_ short: Int, soak: Int) -> Int { isOn ? soak : short }

  /// Says what a test has tried, for people and for the figures in docs/explanation/reliability.md.
  ///
  /// On standard error, which is not kept back: who waits for hours wants to see how far it is.
  static func tell(_ text: String) { FileHandle.standardError.write(Data("  reliability: \(text)\n".utf8)) }

  /// Runs work that waits for other processes on threads of its own, so that other tests can go on.
  static func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await withTaskExecutorPreference(NewThreads()) { try await work() }
  }
}

/// Runs each job on a thread of its own; the task keeps what it knows of its test.
private final class NewThreads: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }.start()
  }
}
