import ReduxJournal
import ReduxReplay
import StateTree

/// What was found when one journal was verified.
struct Verification {
  /// How it came out.
  enum Outcome {
    case ok
    case diverged(Divergence)
    case failed(CommandFailure)
    case crashed(ReducerDeath)
  }

  /// Something that is no error, but that one should know.
  struct Warning {
    var line: Int?
    var message: String
  }

  let path: String
  var outcome = Outcome.ok
  var actions = 0
  var refused = 0
  var sessions = 0
  var rewinds = 0
  /// How many actions could not be checked, because the state before them depends on a secret.
  var unchecked = 0
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

  /// The code to exit with.
  var exitCode: ExitCode {
    switch outcome {
    case .ok: .fine
    case .diverged: .finding
    case .failed(let failure): failure.exitCode
    case .crashed: .reducer
    }
  }

  /// Why it could not be verified, if it couldn't.
  var failure: CommandFailure? {
    switch outcome {
    case .ok, .diverged: nil
    case .failed(let failure): failure
    case .crashed(let death): death.failure
    }
  }

  /// How it came out, in a word.
  var status: String {
    switch outcome {
    case .ok: "ok"
    case .diverged: "diverged"
    case .failed(let failure) where failure.exitCode == .reducer: "no-reducer"
    case .failed: "failed"
    case .crashed(let death): death.status
    }
  }

  mutating func add(_ tail: JournalTail) {
    switch tail {
    case .closed: isClosed = true
    case .notClosed:
      warnings.append(
        Warning(line: nil, message: "not closed: the last session has no seal, so lines may be missing at the end"))
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
      warnings.append(Warning(line: torn.line, message: what))
    }
  }

  mutating func add(_ gap: GapRecord, line: Int?) {
    let missing = gap.missing.map { $0 == 1 ? "1 action is missing" : "\($0) actions are missing" }
    warnings.append(Warning(line: line, message: "a gap: \(missing ?? "something is missing"): \(gap.why)"))
  }

  mutating func addRedacted(_ type: String, seq: Int, line: Int?) {
    warnings.append(Warning(line: line, message: Verification.redactedMessage(seq: seq, type: type)))
  }

  static func redactedMessage(seq: Int, type: String) -> String {
    "state \(seq) (\(type)) diverges because of redaction: it depends on a value that was not recorded"
  }

  mutating func addInterrupted(_ type: String, seq: Int, line: Int?) {
    warnings.append(
      Warning(line: line, message: "action \(seq) (\(type)) was in flight when the process died; it led to no state"))
  }
}
