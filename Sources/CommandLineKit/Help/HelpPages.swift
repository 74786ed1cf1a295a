package import TerminalText

/// The help pages of a tool, derived from its commands' specifications.
package struct HelpPages: Sendable {
  /// The width of a page outside of a terminal.
  private static let columns = 120

  /// The purpose of the tool, in one line.
  package let abstract: String
  /// The specification of each command.
  package let specifications: [CommandSpecification]
  /// The pages that belong to no command.
  package let topics: [HelpTopic]

  /// Creates the pages of a tool.
  package init(abstract: String, _ specifications: [CommandSpecification], topics: [HelpTopic]) {
    self.abstract = abstract
    self.specifications = specifications
    self.topics = topics
  }

  /// Returns the page of the tool, which lists its commands, in lines of at most `columns`.
  package func overview(tool: String, columns: Int? = nil) -> StyledText {
    let columns = columns ?? HelpPages.columns
    var text: StyledText = "\("OVERVIEW:", .bold) \(abstract)\n"
    text += "\n\("USAGE:", .bold) \(tool) COMMAND [ARGUMENTS] [OPTIONS]\n"
    text += "\n\("COMMANDS:", .bold)\n"
    text += HelpPages.table(specifications.map { ($0.name, $0.abstract) }, columns)
    text += "\n\("OPTIONS:", .bold)\n"
    text += HelpPages.table(CommandTable.ownOptions.map { ($0.usage, $0.help) }, columns)
    if !topics.isEmpty {
      text += "\n\("TOPICS:", .bold)\n"
      text += HelpPages.table(topics.map { ($0.name, $0.abstract) }, columns)
    }
    let more = "See '\(tool) help COMMAND' for a command, '\(tool) help TOPIC' for a topic."
    text += "\n" + HelpPages.text(more, columns) + "\n"
    return text
  }

  /// Returns the page of a command, in lines of at most `columns`.
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
    for section in command.sections { text += "\n" + HelpPages.section(section, columns) }
    return text
  }

  /// Returns the page of a topic, in lines of at most `columns`.
  package func page(of topic: HelpTopic, columns: Int? = nil) -> StyledText {
    let columns = columns ?? HelpPages.columns
    return topic.sections.enumerated().reduce(into: "") { text, section in
      if section.offset > 0 { text += "\n" }
      text += HelpPages.section(section.element, columns)
    }
  }

  private static func section(_ section: HelpSection, _ columns: Int) -> StyledText {
    var text: StyledText = "\("\(section.title):", .bold)\n" + table(section.table, columns)
    if !section.note.isEmpty { text += "\n" + HelpPages.text(section.note, columns) + "\n" }
    return text
  }
}
