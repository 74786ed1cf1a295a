package import CommandLineKit
package import ReducerIsolation
package import ReduxJournal
import ReduxReplay
import StateCoding
import StateTree

/// A question about many states of a journal, in a form that can be sent to another process.
package protocol Inquiry: Codable, Hashable, Sendable {
  associatedtype Answer: Codable & Sendable

  /// Answers in this process, as far as the user lets it.
  func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> Answer
  /// Whether the user stopped it, so that it has only what was known by then.
  static func isStopped(_ answer: Answer) -> Bool
}

extension Inquiry {
  package static func isStopped(_ answer: Answer) -> Bool { false }
}

/// The job of an inquiry.
package struct InquiryJob<Question: Inquiry>: ReducerJob {
  package enum Answer: Codable {
    case found(Question.Answer)
    /// Today's reducers lead to other states than the recorded ones.
    case diverged(CommandFailure)
  }

  package static var answersWhenStopped: Bool { true }
  package var input: JobInput
  let question: Question

  package func answer(
    on bench: ReducerBench, onStep: (Int) throws -> Void
  ) throws -> (answer: Answer, bytes: [UInt8]?) {
    do {
      return (.found(try question.answer(input.file(), bench.apps, onStep: onStep)), nil)
    } catch let error as ReplayError where error.isOfDivergence {
      return (.diverged(CommandFailure(error)), nil)
    }
  }
}

extension ReducerIsolation {
  /// Answers a question about many states, with a progress line.
  package func answer<Question: Inquiry>(
    _ question: Question, about file: JournalFile, showing label: String, of total: Int? = nil
  ) throws -> Question.Answer {
    var progress = context.progress(label)
    let answer = try answer(question, about: file) { try progress.update($0, of: total) }
    // Before the progress line makes the standard output write, which would fail.
    if Question.isStopped(answer) { context.interruption.acknowledge() }
    try progress.finish()
    return answer
  }

  /// Answers a question about many states.
  package func answer<Question: Inquiry>(
    _ question: Question, about file: JournalFile, onStep: (Int) throws -> Void
  ) throws -> Question.Answer {
    let input = JobInput(file)
    switch try perform(InquiryJob(input: input, question: question), onStep: onStep) {
    case .answer(.found(let answer), _): return answer
    case .answer(.diverged(let failure), _):
      var verification = try verify(VerifyJob(input), onStep: onStep)
      if verification.exitCode == .fine { verification.outcome = .failed(failure) }
      throw FailedReplay(verification: verification)
    case .failure(let failure):
      throw FailedReplay(verification: Verification(path: file.path, outcome: .crashed(failure)))
    }
  }
}

/// Which actions changed a value at one of several places, where their records don't say.
package struct TouchInquiry: Inquiry {
  /// The places, as JSON Pointers.
  package let places: [String]
  /// The seqs of the actions, ascending.
  package let seqs: [Int]

  package init(places: [String], seqs: [Int]) {
    self.places = places
    self.seqs = seqs
  }

  /// The actions that changed a value, and those of which that stays unknown.
  package struct Answer: Codable, Sendable {
    package var yes: [Int] = []
    package var unknown: [Int] = []
    /// The first action that wasn't compared, because the user stopped it.
    package var stoppedAt: Int?
  }

  package static func isStopped(_ answer: Answer) -> Bool { answer.stoppedAt != nil }

  /// Compares the values before and after each action, until the user stops it.
  package func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> Answer {
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

/// Finds the records that don't say all that their actions changed, among records in the order of the file.
package struct RecordedChanges {
  private let file: JournalFile
  /// The hash of the state before the next one, if it has one; `nil` if it wasn't read yet.
  private var last: StateHash??

  package init(of file: JournalFile) { self.file = file }

  /// Whether the record of an action may leave out something that the action changed in hashed places.
  package mutating func mayBeIncomplete(in entry: JournalEvent) throws(JournalError) -> Bool {
    guard entry.setsState else { return false }
    let before = if let last { last } else { try file.entry(settingSeq: entry.seq - 1)?.record.hash }
    last = .some(entry.record.hash)
    guard case .action(let action) = entry.record else { return false }
    // The line after actions without hashes lists what all of them changed.
    guard let hash = action.hash, let before else { return true }
    // A writer that didn't know the state before lists no changes.
    return action.changed.isEmpty && hash != before
  }
}
