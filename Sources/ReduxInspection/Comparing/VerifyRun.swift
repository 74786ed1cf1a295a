package import CommandLineKit
import ReducerIsolation
import SystemSupport

/// The verification of several journals.
///
/// Threads share the journals, each with a process of its own for the reducers. All threads share a journal that would keep
/// one of them busy while the others wait. The results come in order.
package struct VerifyRun {
  /// The job, but for the path. Its threads are those that share the work.
  package let job: VerifyJob
  /// Whether to replay states, not only read lines.
  package let replays: Bool
  /// Whether to replay each journal again, to compare the states.
  package var checksPurity = false
  /// The most states of a journal to compare then; `nil` for all.
  package var sample: Int?
  package let timeout: Duration?
  package let context: CommandContext

  package init(
    job: VerifyJob, replays: Bool = true, checksPurity: Bool = false, sample: Int? = nil, timeout: Duration?,
    context: CommandContext
  ) {
    self.job = job
    self.replays = replays
    self.checksPurity = checksPurity
    self.sample = sample
    self.timeout = timeout
    self.context = context
  }

  /// A journal that takes less than this is verified before another process has started.
  private static let leastBytes = 256 << 10

  /// Verifies journals.
  package func verify(_ journals: [JournalFinder.Found], take: (Verification) throws -> Void) throws {
    let sizes = journals.map { (try? Platform.status(of: $0.path).byteCount) ?? 0 }
    let total = sizes.reduce(0, +)
    func isLarge(_ index: Int) -> Bool { sizes[index] > total / job.input.threads }
    let reducers = ReducerPair(timeout: timeout, in: context)
    var next = 0
    while next < journals.count {
      let end = job.input.threads == 1 ? next : journals.indices[next...].first { isLarge($0) } ?? journals.count
      let size = sizes[next..<end].reduce(0, +)
      let threads = min(job.input.threads, end - next, 1 + size / VerifyRun.leastBytes)
      if threads > 1 {
        try share(Array(journals[next..<end]), among: threads, take: take)
        next = end
      } else {
        var progress = context.progress("Verifying")
        let result = try verify(journals[next], by: reducers, threads: job.input.threads) { try progress.update($0) }
        try progress.finish()
        try take(result)
        next += 1
      }
    }
  }

  private func share(
    _ journals: [JournalFinder.Found], among threads: Int, take: (Verification) throws -> Void
  ) throws {
    let work = SharedWork<Verification>(count: journals.count)
    // The largest first, so that no thread begins one when the others have finished.
    let sizes = journals.map { (try? Platform.status(of: $0.path).byteCount) ?? 0 }
    let order = journals.indices.sorted { sizes[$0] > sizes[$1] }
    var progress = context.progress("Verifying journals:")
    try work.run(threads: threads) { [self] work in
      let reducers = ReducerPair(timeout: timeout, in: context)
      while let index = work.next().map({ order[$0] }) {
        work.finish(
          index,
          Result {
            try verify(journals[index], by: reducers, threads: 1) { _ in if work.isStopped { throw Interrupted() } }
          })
      }
    } onWait: {
      try progress.update(work.finished, of: work.count)
    } take: { result in
      try progress.finish()
      try take(result)
    }
  }

  /// Verifies one journal on this thread and, if there are several threads, on others.
  package func verify(
    _ journal: JournalFinder.Found, by reducers: ReducerPair, threads: Int, onStep: (Int) throws -> Void
  ) throws -> Verification {
    var result = try verification(of: journal, by: reducers, threads: threads, onStep: onStep)
    if journal.input != nil { result.rename(ShellWord.standardInput) }
    return result
  }

  private func verification(
    of journal: JournalFinder.Found, by reducers: ReducerPair, threads: Int, onStep: (Int) throws -> Void
  ) throws -> Verification {
    if let failure = journal.failure { return Verification(path: journal.path, outcome: .failed(failure)) }
    guard replays else {
      return try Verifier(apps: context.apps, options: job.input.options, replays: false)
        .verify(journal.path, onRecord: onStep)
    }
    var job = job
    job.input.path = journal.path
    job.input.threads = threads
    var result = try reducers.first.verify(job, onStep: onStep)
    if checksPurity {
      try PurityCheck(reducers: reducers, sample: sample, options: job.input.options).check(&result, onStep: onStep)
    }
    return result
  }
}
