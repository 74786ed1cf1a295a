import CommandLineKit
import ReduxJournal
import ReduxReplay

/// Whether conditions hold in all, some or no states of a journal.
struct AssertInquiry: Codable, Hashable, Sendable {
  /// In which states a condition must hold.
  enum Mode: String, Codable, Hashable, Sendable, CaseIterable { case always, never, eventually }

  /// A condition, and in which states it must hold.
  struct Assertion: Codable, Hashable, Sendable {
    let mode: Mode
    let expectation: Expectation
  }

  let assertions: [Assertion]
  /// Whether the document is a step: an action with the states before and after it.
  let isOverSteps: Bool

  /// The result of an assertion.
  struct Answer: Codable, Sendable {
    /// An assertion's first violation; without a seq, it held in no state.
    struct Violation: Codable, Sendable {
      var assertion: Int
      var seq: Int?
    }

    var violations: [Violation] = []
    /// The number of assertions that hold in the known states.
    var held = 0
    /// The number of states, or of steps.
    var states = 0
    /// The number of states that existed but can't be had.
    var unknown = 0
    /// Whether the unknown states may change the answer.
    var isOpen = false
    /// Whether the user stopped it before the last state.
    var isStopped = false
    var queriesWithoutResults: [String] = []
    /// See `StateJudge.caveats`.
    var caveats: [String] = []
  }

  /// Looks at each state in the order of the file, until the user stops it.
  ///
  /// - Throws: `JournalError`, `ReplayError`, `CommandFailure`, or the errors of `onStep`.
  func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> Answer {
    var run = try AssertRun(self, file)
    var states = try apps.states(of: file)
    let way = try History.Way(everythingIn: file)
    // Today's reducers may lead to other states than the recorded ones. No hash proves what follows the last hash.
    let hashed = try AssertInquiry.lastHashed(in: file)
    do {
      for part in [way.part(0...hashed), way.part(hashed + 1 ... .max)] where !run.isDecided {
        var last: Int?
        try states.forEach(run.question, along: part) { seq, answer in
          try onStep(seq)
          if answer != nil { last = seq }
          try run.take(answer, of: seq)
          return !run.isDecided
        }
        if let last { try states.prove(at: last) }
      }
    } catch is Interrupted {
      run.isStopped = true
    }
    return try run.answer()
  }

  /// The most states at the end of a journal among which to look for one with a hash.
  private static let mostUnhashed = 4096

  private static func lastHashed(in file: JournalFile) throws -> Int {
    guard let last = try file.lastStateSeq else { return 0 }
    let first = max(try file.firstStateSeq ?? 0, last - mostUnhashed)
    return try (first...last).last { try file.entry(settingSeq: $0)?.record.hash != nil } ?? last
  }
}
