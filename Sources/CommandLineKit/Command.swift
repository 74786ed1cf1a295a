/// A command of the tool.
package protocol Command: Sendable {
  /// The command's name, arguments and options.
  static var specification: CommandSpecification { get }

  /// The specification of this instance, for commands whose specification depends on the tool.
  var specification: CommandSpecification { get }

  /// Runs the command.
  ///
  /// It writes data to the context's output and everything else to its error output. It never exits and never uses the
  /// process's streams directly.
  ///
  /// - Throws: `UsageError`, `CommandFailure`, or the errors of the context's streams; the table reports them.
  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode

  /// Whether the output of a call is long text for a pager.
  func isPaged(_ arguments: ParsedArguments) -> Bool
}

extension Command {
  /// The type's specification.
  package var specification: CommandSpecification { Self.specification }

  /// `false` by default.
  package func isPaged(_ arguments: ParsedArguments) -> Bool { false }
}
