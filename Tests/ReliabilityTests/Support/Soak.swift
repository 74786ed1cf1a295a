import Foundation
import Testing

/// How much is tried: a little in every run of the tests, all of it with `REDUXLOG_SOAK=1`.
enum Soak {
  static let isOn = ProcessInfo.processInfo.environment["REDUXLOG_SOAK"] == "1"

  /// Whether `.ci/sanitize thread` runs the tests.
  static let isThreadSanitizer = ProcessInfo.processInfo.environment["REDUXLOG_SANITIZER"] == "thread"

  static func count(_ short: Int, soak: Int) -> Int { isOn ? soak : short }

  /// Says what a test has tried, for people and for the figures in docs/reliability.md.
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

/// SplitMix64: the same numbers for the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
