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
