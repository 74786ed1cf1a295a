import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree

/// What was found when one journal was verified.
struct Verification {
  /// How it came out.
  enum Outcome {
    case ok
    /// All is right, but the journal is recorded with a key, and that was not at hand to prove it.
    case intact
    case diverged(Divergence)
    /// It is whole and nothing diverges, but not every action could be reduced: `unproven` tells which.
    case unproven
    /// A change of the app's schema keeps it from being proven, or from being replayed.
    case schema(CommandFailure)
    case failed(CommandFailure)
    case crashed(ReducerFailure)
  }

  /// States that could not be proven.
  struct Unproven: Codable {
    /// The segment in which the first of them is set, of a journal in several.
    var segment: String?
    var line: Int?
    var seqs: ClosedRange<Int>
    var actions: Int
    /// The action that stands in the way.
    var type: String
    var reason: String
  }

  /// Something that is no error, but that one should know.
  struct Warning: Codable, Hashable {
    /// The segment that it is about, of a journal in several.
    var segment: String?
    var line: Int?
    var message: String
  }

  let path: String
  /// The fingerprint of the key with which the journal is recorded.
  var key: String?
  var outcome = Outcome.ok
  var actions = 0
  var refused = 0
  /// How many actions can't be reduced, but tell what they did.
  var patched = 0
  var sessions = 0
  var rewinds = 0
  /// How many actions could not be checked, because the state before them depends on a secret.
  var unchecked = 0
  var unproven: [Unproven] = []
  /// What a change of the app's schema did to it, if states have another shape than they had.
  var schema: SchemaFinding?
  /// Where states differ, if the verification went on there.
  var divergences: DivergenceFinding?
  /// How many states were recorded without a hash.
  var unhashed = 0
  /// How many of these nothing proves.
  var unsettled = 0
  /// How many states were proven; `nil` where nothing was replayed.
  var proven: Int?
  var lastSeq: Int?
  var isClosed = false
  var startsElsewhere = false
  var warnings: [Warning] = []

  init(path: String, outcome: Outcome = .ok) {
    self.path = path
    self.outcome = outcome
  }

  /// What a replay found, but for how the journal ends.
  init(path: String, _ report: VerifyReport) {
    self.path = path
    actions = report.actions
    refused = report.refused
    patched = report.patched
    sessions = report.sessions
    rewinds = report.rewinds
    proven = report.proven
    lastSeq = report.lastSeq
    startsElsewhere = report.startsElsewhere
    unchecked = report.unchecked
    divergences = DivergenceFinding(report)
    for gap in report.gaps { add(gap.gap, line: gap.line) }
    for action in report.interrupted { addInterrupted(action.type, seq: action.seq, line: action.line) }
    for range in report.unproven { add(range) }
  }

  /// The code to exit with.
  var exitCode: ExitCode {
    switch outcome {
    case .ok: .fine
    case .intact, .diverged: .finding
    case .unproven: .trouble
    case .schema(let failure), .failed(let failure): failure.exitCode
    case .crashed: .reducer
    }
  }

  /// Why it could not be verified, or not be proven authentic, if it couldn't.
  var failure: CommandFailure? {
    switch outcome {
    case .ok, .diverged: nil
    case .intact:
      CommandFailure(
        "intact, but not proven authentic: it is recorded with the key \(key ?? "")", file: path,
        advice: "Give that key with --key-file PATH. Who changes a journal without it can make all sums anew.",
        exitCode: .finding)
    case .unproven:
      CommandFailure(
        unproven.isEmpty
          ? "not all states could be proven" : "\(unprovenActions) of \(actions) actions could not be proven",
        file: path,
        advice: !unproven.isEmpty
          ? "They can't be reduced again, or follow one that can't, up to the next snapshot. All else is proven."
          : "A self-contained journal, or one in which these places are volatile, tells.")
    case .schema(let failure), .failed(let failure): failure
    case .crashed(let death): death.failure
    }
  }

  /// How it came out, in a word.
  var status: String {
    switch outcome {
    case .ok: "ok"
    case .intact: "intact"
    case .diverged: "diverged"
    case .unproven: "unproven"
    case .schema: "schema"
    case .failed(let failure) where failure.exitCode == .reducer: "no-reducer"
    case .failed: "failed"
    case .crashed(let death): death.status
    }
  }

  /// Notes whether a journal in which all else is right was proven by its key.
  mutating func settle(_ file: JournalFile, provenBy key: JournalKey?) {
    self.key = file.header.key
    guard self.key != nil, key == nil else { return }
    switch outcome {
    case .ok: outcome = .intact
    default: warnings.append(Warning(line: nil, message: "it is not proven authentic: its key is missing"))
    }
  }

  /// How many actions could not be proven.
  var unprovenActions: Int { unproven.reduce(0) { $0 + $1.actions } }

  /// Of how many states can't be told whether they differ in nothing but what is ignored.
  private var undecided: Int { divergences?.undecided ?? 0 }

  /// Notes states of which can't be told whether they differ in nothing but what is ignored.
  mutating func settleUndecided() {
    guard undecided > 0 else { return }
    let states = undecided == 1 ? "1 state" : "\(undecided) states"
    warn("of \(states) the journal doesn't tell whether they differ in nothing but what is ignored")
    if case .ok = outcome { outcome = .unproven }
  }

  /// Adds states that could not be proven.
  mutating func add(_ range: UnprovenRange) {
    let seqs = range.seqs
    let states = seqs.count == 1 ? "state \(seqs.lowerBound) is" : "states \(seqs.lowerBound) to \(seqs.upperBound) are"
    warn("\(states) not proven: \(range.reason)", line: range.line)
    unproven.append(
      Unproven(
        line: range.line, seqs: seqs, actions: range.actions, type: range.type,
        reason: range.replayability.rawValue))
    outcome = .unproven
  }

  /// Adds how a journal ends.
  mutating func add(_ tail: JournalTail) {
    switch tail {
    case .closed: isClosed = true
    case .notClosed: warn("not closed: the last session has no seal, so lines may be missing at the end")
    case .torn(let torn):
      let what: String
      if let action = torn.action {
        let fate = torn.beingWritten ? "is being reduced" : "was in flight when the process died"
        what = "action \(action.seq) (\(action.type)) \(fate)"
      } else if torn.beingWritten {
        what = "the line is being written"
      } else if torn.isWhole {
        what = "the last record lacks its line end"
      } else {
        what = "cut short: the last \(torn.bytes.count) bytes are no whole record"
      }
      warn(what, line: torn.line)
    }
  }

  mutating func add(_ gap: GapRecord, line: Int?) {
    let missing = gap.missing.map { $0 == 1 ? "1 action is missing" : "\($0) actions are missing" }
    warn("a gap: \(missing ?? "something is missing"): \(gap.why)", line: line)
  }

  mutating func addInterrupted(_ type: String, seq: Int, line: Int?) {
    warn("action \(seq) (\(type)) was in flight when the process died; it led to no state", line: line)
  }

  /// Adds a divergence that is accepted.
  mutating func addAccepted(_ divergence: Divergence) {
    warnings.append(
      Warning(
        segment: divergence.path == path ? nil : divergence.path, line: divergence.line, message: divergence.warning))
  }

  /// Adds a warning, about a line if there is one, counted through all segments until `locateLines` is called.
  mutating func warn(_ message: String, line: Int? = nil) { warnings.append(Warning(line: line, message: message)) }

  /// Finds the segments in which the lines are that there is something to say about, and their numbers there.
  mutating func locateLines(in file: JournalFile) {
    var places = file.locations(ofLines: warnings.compactMap(\.line) + unproven.compactMap(\.line))[...]
    for index in warnings.indices where warnings[index].line != nil {
      (warnings[index].segment, warnings[index].line) = next(of: &places)
    }
    for index in unproven.indices where unproven[index].line != nil {
      (unproven[index].segment, unproven[index].line) = next(of: &places)
    }
  }

  private func next(of places: inout ArraySlice<(path: String, line: Int)>) -> (segment: String?, line: Int?) {
    let place = places.popFirst()
    return (place?.path == path ? nil : place?.path, place?.line)
  }
}
