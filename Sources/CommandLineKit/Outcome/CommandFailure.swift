package import TerminalText

/// The reason why a command failed: where, what, and what to do next.
package struct CommandFailure: Error, Codable, Hashable, Sendable {
  /// The command's exit code.
  package var exitCode: ExitCode
  /// The file at fault, if any.
  package var file: String?
  /// The line of the file, counted from 1.
  package var line: Int?
  /// The expected and the found value.
  package var message: String
  /// The next step.
  package var advice: String?
  /// Whether the file was changed after it was written, as opposed to valid and of no use here.
  package var isDamage = false

  /// Creates a failure.
  package init(
    _ message: String, file: String? = nil, line: Int? = nil, advice: String? = nil, exitCode: ExitCode = .trouble
  ) {
    self.message = message
    self.file = file
    self.line = line
    self.advice = advice
    self.exitCode = exitCode
  }

  /// The printed failure: `FILE:LINE: error: …`, a form that editors and CI systems can link.
  package func report(tool: String) -> StyledText {
    var place = file ?? tool
    if file != nil, let line { place += ":\(line)" }
    var text: StyledText = "\(place): \("error:", .error) \(message)\n"
    if let advice { text += "  \(advice)\n" }
    return text
  }
}

extension CommandFailure: CustomStringConvertible {
  package var description: String { report(tool: "reduxlog").plain }
}

/// An error that defines how a command reports it.
package protocol ReportableError: Error {
  /// The failure to report.
  func commandFailure(tool: String) -> CommandFailure
}

/// The exit code of a command, for scripts to branch on.
package struct ExitCode: RawRepresentable, Codable, Hashable, Comparable, Sendable {
  /// The number.
  package let rawValue: Int32

  /// Creates an exit code from its number.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static func < (left: ExitCode, right: ExitCode) -> Bool { left.rawValue < right.rawValue }

  /// The command did its work and found nothing wrong.
  package static let fine = ExitCode(rawValue: 0)
  /// The command did its work and found a problem, such as a difference.
  package static let finding = ExitCode(rawValue: 1)
  /// The command failed: a file can't be read or written, or is damaged.
  package static let trouble = ExitCode(rawValue: 2)
  /// The command line is wrong.
  package static let usage = ExitCode(rawValue: 64)
  /// The user interrupted the command.
  package static let interrupted = ExitCode(rawValue: 130)
  /// The reader of the output went away.
  package static let brokenPipe = ExitCode(rawValue: 141)
}

/// An invalid command line.
package struct UsageError: Error, Hashable, Sendable {
  /// The problem, in one line. It may contain control characters from the arguments; the writer escapes them.
  package let message: String

  /// Creates an error.
  package init(_ message: String) { self.message = message }
}

extension UsageError: CustomStringConvertible {
  package var description: String { message }
}
