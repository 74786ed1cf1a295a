import JSONQuery
import ReducerIsolation
import ReduxJournal
import ReduxReplay

/// The first state of each session that breaks a condition.
struct BreachInquiry: Inquiry {
  let expectation: Expectation
  /// The seqs of the sessions, ascending.
  let sessions: [ClosedRange<Int>]

  /// Returns the seqs, `nil` for a session whose states satisfy the condition.
  func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> [Int?] {
    var judge = try StateJudge(expectation)
    var breaches: [Int?] = Array(repeating: nil, count: sessions.count)
    var index = 0
    var states = try apps.app(of: file).replayer(of: file).states
    try states.forEach(judge.question, along: History.Way(everythingIn: file)) { seq, answer in
      try onStep(seq)
      while index < sessions.count, sessions[index].upperBound < seq { index += 1 }
      guard index < sessions.count else { return false }
      if let answer, breaches[index] == nil, sessions[index].contains(seq),
        try judge.verdict(on: answer, of: seq, in: file) == .bad
      {
        breaches[index] = seq
      }
      return true
    }
    return breaches
  }
}
