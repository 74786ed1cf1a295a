/// A command of the tool.
package protocol Command: Sendable {
  /// What the command is called and takes.
  static var specification: CommandSpecification { get }

  /// Does what the arguments ask for.
  ///
  /// Data goes to the context's output, everything else to its error output. A command never exits and never
  /// touches the process's streams itself.
  ///
  /// - Throws: `UsageError`, `CommandFailure`, or what the context's streams throw; the table reports them.
  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode
}

extension Command {
  /// What the command is called and takes.
  package var specification: CommandSpecification { Self.specification }
}
