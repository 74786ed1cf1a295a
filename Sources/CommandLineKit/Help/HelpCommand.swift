/// The command `help`, which shows how to use the tool, a command or a topic.
struct HelpCommand: Command {
  static let specification = makeSpecification(topics: [])

  private static func argument(_ topics: [HelpTopic]) -> ArgumentSpecification {
    let names = topics.map(\.name)
    return ArgumentSpecification(
      "COMMAND", arity: .optional, completion: .words(names),
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
