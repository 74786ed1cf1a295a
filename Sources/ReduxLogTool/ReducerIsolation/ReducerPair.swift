import CommandLineKit
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateCoding
import StateTree

/// Two processes with reducers, to compare the states to which they lead.
final class ReducerPair {
  private static let shownPlaces = 16
  private static let shownBytes = 256

  /// Why a process can't make a journal's states.
  struct Failure: Error {
    /// The same as a verification's outcome.
    let outcome: Verification.Outcome
    let failure: CommandFailure
  }

  let first: ReducerIsolation
  let second: ReducerIsolation

  /// Creates a pair. Its processes start with their first jobs.
  ///
  /// - Parameters:
  ///   - tool: The program that the second process runs; `nil` for this one.
  ///   - timeout: The time limit for each action; `nil` for none.
  ///   - context: The command's context.
  init(
    with tool: String? = nil, timeout: Duration?, in context: CommandContext
  ) {
    first = ReducerIsolation(in: context, timeout: timeout)
    second = ReducerIsolation(in: context, timeout: timeout, tool: tool)
  }

  /// Ends the processes.
  func finish() {
    first.finish()
    second.finish()
  }

  /// The hashes of a journal's states, by the reducers of one process, or why it can't make them.
  ///
  /// - Throws: The errors of `onStep`, and `CommandFailure` if a tool can't be started.
  func hashes(
    _ inquiry: HashInquiry = HashInquiry(), of file: JournalFile, by isolation: ReducerIsolation,
    onStep: (Int) throws -> Void
  ) throws -> Result<HashInquiry.Answer, Failure> {
    do {
      guard case .hashes(let answer) = try isolation.answer(.hashes(inquiry), about: file, onStep: onStep) else {
        throw ReducerIsolation.unexpectedReply
      }
      return .success(answer)
    } catch let error as FailedReplay {
      return .failure(Failure(outcome: error.verification.outcome, failure: error.commandFailure(tool: "reduxlog")))
    } catch let error as CommandFailure {
      return .failure(Failure(outcome: .failed(error), failure: error))
    }
  }

  /// The difference between the states that two processes give a seq; without places if they agree now, or if either doesn't
  /// know the state.
  func difference(
    at seq: Int, in file: JournalFile, by first: ReducerIsolation, and second: ReducerIsolation
  ) throws -> StateDifference {
    var type: String?
    if case .action(let action)? = try file.entry(settingSeq: seq)?.record { type = action.type }
    guard let before = try state(seq, in: file, by: first), let after = try state(seq, in: file, by: second) else {
      return StateDifference(seq: seq, type: type, places: [])
    }
    let (old, new) = (try JSONDocument(before).root, try JSONDocument(after).root)
    let volatile = PointerPatterns(try file.redaction(before: file.entry(settingSeq: seq)?.offset).volatile)
    let changes = ChangeList(JSONPatch.changes(from: old, to: new)).changes.filter { !volatile.contain($0.place) }
    let places = changes.prefix(ReducerPair.shownPlaces).map { change in
      StateDifference.Place(
        pointer: change.place, change: change, old: shown(old[change.place]), new: shown(new[change.place]),
        reordered: StateDifference.reorderedArray(around: change.place, old, new))
    }
    return StateDifference(seq: seq, type: type, places: places)
  }

  /// A value that isn't too long to show.
  private func shown(_ node: JSONNode?) -> JSONValue? {
    node.flatMap { $0.byteRange.count <= ReducerPair.shownBytes ? $0.value : nil }
  }

  private func state(_ seq: Int, in file: JournalFile, by isolation: ReducerIsolation) throws -> [UInt8]? {
    do {
      guard case .state(let text) = try isolation.answer(.state(StateInquiry(seq: seq)), about: file, onStep: { _ in })
      else { throw ReducerIsolation.unexpectedReply }
      return Array(text.utf8)
    } catch is CommandFailure { return nil } catch is FailedReplay { return nil }
  }
}
