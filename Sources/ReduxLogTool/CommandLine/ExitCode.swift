/// The number with which the command ends, for scripts to branch on.
public struct ExitCode: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int32

  /// Creates an exit code from its number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// All went well, and nothing was found.
  public static let fine = ExitCode(rawValue: 0)
  /// A finding: states differ, a replay diverges, a proof is missing, an expectation is false.
  public static let finding = ExitCode(rawValue: 1)
  /// Trouble: something is unreadable, damaged, can't be written, or can't all be proven.
  public static let trouble = ExitCode(rawValue: 2)
  /// The reducer crashed or hangs, or the tool that runs does not hold it.
  public static let reducer = ExitCode(rawValue: 3)
  /// The command line was wrong.
  public static let usage = ExitCode(rawValue: 64)
  /// The user interrupted the command.
  public static let interrupted = ExitCode(rawValue: 130)
  /// The reader of the output went away.
  public static let brokenPipe = ExitCode(rawValue: 141)
}

extension ExitCode {
  /// Every code with its meaning: what `help exit-codes` prints.
  package static let meanings: [(code: ExitCode, meaning: String)] = [
    (.fine, "All went well, and nothing was found."),
    (.finding, "A finding: states differ, a replay diverges, a proof is missing, an expectation is false."),
    (.trouble, "Trouble: something is unreadable, damaged, can't be written, or can't all be proven."),
    (.reducer, "The reducer crashed or hangs, or the tool that runs does not hold it."),
    (.usage, "The command line is wrong."),
    (.interrupted, "Interrupted from the keyboard."),
    (.brokenPipe, "The reader of the output went away."),
  ]
}

extension ExitCode: CustomStringConvertible {
  /// The number with its meaning: what a test shows that expected another.
  public var description: String {
    let meaning = ExitCode.meanings.first { $0.code == self }?.meaning
    return meaning.map { "\(rawValue) (\($0))" } ?? "\(rawValue)"
  }
}
