package import CommandLineKit
import ReduxJournal
import ReduxNotation
import SystemSupport

/// A reducer that crashed or hung: the action, the cause, and the place in the code.
package struct ReducerFailure: Codable, Hashable, Sendable {
  /// How the reducer failed.
  package enum Fate: Codable, Hashable, Sendable {
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

  package let fate: Fate
  package var path: String
  /// The action; `nil` if none was reduced yet.
  package let seq: Int?
  /// Whether the action was being reduced; otherwise its reducer had returned.
  package let isReducing: Bool
  /// Whether the action was reduced with other values in place of redacted ones.
  package let isVaried: Bool
  /// The seq of the last state that the replay had checked: a later replay can resume there.
  package let reached: Int
  /// Where the code crashed; `nil` if it hung, or the system offers no backtrace.
  package let site: CrashSite?
  /// The file that holds the action: the journal, or one of its segments.
  package var file: String
  /// The line of the action in that file, if it can be found.
  package let line: Int?
  /// The action's type label, if it can be found.
  package let type: String?

  /// Combines a process's last notes with the journal's record of the action.
  init(_ fate: Fate, _ activity: ReducerActivity, thread: Int, of input: JobInput) {
    self.fate = fate
    path = input.path
    let status = activity.status(ofThread: thread)
    seq = status?.seq
    isReducing = status?.isReducing ?? false
    isVaried = activity.varies(thread: thread)
    reached = activity.progress
    let crash = activity.crash
    site = crash?.thread == thread ? crash?.site : nil
    // Without a readable journal, the seq must suffice.
    let journal = try? input.file()
    let entry = status.flatMap { try? journal?.entry(settingSeq: $0.seq) }
    let place = entry.flatMap { journal?.location(ofLine: $0.line, at: $0.offset) }
    line = place?.line
    file = place?.path ?? path
    if case .action(let action) = entry?.record { type = action.type } else { type = nil }
  }

  /// The failure in a word.
  package var status: String { if case .hung = fate { "hung" } else { "crashed" } }

  /// The failure that the command reports.
  package var failure: CommandFailure {
    CommandFailure(message, file: file, line: line, advice: advice, exitCode: .reducer)
  }

  private var message: String {
    guard let seq else { return "the app \(ending) before an action was reduced: \(cause)" }
    let action = "action \(seq)" + (type.map { " (\($0))" } ?? "")
    if isReducing { return "the reducer \(verb) at \(action): \(cause)" }
    return "the app \(ending) after \(action) was reduced: \(cause)"
  }

  private var ending: String { if case .hung = fate { "hangs" } else { "ended the process" } }

  private var verb: String {
    switch fate {
    case .hung: "hangs"
    case .killed: "crashes"
    case .left: "ends the process"
    }
  }

  /// What ended the reducer, without the action.
  package var cause: String {
    switch fate {
    case .hung(let limit): "it did not return within \(DurationFormat.plain(limit))"
    case .killed(let signal): describe(signal)
    case .left(let code): "exit code \(code)"
    }
  }

  /// The name of the signal that ended the process; `nil` if none did.
  package var signal: String? { if case .killed(let signal) = fate { Platform.signalName(signal) } else { nil } }

  /// A signal's name, where the code was, and its usual cause.
  private func describe(_ signal: Int32) -> String {
    let name = Platform.signalName(signal)
    let place = name + (site.map { " at \($0)" } ?? "")
    return switch name {
    case "SIGILL", "SIGTRAP": "\(place), usually a failed precondition, an overflow or an unwrapped nil"
    case "SIGSEGV", "SIGBUS": "\(place), usually an exhausted stack"
    case "SIGKILL": "\(place), usually exhausted memory"
    default: place
    }
  }

  private var advice: String? {
    guard let seq, isReducing else { return nil }
    let show = "'reduxlog show \(ShellWord.journal(path))@\(seq) --action' shows the action."
    return switch fate {
    case .hung: "\(show) If the reducer is only slow, raise --timeout."
    case .killed: "\(show) Set SWIFT_BACKTRACE=enable=yes to see Swift's backtrace."
    case .left: show
    }
  }
}

/// The place in the code where a reducer crashed: the innermost frame outside of Swift's runtime and the system's libraries.
///
/// Two crashes with the same site, in runs of the same executable, probably have the same cause. A symbolizer
/// finds the line: `llvm-symbolizer --obj=IMAGE OFFSET`.
package struct CrashSite: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The file name of the executable or library, up to 104 bytes of it.
  package var image: String
  /// The offset of the instruction from the start of the image in memory, in bytes.
  package var offset: UInt

  package var description: String { "\(image)+0x\(String(offset, radix: 16))" }
}

extension ShellWord {
  /// The name of a journal from standard input.
  package static let standardInput = "standard input"

  /// A journal's path as a word of a command line: a placeholder for standard input.
  package static func journal(_ path: String) -> String { path == standardInput ? "FILE" : quoted(path) }
}
