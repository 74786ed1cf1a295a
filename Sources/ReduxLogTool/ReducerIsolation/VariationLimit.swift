import CommandLineKit
import ReduxReplay
import Synchronization

/// The first action of a journal that must not be reduced with other values in place of redacted ones.
///
/// A command that copies a journal runs the reducers in its own process, which a crash would end. So a child tries these
/// values first, but only if the journal diverges beside a redacted value.
final class VariationLimit: Sendable {
  private enum Knowledge {
    case unknown
    case seq(Int?)
  }

  private let job: ReplayJob
  private let context: CommandContext
  private let knowledge = Mutex(Knowledge.unknown)

  private init(_ job: ReplayJob, in context: CommandContext) {
    self.job = job
    self.context = context
  }

  /// Creates a search that reduces varied values only as far as a child survives them.
  ///
  /// - Parameters:
  ///   - path: The journal.
  ///   - arguments: The command's arguments.
  ///   - context: The command's context. If it doesn't isolate reducers, the search tries all values.
  /// - Returns: The search.
  /// - Throws: `UsageError` and `CommandFailure` for wrong arguments.
  static func search(
    of path: String, _ arguments: ParsedArguments, in context: CommandContext
  ) throws -> DivergenceSearch {
    guard context.isolatesReducers else { return DivergenceSearch() }
    let job = ReplayJob(path: path, .verify, options: try arguments.readingOptions(in: context), threads: 1)
    let limit = VariationLimit(job, in: context)
    return DivergenceSearch(varyingBefore: try limit.seq())
  }

  private func seq() throws -> Int? {
    try knowledge.withLock { knowledge in
      if case .seq(let seq) = knowledge { return seq }
      let isolation = ReducerIsolation(in: context, timeout: ParsedArguments.defaultTimeout)
      defer { isolation.finish() }
      let seq = try isolation.firstUnvaried(in: job) { _ in try context.interruption.check() }
      knowledge = .seq(seq)
      return seq
    }
  }
}
