/// `help`: shows how to use the tool, a command or a topic.
package struct HelpCommand: Command {
  private static let topic = ArgumentSpecification(
    "COMMAND", arity: .optional, completion: .words(HelpPages.Topic.allCases.map(\.rawValue)),
    help: "A command, or one of the topics \(HelpPages.Topic.allCases.map(\.rawValue).joined(separator: ", ")).")

  package static let specification = CommandSpecification(
    name: "help",
    abstract: "Show how to use a command.",
    examples: [
      .init("help", "the list of commands"),
      .init("help exit-codes", "what the exit codes mean"),
    ],
    arguments: [topic])

  private let pages: HelpPages

  /// Creates the command that shows these pages.
  package init(pages: HelpPages) { self.pages = pages }

  package func isPaged(_ arguments: ParsedArguments) -> Bool { true }

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    guard let name = arguments.value(of: HelpCommand.topic) else {
      try context.output.write(pages.overview(tool: context.toolName, columns: context.output.width))
      return .fine
    }
    if let command = pages.specifications.first(where: { $0.name == name }) {
      try context.output.write(pages.page(of: command, tool: context.toolName, columns: context.output.width))
    } else if let topic = HelpPages.Topic(rawValue: name) {
      try context.output.write(pages.page(of: topic, columns: context.output.width))
    } else {
      let known = pages.specifications.map(\.name) + HelpPages.Topic.allCases.map(\.rawValue)
      throw UsageError("no help on '\(name)'" + Suggestion.clause(for: name, among: known))
    }
    return .fine
  }
}
