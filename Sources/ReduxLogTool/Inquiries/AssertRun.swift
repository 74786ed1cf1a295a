import ReduxJournal
import ReduxReplay
import StateTree

/// A look at the states of a journal.
struct AssertRun {
  private let inquiry: AssertInquiry
  private let file: JournalFile
  private var judges: [StateJudge]
  private var violations: [Int: Int] = [:]
  private var fulfilled: Set<Int> = []
  private var counts = (states: 0, unknown: 0)
  private var last: (seq: Int, answer: [UInt8])?
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

  private func isDecided(_ index: Int) -> Bool { violations[index] != nil || fulfilled.contains(index) }

  /// The answer after the last state.
  ///
  /// - Throws: `JournalError`.
  mutating func answer() throws -> AssertInquiry.Answer {
    var answer = AssertInquiry.Answer(states: counts.states, unknown: counts.unknown)
    for (index, assertion) in inquiry.assertions.enumerated() {
      if let seq = violations[index] {
        answer.violations.append(.init(assertion: index, seq: seq))
      } else if assertion.mode != .eventually || fulfilled.contains(index) {
        answer.held += 1
      } else if counts.unknown == 0, !isStopped {
        answer.violations.append(.init(assertion: index, seq: nil))
      }
      if let last, !isDecided(index) { try note(index, JSONDocument(last.answer).root.elements[index], last.seq) }
    }
    answer.isOpen = counts.unknown > 0 && !isDecided
    answer.isStopped = isStopped
    answer.queriesWithoutResults = judges.flatMap(\.queriesWithoutResults)
    answer.caveats = caveats.sorted { $0.key < $1.key }.flatMap(\.value).reduce(into: []) { list, caveat in
      if !list.contains(caveat) { list.append(caveat) }
    }
    return answer
  }

  /// Judges the next state, `nil` if it is unknown.
  ///
  /// - Throws: The errors of the judges, `JournalError`.
  mutating func take(_ state: [UInt8]?, of seq: Int) throws {
    guard let state else {
      // An interrupted action led to no state.
      if case .action(let action)? = try file.entry(settingSeq: seq)?.record, action.interrupted {
      } else {
        counts.unknown += 1
      }
      return
    }
    defer { last = (seq, state) }
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
      if let last, last.answer == state { return }
      for (index, part) in try JSONDocument(state).root.elements.enumerated() { try judge(index, part, part, seq) }
    }
  }

  private mutating func judge(_ index: Int, _ document: JSONNode, _ state: JSONNode, _ seq: Int) throws {
    guard !isDecided(index) else { return }
    switch (inquiry.assertions[index].mode, try judges[index].verdict(on: document, of: seq, in: file)) {
    case (.always, .bad), (.never, .good): violations[index] = seq
    case (.eventually, .good): fulfilled.insert(index)
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
