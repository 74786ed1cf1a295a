import CommandLineKit
package import JSONQuery
package import ReducerIsolation
package import ReduxJournal
import ReduxReplay
import StateTree

/// Whether conditions hold in all, some or no states of a journal.
package struct AssertInquiry: Inquiry {
  /// In which states a condition must hold.
  package enum Mode: String, Codable, Hashable, Sendable, CaseIterable { case always, never, eventually }

  /// A condition, and in which states it must hold.
  package struct Assertion: Codable, Hashable, Sendable {
    package let mode: Mode
    package let expectation: Expectation

    package init(mode: Mode, expectation: Expectation) {
      self.mode = mode
      self.expectation = expectation
    }
  }

  package let assertions: [Assertion]
  /// Whether the document is a step: an action with the states before and after it.
  package let isOverSteps: Bool

  package init(assertions: [Assertion], isOverSteps: Bool) {
    self.assertions = assertions
    self.isOverSteps = isOverSteps
  }

  /// The result of an assertion.
  package struct Answer: Codable, Sendable {
    /// An assertion's first violation; without a seq, it held in no state.
    struct Violation: Codable, Sendable {
      var assertion: Int
      var seq: Int?
      /// The last state before that is known, if states between the two aren't.
      var since: Int?
    }

    var violations: [Violation] = []
    /// The number of assertions that hold in the known states.
    var held = 0
    /// The number of states, or of steps.
    package var states = 0
    /// The number of states that existed but can't be had.
    var unknown = 0
    /// Whether the unknown states may change the answer.
    var isOpen = false
    /// Whether the user stopped it before the last state.
    package var isStopped = false
    package var emptyQueries: [EmptyQuery] = []
    /// See `StateJudge.caveats`.
    package var caveats: [String] = []
  }

  package static func isStopped(_ answer: Answer) -> Bool { answer.isStopped }

  /// Looks at each state in the order of the file, until the user stops it.
  package func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> Answer {
    var run = try AssertRun(self, file)
    var states = try apps.states(of: file)
    do {
      var last: Int?
      // Today's reducers may lead to other states than the recorded ones.
      try states.forEach(run.question, along: History.Way(everythingIn: file), proves: true) { seq, answer in
        try onStep(seq)
        if answer != nil { last = seq }
        try run.take(answer, of: seq)
        return !run.isDecided
      }
      // A state without a hash is proven by the next one that has one.
      if let last { try states.prove(at: last) }
    } catch is Interrupted {
      run.isStopped = true
    }
    return try run.answer()
  }
}

/// A look at the states of a journal.
struct AssertRun {
  private let inquiry: AssertInquiry
  private let file: JournalFile
  private var judges: [StateJudge]
  private var violations: [Int: (seq: Int, since: Int?)] = [:]
  private var fulfilled: [Int: Int] = [:]
  private var counts = (states: 0, unknown: 0)
  private var last: (seq: Int, answer: [UInt8])?
  /// Whether the states since the last one are unknown.
  private var followsUnknown = false
  private var caveats: [Int: [String]] = [:]
  /// Whether the user stopped it.
  var isStopped = false
  /// Reads the actions of steps, in the order of the states.
  private let records: JournalReader?

  init(_ inquiry: AssertInquiry, _ file: JournalFile) throws {
    self.inquiry = inquiry
    self.file = file
    judges = try inquiry.assertions.map { try StateJudge($0.expectation, isOverSteps: inquiry.isOverSteps) }
    records = inquiry.isOverSteps ? try file.entries(fromOffset: 0) : nil
  }

  /// The question that the assertions ask of each state.
  var question: StateQuestion { .all(judges.map(\.question)) }

  /// Whether no further state changes the answer.
  var isDecided: Bool { inquiry.assertions.indices.allSatisfy(isDecided) }

  private func isDecided(_ index: Int) -> Bool { violations[index] != nil || fulfilled[index] != nil }

  /// The answer after the last state.
  mutating func answer() throws -> AssertInquiry.Answer {
    var answer = AssertInquiry.Answer(states: counts.states, unknown: counts.unknown)
    for (index, assertion) in inquiry.assertions.enumerated() {
      if let (seq, since) = violations[index] {
        answer.violations.append(.init(assertion: index, seq: seq, since: since))
      } else if assertion.mode != .eventually || fulfilled[index] != nil {
        answer.held += 1
      } else if counts.unknown == 0, !isStopped {
        answer.violations.append(.init(assertion: index, seq: nil))
      }
      if let last, !isDecided(index) { try note(index, JSONDocument(last.answer).root.elements[index], last.seq) }
    }
    answer.isOpen = counts.unknown > 0 && !isDecided
    answer.isStopped = isStopped
    for (index, judge) in judges.enumerated() {
      for var query in judge.queriesWithoutResults
      where !answer.emptyQueries.contains(where: { $0.text == query.text }) {
        query.isExhaustive =
          query.evaluated == query.documents && !isDecided(index) && counts.unknown == 0 && !isStopped
        answer.emptyQueries.append(query)
      }
    }
    answer.caveats = caveats.sorted { $0.key < $1.key }.flatMap(\.value).reduce(into: []) { list, caveat in
      if !list.contains(caveat) { list.append(caveat) }
    }
    return answer
  }

  /// Judges the next state, `nil` if it is unknown.
  mutating func take(_ state: [UInt8]?, of seq: Int) throws {
    guard let state else {
      // An interrupted action led to no state.
      if case .action(let action)? = try file.entry(settingSeq: seq)?.record, action.interrupted {
      } else {
        counts.unknown += 1
        followsUnknown = true
      }
      return
    }
    defer { (last, followsUnknown) = ((seq, state), false) }
    if inquiry.isOverSteps {
      guard let last, last.seq == seq - 1, let action = try action(seq) else { return }
      counts.states += 1
      let states = (try JSONDocument(last.answer).root.elements, try JSONDocument(state).root.elements)
      for index in judges.indices {
        let step = action.document(before: states.0[index], after: states.1[index])
        try judge(index, JSONDocument(step).root, states.1[index], seq)
      }
    } else {
      counts.states += 1
      // Equal values get equal verdicts.
      if let last, last.answer == state {
        for index in judges.indices where !isDecided(index) { judges[index].repeatVerdict() }
        return
      }
      for (index, part) in try JSONDocument(state).root.elements.enumerated() { try judge(index, part, part, seq) }
    }
  }

  private mutating func judge(_ index: Int, _ document: JSONNode, _ state: JSONNode, _ seq: Int) throws {
    guard !isDecided(index) else { return }
    switch (inquiry.assertions[index].mode, try judges[index].verdict(on: document, of: seq, in: file)) {
    case (.always, .bad), (.never, .good): violations[index] = (seq, followsUnknown ? last?.seq : nil)
    case (.eventually, .good): fulfilled[index] = seq
    default: return
    }
    try note(index, state, seq)
  }

  private mutating func note(_ index: Int, _ state: JSONNode, _ seq: Int) throws {
    caveats[index] = try judges[index].caveats(on: state, of: seq, in: file)
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
