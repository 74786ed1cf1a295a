import CommandLineKit
package import JSONQuery
package import ReducerIsolation
package import ReduxJournal
import ReduxReplay
import StateCoding
import StateTree

/// Which step made a condition false.
package struct BisectInquiry: Inquiry {
  package let expectation: Expectation
  /// The seq of a good state; `nil` for the first of the history.
  package let good: Int?
  /// The seq of a bad state.
  package let bad: Int
  /// Whether to list each change.
  package let scans: Bool

  package init(expectation: Expectation, good: Int?, bad: Int, scans: Bool) {
    self.expectation = expectation
    self.good = good
    self.bad = bad
    self.scans = scans
  }

  /// The result of a search.
  package struct Answer: Codable, Sendable {
    package enum Outcome: String, Codable, Sendable {
      /// The condition holds at the bad end.
      case holds
      /// It doesn't hold at the good end.
      case badFromStart = "bad-from-start"
      /// One step made it false.
      case found
      /// One of several steps did: the states between them are unknown.
      case candidates
      /// A scan found these changes.
      case scanned
      /// The user stopped it: the changes are those so far, or good and bad the ends so far, if both are tested.
      case stopped
    }

    /// A state in which the condition begins or ceases to hold.
    package struct Change: Codable, Sendable {
      package var seq: Int
      package var holds: Bool
      /// The last state before that is known, if states between the two aren't.
      package var since: Int?
    }

    package var outcome: Outcome
    /// The last state known to be good.
    package var good: Int
    /// The first state known to be bad after it.
    package var bad: Int
    /// The first states between them, which can't be had, and their number.
    package var unknown: [Int] = []
    package var unknownCount = 0
    package var tested = 0
    /// The number of states from the good to the bad end.
    package var states = 0
    package var changes: [Change] = []
    package var queriesWithoutResults: [EmptyQuery] = []
    /// See `StateJudge.caveats`.
    package var caveats: [String] = []
    /// The values that the condition read of both states, as JSON text.
    package var before: String?
    package var after: String?
  }

  package static func isStopped(_ answer: Answer) -> Bool { answer.outcome == .stopped }

  /// Searches the history of the bad state.
  package func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> Answer {
    let way = try History.Way(of: file, from: good ?? 0, to: bad)
    guard let first = way.stretches.first, good == nil || first.seqs.lowerBound == good else {
      throw BisectInquiry.offHistory(good ?? 0, bad, way, file)
    }
    var bisection = try Bisection(expectation, along: way, from: first.seqs.lowerBound, to: bad, in: file, apps)
    do { return try scans ? bisection.scan(onStep: onStep) : bisection.search(onStep: onStep) } catch is Interrupted {
      return bisection.stopped
    }
  }

  private static func offHistory(_ good: Int, _ bad: Int, _ way: History.Way, _ file: JournalFile) -> CommandFailure {
    let message = "state \(good) isn't in the history of state \(bad)"
    guard let first = way.stretches.first, case .jump(let target) = first.origin else {
      return CommandFailure(message, file: file.path, advice: "Name an earlier state with --good.", exitCode: .usage)
    }
    return CommandFailure(
      "\(message): the jump back to state \(target) at state \(first.seqs.lowerBound) abandoned it", file: file.path,
      advice: "Name state \(target) or one before it with --good.", exitCode: .usage)
  }
}

/// A search for the step that made a condition false.
///
/// It halves the states that the journal holds, whose JSON is read as it is; then it replays the actions between the last
/// good and the first bad one, keeps some states on the way, and halves those, until nothing is between the two.
struct Bisection {
  /// The number of states to keep at a time: a copy of a plain collection costs the next action a copy of its elements.
  private static let keptStates = 32
  private static let shownUnknown = 100

  private let file: JournalFile
  private let way: History.Way
  private var states: any AppStates
  private var judge: StateJudge
  /// Whether states in the journal have the shape that the app's types encode.
  private let readsHeld: Bool
  private var good: Int
  private var bad: Int
  private var skipped: Set<Int> = []
  private var tested = 0
  private var changes: [BisectInquiry.Answer.Change] = []

  init(
    _ expectation: Expectation, along way: History.Way, from good: Int, to bad: Int, in file: JournalFile,
    _ apps: AppCatalog
  ) throws {
    self.file = file
    self.way = way
    self.good = good
    self.bad = bad
    judge = try StateJudge(expectation)
    states = try apps.states(of: file)
    var readsHeld = (try? apps.app(of: file))?.upgrades(file) != true
    if case .check = judge.question { readsHeld = false }
    self.readsHeld = readsHeld
  }

  /// Finds a step after which the condition doesn't hold.
  mutating func search(onStep: (Int) throws -> Void) throws -> BisectInquiry.Answer {
    var held = way.held.filter { $0 > good && $0 < bad }
    // Without them, a look at the last state would replay everything: keep what it passes.
    let first = good < bad && held.isEmpty ? try keep(onStep: onStep) : []
    let start = try end(good)
    guard try (good == bad ? start : end(bad)) == .bad else { return try answer(.holds, proving: [bad]) }
    guard start == .good else { return try answer(.badFromStart, proving: [good]) }
    try halve(&held, onStep: onStep)
    var known = first
    try halve(&known, onStep: onStep)
    while between > 0 {
      let ends = (good, bad)
      var known = try keep(onStep: onStep)
      try halve(&known, onStep: onStep)
      guard (good, bad) == ends else { continue }
      // In a journal in which some actions lack their patches, only single states come from reducers.
      if between > 0 { try testEach(onStep: onStep) }
      break
    }
    let unknown = try unknownStates()
    var answer = try answer(unknown.isEmpty ? .found : .candidates, proving: [good, bad])
    answer.unknown = Array(unknown.prefix(Bisection.shownUnknown))
    answer.unknownCount = unknown.count
    let question = if case .check = judge.question { StateQuestion.values(.whole) } else { judge.question }
    answer.before = String(decoding: try states.answer(question, at: good), as: UTF8.self)
    answer.after = String(decoding: try states.answer(question, at: bad), as: UTF8.self)
    return answer
  }

  /// Lists each change of the condition.
  mutating func scan(onStep: (Int) throws -> Void) throws -> BisectInquiry.Answer {
    var (judge, tested, changes) = (judge, tested, changes)
    let file = file
    var last: Int?
    var followsUnknown = false
    do {
      defer { (self.judge, self.tested, self.changes) = (judge, tested, changes) }
      try states.forEach(judge.question, along: way, proves: true) { seq, answer in
        try onStep(seq)
        let verdict = try answer.map { try judge.verdict(on: $0, of: seq, in: file) } ?? .unknown
        guard verdict != .unknown else {
          if try file.entry(settingSeq: seq)?.action?.interrupted != true { followsUnknown = true }
          return true
        }
        tested += 1
        let holds = verdict == .good
        if changes.last?.holds != holds {
          changes.append(BisectInquiry.Answer.Change(seq: seq, holds: holds, since: followsUnknown ? last : nil))
        }
        (last, followsUnknown) = (seq, false)
        return true
      }
    }
    return try answer(.scanned, proving: [bad])
  }

  /// The answer when the user stops the search. It proves nothing.
  var stopped: BisectInquiry.Answer { known(.stopped) }

  private func known(_ outcome: BisectInquiry.Answer.Outcome) -> BisectInquiry.Answer {
    BisectInquiry.Answer(
      outcome: outcome, good: good, bad: bad, tested: tested, states: way.count, changes: changes,
      queriesWithoutResults: judge.queriesWithoutResults)
  }

  /// The answer, after the states on which it rests are proven.
  private mutating func answer(
    _ outcome: BisectInquiry.Answer.Outcome, proving seqs: [Int]
  ) throws -> BisectInquiry.Answer {
    var answer = known(outcome)
    for seq in seqs { try states.prove(at: seq) }
    if judge.question.needsApp { return answer }
    for seq in seqs {
      let document = try JSONDocument(states.answer(judge.question, at: seq))
      let caveats = try judge.caveats(on: document.root, of: seq, in: file)
      answer.caveats += caveats.filter { !answer.caveats.contains($0) }
    }
    return answer
  }

  /// The number of states between the good and the bad one.
  private var between: Int { good + 1 < bad ? way.part(good + 1...bad - 1).count : 0 }

  /// Replays from the good to the bad state, and returns the states that it keeps between them.
  private mutating func keep(onStep: (Int) throws -> Void) throws -> [Int] {
    let marks = good + 1 < bad ? way.part(good + 1...bad - 1).marks(Bisection.keptStates) : []
    return try states.keep(marks + [bad], along: way.part(good...bad), onStep: onStep)
  }

  /// Halves ascending states until none is between the good and the bad one.
  private mutating func halve(_ candidates: inout [Int], onStep: (Int) throws -> Void) throws {
    while true {
      try onStep(good)
      candidates = candidates.filter { $0 > good && $0 < bad && !skipped.contains($0) }
      guard !candidates.isEmpty else { return }
      let middle = candidates[candidates.count / 2]
      switch try verdict(middle) {
      case .good: good = middle
      case .bad: bad = middle
      case .unknown: skipped.insert(middle)
      }
    }
  }

  /// Tests the states in between in order, where halving finds no known one.
  private mutating func testEach(onStep: (Int) throws -> Void) throws {
    for seq in way.part(good + 1...bad - 1).stretches.flatMap(\.seqs) where !skipped.contains(seq) {
      try onStep(seq)
      switch try verdict(seq) {
      case .good: good = seq
      case .bad:
        bad = seq
        return
      case .unknown: skipped.insert(seq)
      }
    }
  }

  /// The states between the good and the bad one that existed but can't be had.
  private func unknownStates() throws -> [Int] {
    guard between > 0 else { return [] }
    return try way.part(good + 1...bad - 1).stretches.flatMap(\.seqs).filter { seq in
      if case .action(let action)? = try file.entry(settingSeq: seq)?.record { !action.interrupted } else { true }
    }
  }

  /// The verdict on an end, which must be known.
  private mutating func end(_ seq: Int) throws -> StateJudge.Verdict {
    let verdict = try judge.verdict(on: states.answer(judge.question, at: seq), of: seq, in: file)
    tested += 1
    guard verdict != .unknown else {
      throw CommandFailure(
        "the command skipped state \(seq), an end of the search", file: file.path,
        advice: "Name other ends with --good and --bad.")
    }
    return verdict
  }

  private mutating func verdict(_ seq: Int) throws -> StateJudge.Verdict {
    tested += 1
    do {
      if readsHeld, let node = try heldState(seq) { return try judge.verdict(on: node, of: seq, in: file) }
      return try judge.verdict(on: states.answer(judge.question, at: seq), of: seq, in: file)
    } catch let error as ReplayError where error.isOfUnknownState {
      return .unknown
    }
  }

  /// The whole state in a snapshot; `nil` if the journal doesn't hold it.
  private func heldState(_ seq: Int) throws -> JSONNode? {
    guard let entry = try file.entry(settingSeq: seq) else { return nil }
    let reader = try file.entries(fromOffset: entry.offset)
    while let next = try reader.next(), next.seq == seq {
      if case .snapshot(let snapshot) = next.record, snapshot.holdsWholeState { return snapshot.state }
    }
    return nil
  }
}
