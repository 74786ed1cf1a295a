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

  /// What the tool is for.
  static let abstract = "Record, replay, rewind and compare the sessions of an app."

  /// The width of a page that no terminal shows.
  private static let columns = 120

  /// What every command is called and takes.
  package let specifications: [CommandSpecification]

  /// Creates the pages for commands.
  package init(_ specifications: [CommandSpecification]) { self.specifications = specifications }

  /// The page of the tool: what commands there are.
  ///
  /// Its lines are no longer than `columns`, the terminal's width, if there is one.
  package func overview(tool: String, columns: Int? = nil) -> StyledText {
    let columns = columns ?? HelpPages.columns
    var text: StyledText = "\("OVERVIEW:", .bold) \(HelpPages.abstract)\n"
    text += "\n\("USAGE:", .bold) \(tool) COMMAND [ARGUMENTS] [OPTIONS]\n"
    text += "\n\("COMMANDS:", .bold)\n"
    text += HelpPages.table(specifications.map { ($0.name, $0.abstract) }, columns)
    text += "\n\("OPTIONS:", .bold)\n"
    text += HelpPages.table(CommandTable.ownOptions.map { ($0.usage, $0.help) }, columns)
    text += "\n\("TOPICS:", .bold)\n"
    text += HelpPages.table(Topic.allCases.map { ($0.rawValue, $0.abstract) }, columns)
    let more = "See '\(tool) help COMMAND' for a command, '\(tool) help TOPIC' for a topic."
    text += "\n" + HelpPages.text(more, columns) + "\n"
    return text
  }

  /// The page of a command.
  ///
  /// Its lines are no longer than `columns`, the terminal's width, if there is one.
  package func page(of command: CommandSpecification, tool: String, columns: Int? = nil) -> StyledText {
    let columns = columns ?? HelpPages.columns
    var text: StyledText = "\("OVERVIEW:", .bold) \(command.abstract)\n"
    if !command.overview.isEmpty { text += "\n" + HelpPages.text(command.overview, columns) + "\n" }
    let arguments = command.arguments.map { " " + $0.usage }.joined()
    text += "\n\("USAGE:", .bold) \(tool) \(command.name)\(arguments) [OPTIONS]\n"
    if !command.examples.isEmpty {
      text += "\n\("EXAMPLES:", .bold)\n"
      for example in command.examples {
        text += "  \(tool) \(example.arguments)\n      \(example.meaning)\n"
      }
    }
    if !command.arguments.isEmpty {
      text += "\n\("ARGUMENTS:", .bold)\n" + HelpPages.table(command.arguments.map { ($0.name, $0.help) }, columns)
    }
    text += "\n\("OPTIONS:", .bold)\n" + HelpPages.table(command.allOptions.map { ($0.usage, $0.help) }, columns)
    return text
  }

  /// The page of a topic.
  ///
  /// Its lines are no longer than `columns`, the terminal's width, if there is one.
  package func page(of topic: Topic, columns: Int? = nil) -> StyledText {
    let columns = columns ?? HelpPages.columns
    return switch topic {
    case .exitCodes:
      "\("EXIT CODES:", .bold)\n"
        + HelpPages.table(ExitCode.meanings.map { (String($0.code.rawValue), $0.meaning) }, columns)
    case .points:
      HelpPages.points(columns)
    }
  }
}
