import CommandLineKit
import ReducerIsolation
import ReduxJournal
import ReduxReplay

/// The first thing that a view says about a journal: whether something is wrong, where, and what is proven.
package struct Verdict: Sendable {
  /// Whether something is wrong.
  package enum Judgement: String, Sendable {
    /// Everything is proven.
    case fine
    /// Not everything is proven, and nothing is known to be wrong.
    case open
    /// The app died, today's app differs, or the journal is damaged.
    case wrong

    /// The sign before the verdict. Words beside it say the same.
    package var sign: String {
      switch self {
      case .fine: "✓"
      case .open: "·"
      case .wrong: "✗"
      }
    }
  }

  /// The verification's outcome in a word.
  package let status: String
  package let judgement: Judgement
  /// The outcome in a few words.
  package let headline: String
  /// The outcome in a sentence without a full stop.
  package let text: String
  /// How often today's app differs, in another sentence, if it does.
  let extent: String?
  /// The state at which something went wrong.
  package let seq: Int?
  /// The problems that a verification finds, in the order of their states.
  package let problems: [TimelineProblem]
  private let statuses: Statuses

  /// Whether reducers proved the states before the problem.
  private struct Statuses {
    /// The first state that today's reducers don't confirm; `nil` if they confirm all, 0 if none ran.
    var firstUnconfirmed: Int?
    /// Whether that state differs.
    var differs = false
    /// Later states at which today's reducers do something else.
    var differing: Set<Int> = []
    var unproven: [ClosedRange<Int>] = []
    var missing: Set<Int> = []
    /// Whether patches give the states that reducers don't confirm.
    var isSelfContained: Bool
    /// Whether reducers make states of today's shape, which no hash proves.
    var isReshaped = false

    /// Whether today's reducers confirm all states.
    var isConfirmed: Bool { firstUnconfirmed == nil && unproven.isEmpty }
  }

  /// The status of a state, as far as it doesn't depend on where snapshots are.
  package func status(of seq: Int) -> StateStatus {
    if statuses.missing.contains(seq) { return .missing }
    let isConfirmed = statuses.firstUnconfirmed.map { seq < $0 } ?? true
    if isConfirmed, !statuses.unproven.contains(where: { $0.contains(seq) }) { return .proven }
    if statuses.differs, seq == statuses.firstUnconfirmed { return .differs }
    if statuses.differing.contains(seq) { return .differs }
    return statuses.isSelfContained ? .recorded : statuses.isReshaped ? .converted : .notProven
  }

  /// The outcome in sentences, without the last full stop.
  package var sentences: String { [text, extent].compactMap(\.self).joined(separator: ". ") }

  /// Whether today's reducers may be run to make a state: they led to the recorded ones up to there, or the state has another
  /// shape today.
  package func isReplayable(_ seq: Int) -> Bool {
    let isConverted = statuses.isReshaped && !statuses.isSelfContained
    return isConverted || (statuses.firstUnconfirmed.map { seq < $0 } ?? true)
  }

  /// The state at which to open a view: the last action in flight, else the first divergence, crash or damage, else the first
  /// session that went back; `nil` for the last state.
  package static func opening(_ problems: [TimelineProblem]) -> Int? {
    if let last = problems.last(where: { $0.kind == .inFlight }) { return last.seq }
    let failures: Set<TimelineProblem.Kind> = [.differs, .crashed, .hung, .damage]
    return (problems.first { failures.contains($0.kind) } ?? problems.first { $0.kind == .wentBack })?.seq
  }

  /// Creates the verdict of a verification.
  package init(_ verification: Verification, isSelfContained: Bool, found: [TimelineProblem] = []) {
    var report = verification.report
    var statuses = Statuses(isSelfContained: isSelfContained)
    statuses.unproven = report.unproven.map(\.seqs)
    if case .torn(let torn) = report.tail, let action = torn.action, !torn.beingWritten {
      report.interrupted.append(action)
    }
    statuses.missing = Set(report.interrupted.map(\.seq))
    var problems = report.interrupted.map {
      TimelineProblem(
        seq: $0.seq, kind: .inFlight, text: "\($0.type) \(ActionRecord.ending(afterReturning: $0.hadReturned))")
    }
    problems += report.unproven.map {
      TimelineProblem(seq: $0.seqs.lowerBound, kind: .unproven, text: $0.reason)
    }
    let finding = Finding(verification, &statuses.firstUnconfirmed)
    statuses.isReshaped = finding.isReshaped
    if let problem = finding.problem { problems.append(problem) }
    let recurring = report.divergences.recurring(after: verification.outcome)
    problems += recurring
    statuses.differing = Set(recurring.map(\.seq))
    problems += found.filter { new in !problems.contains { ($0.seq, $0.kind) == (new.seq, new.kind) } }
    statuses.missing.formUnion(found.lazy.filter { $0.kind == .inFlight }.map(\.seq))
    statuses.differs = finding.problem?.kind == .differs
    problems.sort { ($0.seq, $0.kind.rawValue) < ($1.seq, $1.kind.rawValue) }
    let inFlight = problems.last { $0.kind == .inFlight }
    if let inFlight, finding.problem == nil {
      let hadReturned = report.interrupted.contains { $0.seq == inFlight.seq && $0.hadReturned }
      headline = hadReturned ? "Action \(inFlight.seq) is cut off" : "The app died in action \(inFlight.seq)"
      text = "\(inFlight.text). \(finding.headline)"
      seq = inFlight.seq
    } else if let lost = problems.first(where: { $0.kind == .wentBack }), finding.problem == nil, !finding.isDamage {
      headline = "A session lost states at \(lost.seq)"
      text = "\(lost.text). \(finding.headline)"
      seq = lost.seq
    } else {
      headline = finding.headline
      text = finding.text
      seq = finding.problem?.seq
    }
    extent = if case .diverged = verification.outcome { report.divergences.extent } else { nil }
    status = verification.status
    let isWrong = problems.contains { [.differs, .crashed, .hung, .inFlight, .damage].contains($0.kind) }
    judgement =
      isWrong || finding.isDamage
      ? .wrong
      : verification.exitCode == .fine && statuses.isConfirmed && !problems.contains { $0.kind == .wentBack }
        ? .fine : .open
    self.problems = problems
    self.statuses = statuses
  }
}

/// The verification's outcome in words.
private struct Finding {
  var headline: String
  var text: String
  var problem: TimelineProblem?
  /// Whether the journal can't be read to its end.
  var isDamage = false
  /// Whether the state has another shape today.
  var isReshaped = false

  init(_ verification: Verification, _ firstUnconfirmed: inout Int?) {
    let report = verification.report
    switch verification.outcome {
    case .ok where !report.unproven.isEmpty:
      self.init(
        "Not every state is proven",
        "\(verification.unprovenActions) of \(report.actions) \(report.stepNoun)s could not be proven")
    case .ok where report.reshaped > 0:
      firstUnconfirmed = 0
      self.init("The state has another shape today", report.schemaFailure(file: verification.path).message)
      isReshaped = true
    case .ok:
      let shape = verification.convertsStates ? ", in today's shape" : ""
      let exception = report.holdsStandIns ? ", apart from redacted values" : ""
      self.init(
        "Today's app does the same",
        "Bugs included: search for what the user saw. \(report.proof)\(shape)\(exception)")
    case .intact:
      self.init(report.proof, "But only the journal's key could prove who recorded it")
    case .unproven:
      self.init("Not every state is proven", verification.failure?.message ?? "")
    case .schema(let failure):
      firstUnconfirmed = 0
      self.init("The state has another shape today", failure.message)
      isReshaped = true
    case .diverged(let divergence):
      firstUnconfirmed = divergence.seq
      let text = divergence.inWords
      self.init(
        "Today's app differs at \(divergence.seq)\(divergence.mayBeRedaction ? ", perhaps because of redaction" : "")",
        text)
      problem = TimelineProblem(seq: divergence.seq, kind: .differs, text: text)
    case .impure(let impurity):
      firstUnconfirmed = impurity.seqs.lowerBound
      self.init("Today's app does something else each time, from \(impurity.seqs.upperBound) on", impurity.message)
      problem = TimelineProblem(seq: impurity.seqs.upperBound, kind: .differs, text: impurity.message)
    case .crashed(let crash):
      firstUnconfirmed = crash.seq ?? 0
      let hung = if case .hung = crash.fate { true } else { false }
      self.init(
        "Today's app \(hung ? "hangs" : "crashes")\(crash.seq.map { " at \($0)" } ?? "")", crash.failure.message)
      problem = crash.seq.map { TimelineProblem(seq: $0, kind: hung ? .hung : .crashed, text: crash.failure.message) }
    case .failed(let failure) where failure.exitCode == .reducer:
      firstUnconfirmed = 0
      self.init(
        "Recorded, not replayed", "Search for what the user saw. This tool doesn't contain the app's reducers")
    case .failed(let failure):
      firstUnconfirmed = report.divergence?.seq ?? report.lastSeq.map { $0 + 1 } ?? 0
      let problem = failure.isDamage ? "is damaged" : failure.line == nil ? "can't be read" : "can't be replayed"
      self.init("The journal \(problem)\(failure.line.map { " at line \($0)" } ?? "")", failure.reason)
      isDamage = true
    }
    guard !verification.isReplayed else { return }
    switch verification.outcome {
    case .ok, .intact:
      firstUnconfirmed = 0
      let isCut = if case .torn(let torn) = report.tail { !torn.isWhole } else { false }
      let key =
        if case .intact = verification.outcome { ". Only the journal's key could prove who recorded it" } else { "" }
      self.init(
        "Recorded, not replayed",
        "Search for what the user saw. Every \(isCut ? "complete line" : "line") is intact: \(report.actionCount)\(key)"
      )
    case .diverged, .impure, .unproven, .schema, .failed, .crashed: break
    }
  }

  private init(_ headline: String, _ text: String) {
    self.headline = headline
    self.text = text
  }
}

extension VerifyReport {
  /// What a replay without a difference has proven.
  fileprivate var proof: String {
    guard unsettled > 0 else { return "Every state is proven" }
    return "\(proven.counted("state")) \(proven == 1 ? "is" : "are") proven, and no hash proves \(unsettled)"
  }
}

extension DivergentLocations {
  /// How often today's app differs.
  fileprivate var extent: String? {
    // Without --keep-going, a verification ends at the first divergence.
    guard actions > 0 else { return "Later actions aren't compared" }
    guard actions > 1, let last = locations.map(\.last.seq).max() else { return nil }
    let known = Set(locations.flatMap(\.examples).map(\.action.seq)).sorted()
    if known.count == actions, actions <= DivergentLocations.listedActions {
      return "\(actions) actions differ: \(known.dropLast().map(String.init).joined(separator: ", ")) and \(last)"
    }
    return "\(actions)\(areMore ? " or more" : "") actions differ, the last at \(last)"
  }

  private static let listedActions = 5

  /// The first and the last actions at each place that differs, but for the verification's divergence.
  fileprivate func recurring(after outcome: Verification.Outcome) -> [TimelineProblem] {
    guard case .diverged(let divergence) = outcome else { return [] }
    var problems: [TimelineProblem] = []
    for location in locations {
      let place = location.pointer.map { $0.isEmpty ? "the whole state" : $0 } ?? "whether it is refused"
      let examples = location.examples.map { ($0.action, $0.pointer.map { $0.isEmpty ? place : $0 } ?? place) }
      for (action, place) in examples + [(location.last, place)]
      where action.seq != divergence.seq && !problems.contains(where: { $0.seq == action.seq }) {
        problems.append(
          TimelineProblem(seq: action.seq, kind: .differs, text: "\(action.type) also differs at \(place)"))
      }
    }
    return problems
  }
}

/// The knowledge about a state. Views show these words to people.
package enum StateStatus: String, Codable, Hashable, Sendable {
  /// Today's reducers lead to the recorded hash.
  case proven
  /// The journal holds the state, and no reducer has confirmed it.
  case recorded
  /// Today's reducers lead to another state.
  case differs
  /// Today's reducers make the state, in a shape that the recorded hashes don't have.
  case converted
  /// No replay leads here, and the journal doesn't hold the state.
  case notProven = "not proven"
  /// There is no such state: its action was interrupted.
  case missing
}

/// A place in a journal that deserves attention.
package struct TimelineProblem: Hashable, Sendable {
  /// The kind of problem. Views show these words to people.
  package enum Kind: String, Hashable, Sendable {
    case differs, crashed, hung
    case inFlight = "in flight"
    case damage, gap, torn, unproven
    /// A session starts from an earlier state than the last one before it.
    case wentBack = "went back"
  }

  package var seq: Int
  package var kind: Kind
  /// The event in a sentence without a full stop.
  package var text: String

  package init(seq: Int, kind: Kind, text: String) {
    (self.seq, self.kind, self.text) = (seq, kind, text)
  }
}
