/// The pages of the help, made from the commands' specifications.
package struct HelpPages: Sendable {
  /// A page that belongs to no command.
  package enum Topic: String, CaseIterable, Sendable {
    /// What the exit codes mean.
    case exitCodes = "exit-codes"
    /// How to name a point in a journal.
    case points

    var abstract: String {
      switch self {
      case .exitCodes: "What the exit codes mean."
      case .points: "How to name a state in a journal: FILE@REV."
      }
    }
  }

  /// What every command is called and takes.
  package let specifications: [CommandSpecification]

  /// Creates the pages for commands.
  package init(_ specifications: [CommandSpecification]) { self.specifications = specifications }

  /// The page of the tool: what commands there are.
  package func overview(tool: String) -> StyledText {
    var text: StyledText = "\("OVERVIEW:", .bold) Record, replay, rewind and compare the sessions of an app.\n"
    text += "\n\("USAGE:", .bold) \(tool) COMMAND [ARGUMENTS] [OPTIONS]\n"
    text += "\n\("COMMANDS:", .bold)\n"
    text += HelpPages.table(specifications.map { ($0.name, $0.abstract) })
    text += "\n\("OPTIONS:", .bold)\n"
    text += HelpPages.table(CommandTable.ownOptions.map { ($0.usage, $0.help) })
    text += "\n\("TOPICS:", .bold)\n"
    text += HelpPages.table(Topic.allCases.map { ($0.rawValue, $0.abstract) })
    text += "\nSee '\(tool) help COMMAND' for a command, '\(tool) help TOPIC' for a topic.\n"
    return text
  }

  /// The page of a command.
  package func page(of command: CommandSpecification, tool: String) -> StyledText {
    var text: StyledText = "\("OVERVIEW:", .bold) \(command.abstract)\n"
    if !command.overview.isEmpty { text += "\n" + StyledText(trusted: command.overview) + "\n" }
    let arguments = command.arguments.map { " " + $0.usage }.joined()
    text += "\n\("USAGE:", .bold) \(tool) \(command.name)\(arguments) [OPTIONS]\n"
    if !command.examples.isEmpty {
      text += "\n\("EXAMPLES:", .bold)\n"
      for example in command.examples {
        text += "  \(tool) \(example.arguments)\n      \(example.meaning)\n"
      }
    }
    if !command.arguments.isEmpty {
      text += "\n\("ARGUMENTS:", .bold)\n" + HelpPages.table(command.arguments.map { ($0.name, $0.help) })
    }
    text += "\n\("OPTIONS:", .bold)\n" + HelpPages.table(command.allOptions.map { ($0.usage, $0.help) })
    return text
  }

  /// The page of a topic.
  package func page(of topic: Topic) -> StyledText {
    switch topic {
    case .exitCodes:
      "\("EXIT CODES:", .bold)\n" + HelpPages.table(ExitCode.meanings.map { (String($0.code.rawValue), $0.meaning) })
    case .points:
      HelpPages.points
    }
  }

  /// Two columns; a term that is too long for the first gets a line to itself.
  static func table(_ rows: [(term: String, meaning: String)]) -> StyledText {
    let limit = 26
    let width = rows.map(\.term.count).filter { $0 <= limit }.max() ?? 0
    var text: StyledText = ""
    for (term, meaning) in rows {
      let indent = "\n" + String(repeating: " ", count: width + 4)
      let gap = term.count <= limit ? String(repeating: " ", count: width - term.count + 2) : indent
      let lines = wrapped(meaning, to: 96 - width).joined(separator: indent)
      text += StyledText(trusted: "  \(term)\(gap)\(lines)\n")
    }
    return text
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
