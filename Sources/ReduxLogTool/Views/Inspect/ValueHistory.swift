import CommandLineKit
import ReduxJournal
import ReduxNotation
import StateTree

/// The steps that set a value, the newest first.
struct ValueHistory: Sendable {
  /// The value to follow back.
  struct Question: Hashable, Sendable {
    /// The value, as a JSON Pointer.
    var place: String
    /// The state that has it, or whose action removed it.
    var seq: Int
  }

  /// A step that set the value.
  struct Step: Sendable {
    /// The seq of the state after it.
    let seq: Int
    /// Its name.
    let label: String
    /// The change that it made to the value.
    let change: ChangeList.Change
    /// The last known state before it, if the states between are unknown.
    let unknownSince: Int?
  }

  private static let limit = 1000

  let question: Question
  let steps: [Step]
  /// Whether older steps aren't listed.
  let hasOlder: Bool
  /// The state that the search had reached when it was stopped.
  let stoppedAt: Int?

  /// Follows a value back through the history of a state.
  ///
  /// - Throws: `CommandFailure`, `FailedReplay`, `JournalError`.
  init(_ question: Question, of file: JournalFile, by isolation: ReducerIsolation) throws {
    let inquiry = BlameInquiry(seq: question.seq, place: question.place, depth: 0, historyLimit: ValueHistory.limit)
    guard case .blame(let answer) = try isolation.answer(.blame(inquiry), about: file, showing: "Searching") else {
      throw ReducerIsolation.unexpectedReply
    }
    self.question = question
    steps = try BlameRow.rows(of: answer, isHistory: true, in: file).map { row in
      Step(
        seq: row.setting.seq, label: row.label, change: row.change,
        unknownSince: row.setting.isUncertain ? row.setting.previous : nil)
    }
    hasOlder = answer.hasOlder
    stoppedAt = answer.stoppedAt
  }
}
