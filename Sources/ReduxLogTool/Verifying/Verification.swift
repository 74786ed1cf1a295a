import CommandLineKit
import ReduxJournal
import ReduxReplay

/// The result of verifying one journal: the replay's report, and the command's verdict.
///
/// The process that runs the reducers sends it through a pipe, so it must be `Codable` as a whole.
struct Verification: Codable, JournalResult {
  /// How a verification ended.
  enum Outcome: Codable {
    case ok
    /// The journal is intact, but the key that would prove it authentic is missing.
    case intact
    case diverged(Divergence)
    /// The same actions led to different states in different replays.
    case impure(Impurity)
    /// The journal is intact and nothing diverges, but some actions could not be reduced: see `VerifyReport.unproven`.
    case unproven
    /// A change of the app's schema prevents the proof, or the replay.
    case schema(CommandFailure)
    case failed(CommandFailure)
    case crashed(ReducerFailure)
  }

  /// A warning about a journal.
  struct Warning: Codable, Hashable {
    /// The segment that contains the line, for a journal with several.
    var segment: String?
    var line: Int?
    var message: String
  }

  var path: String
  var outcome = Outcome.ok
  /// The findings of replaying or reading the journal.
  var report = VerifyReport()
  /// Whether states were replayed, not only lines read.
  var isReplayed = true
  /// Whether states of another shape were converted, so that recorded states prove them, not hashes.
  var convertsStates = false
  /// The number of states to which each replay led; `nil` if the journal was replayed once.
  var reproduced: Int?
  /// The fingerprint of the key with which the journal is recorded.
  var key: String?
  var warnings: [Warning] = []

  init(path: String, outcome: Outcome = .ok) {
    self.path = path
    self.outcome = outcome
  }

  /// Wraps the report of a replay, without warnings about the journal's end.
  init(path: String, _ report: VerifyReport) {
    self.path = path
    self.report = report
    for gap in report.gaps { warn(of: gap) }
    for action in report.interrupted { warn(of: action) }
    for range in report.unproven { warn(of: range) }
    if !report.unproven.isEmpty { outcome = .unproven }
  }

  /// The exit code.
  var exitCode: ExitCode {
    switch outcome {
    case .ok: .fine
    case .intact, .diverged, .impure: .finding
    case .unproven: .trouble
    case .schema(let failure), .failed(let failure): failure.exitCode
    case .crashed: .reducer
    }
  }

  /// The reason why the journal was not verified, or not proven authentic; `nil` if it was, or diverges.
  var failure: CommandFailure? {
    switch outcome {
    case .ok, .diverged: nil
    case .intact:
      CommandFailure(
        "intact, but not proven authentic: it is recorded with the key \(key ?? "")", file: path,
        advice: "Pass that key with --key-file PATH: checksums alone don't reveal a forged journal.",
        exitCode: .finding)
    case .unproven:
      CommandFailure(
        report.unproven.isEmpty
          ? "not all states could be proven"
          : "\(unprovenActions) of \(report.actions) actions could not be proven",
        file: path,
        advice: !report.unproven.isEmpty
          ? "Everything else is proven. Accept that with --allow-unproven, or record with states: .patches, which prove such actions."
          : "To prove them, record a self-contained journal, or declare the ignored places volatile.")
    case .impure(let impurity): impurity.failure
    case .schema(let failure), .failed(let failure): failure
    case .crashed(let crash): crash.failure
    }
  }

  /// The outcome in a word.
  var status: String {
    switch outcome {
    case .ok: "ok"
    case .intact: "intact"
    case .diverged: "diverged"
    case .impure: "impure"
    case .unproven: "unproven"
    case .schema: "schema"
    case .failed(let failure) where failure.exitCode == .reducer: "no-reducer"
    case .failed: "failed"
    case .crashed(let crash): crash.status
    }
  }

  /// The number of actions that could not be proven.
  var unprovenActions: Int { report.unproven.reduce(0) { $0 + $1.actions } }
}
