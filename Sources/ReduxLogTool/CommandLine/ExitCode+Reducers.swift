public import CommandLineKit

extension ExitCode {
  /// A reducer crashed or hung, or this tool doesn't contain the app's reducers.
  public static let reducer = ExitCode(rawValue: 3)
}

extension ExitCode: CustomStringConvertible {
  /// The number with its meaning, such as `1 (…)`.
  public var description: String {
    ExitCode.meanings.first { $0.key == String(rawValue) }.map { "\(rawValue) (\($0.value))" } ?? "\(rawValue)"
  }

  /// Each code with its meaning: the rows of `help exit-codes`.
  package static let meanings: KeyValuePairs = [
    "0": "All went well, and nothing was found.",
    "1": "A finding: states differ, a replay diverges, a proof is missing, an expectation is false.",
    "2": "Trouble: something is unreadable, damaged, can't be written, or can't all be proven.",
    "3": "The reducer crashed or hangs, or the tool that runs does not hold it.",
    "64": "The command line is wrong.",
    "130": "Interrupted from the keyboard.",
    "141": "The reader of the output went away.",
  ]
}
