import CommandLineKit
import StateTree

extension Expectation {
  /// The argument `run COMMAND…`.
  static let command = ArgumentSpecification(
    "COMMAND", arity: .rest(after: "run"),
    help: "After 'run': a command that reads a state from standard input and judges it by its exit code.")

  /// How a command judges states, for its help.
  static func commandSection(of command: String) -> HelpSection {
    HelpSection(
      "COMMAND",
      [
        "Input": "The state as JSON. REDUXLOG_SEQ has its seq, REDUXLOG_TYPE the type of the action that led to it.",
        "Exit code 0": "The state is good.",
        "Exit code 125": "The state can't be judged. \(command) tries others.",
        "Exit codes 1-124": "The state is bad. Any other code stops \(command).",
        "Output": "Standard output goes to standard error.",
      ])
  }

  /// Reads the condition of `--expect EXPR` or `run COMMAND…`; with a pointer alone, that it has a value. `nil` for none.
  ///
  /// - Throws: `UsageError`.
  init?(
    _ arguments: ParsedArguments, _ option: OptionSpecification, of journal: OpenJournal, at pointer: JSONPointer?,
    in context: CommandContext
  ) throws {
    let words = arguments[Expectation.command]
    if let text = arguments.value(of: option) {
      guard words.isEmpty else { throw UsageError("'\(option.spelling)' and 'run COMMAND' can't be combined") }
      try self.init(parsing: text, of: option, at: pointer, in: journal.file, context.apps)
    } else if !words.isEmpty {
      self.init(.command(words), at: pointer)
    } else if pointer != nil {
      self.init(.exists, at: pointer)
    } else {
      return nil
    }
  }

  /// The arguments of a command that searches with this condition.
  var arguments: String {
    switch condition {
    case .expression, .check: " --expect \(ShellWord.quoted(text))"
    case .exists: ""
    case .command: " run \(text)"
    }
  }
}
