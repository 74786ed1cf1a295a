import CommandLineKit
import ReduxJournal
import SystemSupport

/// A reducer that came to no end: what it was reducing, and what became of it.
struct ReducerFailure: Codable, Hashable {
  /// What became of it.
  enum Fate: Codable, Hashable {
    /// It took longer than this.
    case hung(Duration)
    /// A signal ended its process.
    case killed(signal: Int32)
    /// It ended its process itself.
    case left(code: Int32)

    init(_ end: Platform.ProcessEnd) {
      switch end {
      case .exited(let code): self = .left(code: code)
      case .killed(let signal): self = .killed(signal: signal)
      }
    }
  }

  let fate: Fate
  let path: String
  /// The action; `nil` if there was none yet.
  let seq: Int?
  /// Whether it was being reduced; else its reducer had returned.
  let isReducing: Bool
  /// The file that the action is in: the journal, or one of its segments.
  let file: String
  /// The line of the action in that file, if it can be found.
  let line: Int?
  /// The action's type label, if it can be found.
  let type: String?

  /// What became of a reducer, with what the journal says of the action.
  init(_ fate: Fate, _ activity: ReducerActivity.Activity?, in job: ReplayJob) {
    self.fate = fate
    path = job.path
    seq = activity?.seq
    isReducing = activity?.isReducing ?? false
    // Where the journal can't be read any more, the number alone has to do.
    let file = try? JournalFile(path: job.path, options: job.options)
    let entry = activity.flatMap { try? file?.entry(settingSeq: $0.seq) }
    let place = entry.flatMap { file?.location(ofLine: $0.line, at: $0.offset) }
    line = place?.line
    self.file = place?.path ?? job.path
    if case .action(let action) = entry?.record { type = action.type } else { type = nil }
  }

  /// What it is in a word.
  var status: String { if case .hung = fate { "hung" } else { "crashed" } }

  /// As it is reported.
  var failure: CommandFailure {
    CommandFailure(message, file: file, line: line, advice: advice, exitCode: .reducer)
  }

  private var message: String {
    guard let seq else { return "the app ended the process before an action was reduced: \(cause)" }
    let action = "action \(seq)" + (type.map { " (\($0))" } ?? "")
    if isReducing { return "the reducer \(verb) at \(action): \(cause)" }
    return "the app ended the process after \(action) was reduced: \(cause)"
  }

  private var verb: String {
    switch fate {
    case .hung: "hangs"
    case .killed: "crashes"
    case .left: "ends the process"
    }
  }

  private var cause: String {
    switch fate {
    case .hung(let limit): "it did not return within \(DurationFormat.plain(limit))"
    case .killed(let signal): ReducerFailure.describe(signal)
    case .left(let code): "exit code \(code)"
    }
  }

  /// A signal's name, and what commonly causes it.
  private static func describe(_ signal: Int32) -> String {
    let name = Platform.signalName(signal)
    return switch name {
    case "SIGILL", "SIGTRAP": "\(name), as when a precondition fails, a number overflows or nil is unwrapped"
    case "SIGSEGV", "SIGBUS": "\(name), as when the stack is exhausted"
    case "SIGKILL": "\(name), as when memory is exhausted"
    default: name
    }
  }

  private var advice: String? {
    guard let seq, isReducing else { return nil }
    let show = "'reduxlog show \(ShellWord.quoted(path))@\(seq) --action' shows the action."
    return switch fate {
    case .hung: "\(show) A reducer that is only slow needs a longer --timeout."
    case .killed: "\(show) With SWIFT_BACKTRACE=enable=yes in the environment, Swift shows where it was."
    case .left: show
    }
  }
}
