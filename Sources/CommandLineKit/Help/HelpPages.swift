package import TerminalText

/// The help pages of a tool, derived from its commands' specifications.
package struct HelpPages: Sendable {
  /// The width of a page outside of a terminal.
  private static let columns = 120

  /// Commands under a title.
  package struct Group: Sendable {
    /// The title, which the page shows in capitals.
    package let title: String
    /// The specification of each command.
    package let specifications: [CommandSpecification]

    /// Creates a group.
    package init(title: String, _ specifications: [CommandSpecification]) {
      self.title = title
      self.specifications = specifications
    }
  }

  /// The purpose of the tool, in one line.
  package let abstract: String
  /// The commands in groups.
  package private(set) var groups: [Group]
  /// The pages that belong to no command and to no group of options.
  package let topics: [HelpTopic]
  /// The options that commands share, the most general last.
  package let optionGroups: [OptionGroup]

  /// Creates the pages of a tool.
  package init(abstract: String, _ groups: [Group], topics: [HelpTopic], optionGroups: [OptionGroup] = []) {
    self.abstract = abstract
    self.groups = groups
    self.topics = topics
    self.optionGroups = optionGroups
  }

  /// The specification of each command.
  package var specifications: [CommandSpecification] { groups.flatMap(\.specifications) }

  /// The pages that belong to no command.
  package var allTopics: [HelpTopic] { topics + optionGroups.map(\.topic) }

  /// Returns pages with the help itself: in the group, if the tool has only one, or else in one of its own.
  func adding(_ help: CommandSpecification) -> HelpPages {
    var pages = self
    if groups.count == 1 {
      pages.groups = [Group(title: groups[0].title, groups[0].specifications + [help])]
    } else {
      pages.groups.append(Group(title: "Help", [help]))
    }
    return pages
  }

  /// Returns the page of the tool, which lists its commands, in lines of at most `columns`.
  package func overview(tool: String, columns: Int? = nil) -> StyledText {
    let columns = columns ?? HelpPages.columns
    var text: StyledText = "\("OVERVIEW:", .bold) \(abstract)\n"
    text += "\n\("USAGE:", .bold) \(tool) COMMAND [ARGUMENTS] [OPTIONS]\n"
    let names = specifications.map(\.name)
    for group in groups {
      text += "\n\("\(group.title.uppercased()):", .bold)\n"
      text += HelpPages.table(group.specifications.map { ($0.name, $0.abstract) }, columns, asWideAs: names)
    }
    text += "\n\("OPTIONS:", .bold)\n"
    text += HelpPages.table(CommandTable.ownOptions.map { ($0.usage, $0.help) }, columns)
    if !allTopics.isEmpty {
      text += "\n\("TOPICS:", .bold)\n"
      text += HelpPages.table(allTopics.map { ($0.name, $0.abstract) }, columns)
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
    text += options(of: command, tool, columns)
    for section in command.sections { text += "\n" + HelpPages.section(section, columns) }
    return text
  }

  /// Returns the command's own options, and the names of those that it shares with others.
  private func options(of command: CommandSpecification, _ tool: String, _ columns: Int) -> StyledText {
    let shared = optionGroups.flatMap(\.options)
    let own = command.allOptions.filter { !shared.contains($0) }
    var text: StyledText = ""
    if !own.isEmpty {
      text += "\n\("OPTIONS:", .bold)\n" + HelpPages.table(own.map { ($0.usage, $0.help) }, columns)
    }
    let rows = optionGroups.compactMap { group -> (String, String)? in
      let names = group.options.filter(command.allOptions.contains).map(\.spelling)
      return names.isEmpty ? nil : (group.name, names.joined(separator: ", "))
    }
    if !rows.isEmpty {
      text += "\n\("SHARED OPTIONS:", .bold)\n" + HelpPages.table(rows, columns)
      text += "\n" + HelpPages.text("See '\(tool) help TOPIC' for these.", columns) + "\n"
    }
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
