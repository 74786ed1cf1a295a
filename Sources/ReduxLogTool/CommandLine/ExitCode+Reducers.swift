package import CommandLineKit

extension ExitCode {
  /// A reducer crashed or hung, or this tool doesn't contain the app's reducers.
  package static let reducer = ExitCode(rawValue: 3)

  /// Each code with its meaning: the rows of `help exit-codes`.
  package static let meanings: KeyValuePairs = [
    "0": "Success: nothing is wrong.",
    "1": "A finding: states differ, a replay diverges, a proof is missing, or an expectation is false.",
    "2": "Trouble: a file is unreadable, damaged, can't be written, or can't be fully proven.",
    "3": "A reducer crashed or hung, or this tool doesn't contain the app's reducers.",
    "64": "The command line is wrong.",
    "130": "The user interrupted the command.",
    "141": "The reader of the output went away.",
  ]
}
