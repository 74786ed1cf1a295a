import CommandLineKit
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// The comparison of the states to which two builds lead, in one journal after the other.
final class DriftRun {
  private static let shownPlaces = 16
  private static let shownBytes = 256

  private let old: ReducerIsolation
  private let new: ReducerIsolation
  private let options: JournalReader.Options

  /// Creates a run with a process for each build.
  init(against tool: String, options: JournalReader.Options, timeout: Duration?, in context: CommandContext) {
    old = ReducerIsolation(in: context, timeout: timeout)
    new = ReducerIsolation(in: context, timeout: timeout, tool: tool)
    self.options = options
  }

  /// Ends the processes.
  func finish() {
    old.finish()
    new.finish()
  }

  /// Compares the builds in a journal.
  ///
  /// - Throws: The errors of `onStep`, and `CommandFailure` if a build can't be started.
  func compare(_ journal: JournalFinder.Found, onStep: (Int) throws -> Void) throws -> DriftResult {
    if let failure = journal.failure { return DriftResult(path: journal.path, outcome: .failed(failure)) }
    do {
      let file = try JournalFile(path: journal.path, options: options)
      return DriftResult(path: journal.path, outcome: try outcome(in: file, onStep: onStep))
    } catch let error as JournalError {
      return DriftResult(path: journal.path, outcome: .failed(CommandFailure(error)))
    }
  }

  private func outcome(in file: JournalFile, onStep: (Int) throws -> Void) throws -> DriftResult.Outcome {
    let mine = try hashes(of: file, by: old, onStep: onStep)
    let its = try hashes(of: file, by: new, onStep: onStep)
    switch (mine, its) {
    case (.success(let mine), .success(let its)):
      guard mine.schema == its.schema else { return .schema(old: mine.schema, new: its.schema) }
      guard let index = DriftRun.firstDifference(mine.hashes, its.hashes), let last = try file.lastStateSeq else {
        return .same
      }
      let seqs = try History.Way(of: file, to: last).stretches.flatMap { Array($0.seqs) }
      return try .differs(difference(at: seqs[min(index, seqs.count - 1)], in: file))
    case (.failure(let failure), .success): return .fails(.old, failure)
    case (.success, .failure(let failure)): return .fails(.new, failure)
    case (.failure(let failure), .failure): return .failed(failure)
    }
  }

  /// The first state that both builds know and that differs.
  private static func firstDifference(_ mine: [UInt64], _ its: [UInt64]) -> Int? {
    zip(mine, its).enumerated().first { $0.element.0 != $0.element.1 && $0.element.0 != 0 && $0.element.1 != 0 }?
      .offset ?? (mine.count == its.count ? nil : min(mine.count, its.count))
  }

  private func hashes(
    of file: JournalFile, by isolation: ReducerIsolation, onStep: (Int) throws -> Void
  ) throws -> Result<HashInquiry.Answer, CommandFailure> {
    do {
      guard case .hashes(let answer) = try isolation.answer(.hashes(HashInquiry()), about: file, onStep: onStep) else {
        throw ReducerIsolation.unexpectedReply
      }
      return .success(answer)
    } catch let error as FailedReplay {
      return .failure(error.commandFailure(tool: "reduxlog"))
    } catch let error as CommandFailure {
      return .failure(error)
    }
  }

  private func difference(at seq: Int, in file: JournalFile) throws -> DriftResult.Difference {
    var type: String?
    if case .action(let action)? = try file.entry(settingSeq: seq)?.record { type = action.type }
    let (mine, its) = (try state(seq, in: file, by: old), try state(seq, in: file, by: new))
    guard let mine, let its else { return DriftResult.Difference(seq: seq, type: type, places: []) }
    let (before, after) = (try JSONDocument(mine).root, try JSONDocument(its).root)
    let changes = ChangeList(JSONPatch.changes(from: before, to: after)).changes.prefix(DriftRun.shownPlaces)
    let places = changes.map { change in
      let pointer = change.place
      return DriftResult.Place(
        pointer: pointer, change: change, old: DriftRun.shown(before[pointer]), new: DriftRun.shown(after[pointer]))
    }
    return DriftResult.Difference(seq: seq, type: type, places: places)
  }

  /// A value that isn't too long to show.
  private static func shown(_ node: JSONNode?) -> JSONValue? {
    node.flatMap { $0.byteRange.count <= shownBytes ? $0.value : nil }
  }

  private func state(_ seq: Int, in file: JournalFile, by isolation: ReducerIsolation) throws -> [UInt8]? {
    do {
      return try isolation.state(
        ReplayJob(path: file.path, .rebuild(seq: seq, with: ActionEdits()), options: options, threads: 1)
      ).state
    } catch is CommandFailure { return nil }
  }
}
