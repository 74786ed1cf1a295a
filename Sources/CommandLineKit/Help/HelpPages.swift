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
    text += HelpPages.table(OptionSpecification.own.map { ($0.usage, $0.help) }, columns)
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

extension HelpPages {
  /// Keeps the paragraphs' line breaks, or wraps them if lines are too long for the terminal.
  static func text(_ paragraphs: String, _ columns: Int) -> StyledText {
    let lines = paragraphs.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.allSatisfy({ $0.count <= columns }) { return StyledText(trusted: paragraphs) }
    let broken = paragraphs.split(separator: "\n\n").map { wrapped(String($0), to: columns).joined(separator: "\n") }
    return StyledText(trusted: broken.joined(separator: "\n\n"))
  }

  /// Lays out two columns; a term that is too long for the first gets its own line. On a narrow terminal, every term
  /// does. The first column has room for the terms of other tables, too.
  static func table(
    _ rows: [(term: String, meaning: String)], _ columns: Int, asWideAs others: [String] = []
  ) -> StyledText {
    let limit = columns < 60 ? 0 : 26
    let width = limit == 0 ? 4 : (rows.map(\.term) + others).map(\.count).filter { $0 <= limit }.max() ?? 0
    var text: StyledText = ""
    for (term, meaning) in rows {
      let indent = "\n" + String(repeating: " ", count: width + 4)
      let gap = term.count <= limit ? String(repeating: " ", count: width - term.count + 2) : indent
      let room = min(96 - width, columns - width - 4)
      text += StyledText(trusted: "  \(term)\(gap)\(wrapped(meaning, to: room).joined(separator: indent))\n")
    }
    return text
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

/// The command `help`, which shows how to use the tool, a command or a topic.
struct HelpCommand: Command {
  static let specification = makeSpecification(topics: [])

  private static func argument(_ topics: [HelpTopic]) -> ArgumentSpecification {
    let names = topics.map(\.name)
    return ArgumentSpecification(
      "COMMAND", arity: .optional, completion: .commands(besides: names),
      help: names.isEmpty ? "A command." : "A command, or one of the topics \(names.joined(separator: ", ")).")
  }

  private static func makeSpecification(topics: [HelpTopic]) -> CommandSpecification {
    CommandSpecification(
      name: "help",
      abstract: "Show how to use a command.",
      traits: [],
      examples: [.init("help", "the list of commands")]
        + topics.prefix(1).map { .init("help \($0.name)", $0.abstract.lowercasedStart) },
      arguments: [argument(topics)])
  }

  let specification: CommandSpecification
  let pages: HelpPages

  /// Creates the help for the commands of these pages and itself.
  init(_ pages: HelpPages) {
    specification = HelpCommand.makeSpecification(topics: pages.allTopics)
    self.pages = pages.adding(specification)
  }

  func isPaged(_ arguments: ParsedArguments) -> Bool { true }

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let columns = context.output.width
    guard let name = arguments.value(of: HelpCommand.argument(pages.allTopics)) else {
      try context.output.write(pages.overview(tool: context.toolName, columns: columns))
      return .fine
    }
    if let command = pages.specifications.first(where: { $0.name == name }) {
      try context.output.write(pages.page(of: command, tool: context.toolName, columns: columns))
    } else if let topic = pages.allTopics.first(where: { $0.name == name }) {
      try context.output.write(pages.page(of: topic, columns: columns))
    } else {
      let known = pages.specifications.map(\.name) + pages.allTopics.map(\.name)
      throw UsageError("no help page '\(name)'" + Suggestion.clause(for: name, among: known))
    }
    return .fine
  }
}

extension String {
  /// The text with a lowercase first letter and without its full stop, for the middle of a sentence.
  var lowercasedStart: String { prefix(1).lowercased() + dropFirst().prefix { $0 != "." } }
}
