import CommandLineKit

extension InspectorTool {
  /// The number that a command line exits with, for scripts and tests to branch on.
  public struct ExitCode: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int32

    /// Creates an exit code from its number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    init(_ code: CommandLineKit.ExitCode) { rawValue = code.rawValue }

    /// The command succeeded and found nothing wrong.
    public static let fine = ExitCode(.fine)
    /// The command succeeded and found what it looks for, such as a difference.
    public static let finding = ExitCode(.finding)
    /// The command failed: a file can't be read or written, or is damaged.
    public static let trouble = ExitCode(.trouble)
    /// A reducer crashed or hung, or this tool doesn't contain the app's reducers.
    public static let reducer = ExitCode(.reducer)
    /// The command line is wrong.
    public static let usage = ExitCode(.usage)
    /// The user interrupted the command.
    public static let interrupted = ExitCode(.interrupted)
    /// The reader of the output went away.
    public static let brokenPipe = ExitCode(.brokenPipe)
  }
}

extension InspectorTool.ExitCode: CustomStringConvertible {
  /// The number with its meaning, such as `1 (…)`.
  public var description: String {
    let meaning = CommandLineKit.ExitCode.meanings.first { $0.key == String(rawValue) }?.value
    return meaning.map { "\(rawValue) (\($0))" } ?? "\(rawValue)"
  }
}
