package import CommandLineKit
import ReducerIsolation
package import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// The comparison of the states to which two builds lead, in one journal after the other.
package final class DriftRun {
  private let reducers: ReducerPair
  private let options: JournalReader.Options

  /// Creates a run with a process for each build.
  package init(against tool: String, options: JournalReader.Options, timeout: Duration?, in context: CommandContext) {
    reducers = ReducerPair(with: tool, timeout: timeout, in: context)
    self.options = options
  }

  /// Compares the builds in a journal.
  package func compare(_ journal: JournalFinder.Found, onStep: (Int) throws -> Void) throws -> DriftResult {
    if let failure = journal.failure { return DriftResult(path: journal.path, outcome: .failed(failure)) }
    do {
      let file = try JournalFile(path: journal.path, options: options)
      return DriftResult(path: journal.path, outcome: try outcome(in: file, onStep: onStep))
    } catch let error as JournalError {
      return DriftResult(path: journal.path, outcome: .failed(CommandFailure(error)))
    }
  }

  private func outcome(in file: JournalFile, onStep: (Int) throws -> Void) throws -> DriftResult.Outcome {
    let mine = try reducers.hashes(of: file, by: reducers.first, onStep: onStep)
    let its = try reducers.hashes(of: file, by: reducers.second, onStep: onStep)
    switch (mine, its) {
    case (.success(let mine), .success(let its)):
      guard mine.isReshaped == its.isReshaped, !mine.isReshaped || mine.schema == its.schema else {
        return .schema(old: mine.schema, new: its.schema)
      }
      guard let index = DriftRun.firstDifference(mine.hashes, its.hashes), let last = try file.lastStateSeq else {
        return .same
      }
      let seqs = try History.Way(of: file, to: last).stretches.flatMap { Array($0.seqs) }
      return try .differs(
        reducers.difference(
          at: seqs[min(index, seqs.count - 1)], in: file, by: reducers.first, and: reducers.second))
    case (.failure(let failure), .success): return .fails(.old, failure.failure)
    case (.success, .failure(let failure)): return .fails(.new, failure.failure)
    case (.failure(let failure), .failure): return .failed(failure.failure)
    }
  }

  /// The first state that both builds know and that differs.
  private static func firstDifference(_ mine: [UInt64], _ its: [UInt64]) -> Int? {
    zip(mine, its).enumerated().first { $0.element.0 != $0.element.1 && $0.element.0 != 0 && $0.element.1 != 0 }?
      .offset ?? (mine.count == its.count ? nil : min(mine.count, its.count))
  }
}
