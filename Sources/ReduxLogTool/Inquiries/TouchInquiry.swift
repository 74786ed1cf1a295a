import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateCoding
import StateTree

/// Which actions changed a value at one of several places, where their records don't say.
struct TouchInquiry: Codable, Hashable, Sendable {
  /// The places, as JSON Pointers.
  let places: [String]
  /// The seqs of the actions, ascending.
  let seqs: [Int]

  /// The actions that changed a value, and those of which that stays unknown.
  struct Answer: Codable, Sendable {
    var yes: [Int] = []
    var unknown: [Int] = []
    /// The first action that wasn't compared, because the user stopped it.
    var stoppedAt: Int?
  }

  /// Compares the values before and after each action, until the user stops it.
  ///
  /// - Throws: `JournalError`, and the errors of `onStep`.
  func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> Answer {
    let pointers = places.compactMap { try? JSONPointer($0) }
    let question = StateQuestion.values(Selection(pointers))
    var states = try apps.states(of: file)
    var answer = Answer()
    for seq in seqs {
      do {
        try onStep(seq)
        let before = try JSONDocument(states.answer(question, at: seq - 1)).root
        let after = try JSONDocument(states.answer(question, at: seq)).root
        if pointers.contains(where: { before[$0]?.bytes != after[$0]?.bytes }) { answer.yes.append(seq) }
      } catch is ReplayError {
        answer.unknown.append(seq)
      } catch is Interrupted {
        answer.stoppedAt = seq
        break
      }
    }
    return answer
  }
}
