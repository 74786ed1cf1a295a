/// The exit code of a command, for scripts to branch on.
public struct ExitCode: RawRepresentable, Codable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int32

  /// Creates an exit code from its number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The command did its work and found nothing wrong.
  public static let fine = ExitCode(rawValue: 0)
  /// The command did its work and found a problem, such as a difference.
  public static let finding = ExitCode(rawValue: 1)
  /// The command failed: a file can't be read or written, or is damaged.
  public static let trouble = ExitCode(rawValue: 2)
  /// The command line is wrong.
  public static let usage = ExitCode(rawValue: 64)
  /// The user interrupted the command.
  public static let interrupted = ExitCode(rawValue: 130)
  /// The reader of the output went away.
  public static let brokenPipe = ExitCode(rawValue: 141)
}
