import CommandLineKit
import JSONQuery
import ReduxJournal
import ReduxReplay
import StateTree

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

  /// What was found.
  struct Answer: Codable, Sendable {
    /// An assertion's first violation; without a seq, it held in no state.
    struct Violation: Codable, Sendable {
      var assertion: Int
      var seq: Int?
    }

    var violations: [Violation] = []
    /// The number of states, or of steps.
    var states = 0
    var unknown = 0
    var queriesWithoutResults: [String] = []
  }

  /// Looks at each state in the order of the file.
  ///
  /// - Throws: `JournalError`, `ReplayError`, `CommandFailure`, or the errors of `onStep`.
  func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> Answer {
    var run = try AssertRun(self, file)
    var states = try apps.states(of: file)
    let way = try History.Way(everythingIn: file)
    var last: Int?
    try states.forEach(run.question, along: way) { seq, answer in
      if seq % 256 == 0 { try onStep(seq) }
      if answer != nil { last = seq }
      try run.take(answer, of: seq)
      return !run.isDecided
    }
    // Otherwise today's reducers may have led to other states than the recorded ones.
    if let last { try states.prove(at: last) }
    return run.answer
  }
}

/// A look at the states of a journal.
struct AssertRun {
  private let inquiry: AssertInquiry
  private let file: JournalFile
  private var judges: [StateJudge]
  private var violations: [Int: Int] = [:]
  private var fulfilled: Set<Int> = []
  private var counts = (states: 0, unknown: 0)
  private var last: (seq: Int, answer: [UInt8])?
  /// Reads the actions of steps, in the order of the states.
  private let records: JournalReader?

  init(_ inquiry: AssertInquiry, _ file: JournalFile) throws {
    self.inquiry = inquiry
    self.file = file
    judges = try inquiry.assertions.map { try StateJudge($0.expectation, isOverSteps: inquiry.isOverSteps) }
    records = inquiry.isOverSteps ? try file.entries(fromOffset: 0) : nil
  }

  /// What the assertions read of a state.
  var question: StateQuestion { .all(judges.map(\.question)) }

  /// Whether no further state changes the answer.
  var isDecided: Bool {
    inquiry.assertions.indices.allSatisfy { violations[$0] != nil || fulfilled.contains($0) }
  }

  var answer: AssertInquiry.Answer {
    var answer = AssertInquiry.Answer(states: counts.states, unknown: counts.unknown)
    for (index, assertion) in inquiry.assertions.enumerated() {
      if let seq = violations[index] {
        answer.violations.append(.init(assertion: index, seq: seq))
      } else if assertion.mode == .eventually, !fulfilled.contains(index) {
        answer.violations.append(.init(assertion: index, seq: nil))
      }
    }
    answer.queriesWithoutResults = judges.flatMap(\.queriesWithoutResults)
    return answer
  }

  /// Judges the next state, `nil` if it is unknown.
  ///
  /// - Throws: The errors of the judges, `JournalError`.
  mutating func take(_ state: [UInt8]?, of seq: Int) throws {
    guard let state else {
      counts.unknown += 1
      return last = nil
    }
    defer { last = (seq, state) }
    if inquiry.isOverSteps {
      guard let last, last.seq == seq - 1, let action = try action(seq) else { return }
      counts.states += 1
      let states = (try JSONDocument(last.answer).root.elements, try JSONDocument(state).root.elements)
      for index in judges.indices {
        let step = action.document(before: states.0[index], after: states.1[index])
        try judge(index, JSONDocument(step).root, seq)
      }
    } else {
      counts.states += 1
      // Equal values get equal verdicts.
      if let last, last.answer == state { return }
      for (index, part) in try JSONDocument(state).root.elements.enumerated() { try judge(index, part, seq) }
    }
  }

  private mutating func judge(_ index: Int, _ document: JSONNode, _ seq: Int) throws {
    guard violations[index] == nil, !fulfilled.contains(index) else { return }
    switch (inquiry.assertions[index].mode, try judges[index].verdict(on: document, of: seq, in: file)) {
    case (.always, .bad), (.never, .good): violations[index] = seq
    case (.eventually, .good): fulfilled.insert(index)
    default: break
    }
  }

  private func action(_ seq: Int) throws -> ActionRecord? {
    while let entry = try records?.next(), entry.seq <= seq {
      guard entry.seq == seq, entry.setsState else { continue }
      if case .action(let action) = entry.record { return action }
      return nil
    }
    return nil
  }
}

extension ActionRecord {
  /// The action as a step: what it was, and the states before and after it, as far as they were asked for.
  fileprivate func document(before: JSONNode, after: JSONNode) -> [UInt8] {
    var text = Array("{\"seq\":\(seq),\"type\":".utf8)
    text += Array(JSONValue.string(type).compact.utf8)
    text += Array(",\"action\":".utf8) + action.bytes
    if let error { text += Array(",\"error\":\(JSONValue.string(error).compact)".utf8) }
    return text + Array(",\"before\":".utf8) + before.bytes + Array(",\"after\":".utf8) + after.bytes + Array("}".utf8)
  }
}
