import JSONQuery
import ReducerIsolation
import ReduxJournal
import ReduxReplay
import StateTree

/// The first state of each session that breaks each of some conditions.
struct BreachInquiry: Inquiry {
  let expectations: [Expectation]
  /// The seqs of the sessions, ascending.
  let sessions: [ClosedRange<Int>]
  /// The distance of the states that are judged, beside the last one of each session.
  let interval: Int

  /// Returns the seqs for each condition, `nil` for a session whose states satisfy it.
  func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> [[Int?]] {
    var judges = try expectations.map { try StateJudge($0) }
    var breaches: [[Int?]] = Array(repeating: Array(repeating: nil, count: sessions.count), count: judges.count)
    let (question, parts) = Self.question(of: judges)
    var index = 0
    var last: (session: Int, answer: [UInt8])?
    var states = try apps.app(of: file).replayer(of: file).states
    let ends = Set(sessions.map(\.upperBound))
    try states.forEach(
      question, along: History.Way(everythingIn: file), where: { $0 % interval == 0 || ends.contains($0) }
    ) { seq, answer in
      try onStep(seq)
      while index < sessions.count, sessions[index].upperBound < seq { index += 1 }
      guard index < sessions.count else { return false }
      // Equal values get equal verdicts, of which the first of a session counts.
      guard let answer, sessions[index].contains(seq), last.map({ $0 != (index, answer) }) ?? true else { return true }
      last = (index, answer)
      let answers = try JSONDocument(answer).root.elements
      for (number, part) in parts.enumerated() where breaches[number][index] == nil {
        if try judges[number].verdict(on: answers[part], of: seq, in: file) == .bad { breaches[number][index] = seq }
      }
      return true
    }
    return breaches
  }

  /// One question for all conditions, and where each finds its answer: all expressions read the same values.
  private static func question(of judges: [StateJudge]) -> (StateQuestion, parts: [Int]) {
    var checks: [StateQuestion] = []
    let parts = judges.map { judge in
      guard case .check = judge.question else { return 0 }
      checks.append(judge.question)
      return checks.count
    }
    let places = zip(judges, parts).filter { $1 == 0 }.flatMap { $0.0.places }
    return (.all([.values(Selection(places))] + checks), parts)
  }
}
