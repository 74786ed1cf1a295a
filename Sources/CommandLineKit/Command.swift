/// A command of the tool.
package protocol Command: Sendable {
  /// What the command is called and takes.
  static var specification: CommandSpecification { get }

  /// The same, for commands whose specification depends on the tool.
  var specification: CommandSpecification { get }

  /// Does what the arguments ask for.
  ///
  /// Data goes to the context's output, everything else to its error output. A command never exits and never
  /// touches the process's streams itself.
  ///
  /// - Throws: `UsageError`, `CommandFailure`, or what the context's streams throw; the table reports them.
  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode

  /// Whether a call of the command prints what a person reads page by page.
  func isPaged(_ arguments: ParsedArguments) -> Bool
}

extension Command {
  /// What the command is called and takes.
  package var specification: CommandSpecification { Self.specification }

  /// Not unless the command says so.
  package func isPaged(_ arguments: ParsedArguments) -> Bool { false }
}
