import TerminalText

extension CommandTable {
  /// Reports an error that ended a command, and returns the exit code.
  package static func report(
    _ error: any Error, arguments: [String], table: CommandTable, in context: CommandContext
  ) -> ExitCode {
    let (text, code) = description(of: error, arguments: arguments, table: table, tool: context.toolName)
    guard let text else { return code }
    do { try context.report(text) } catch {
      // If the error output fails, the exit code still reports the error.
      return code
    }
    return code
  }

  private static func description(
    of error: any Error, arguments: [String], table: CommandTable, tool: String
  ) -> (StyledText?, ExitCode) {
    switch error {
    case is UsageError:
      return (CommandFailure(error, tool: tool).report(tool: tool) + hint(arguments, table, tool), .usage)
    case is Interrupted, OutputError.interrupted:
      return (nil, .interrupted)
    case OutputError.closed:
      return (nil, .brokenPipe)
    default:
      let failure = CommandFailure(error, tool: tool)
      return (failure.report(tool: tool), failure.exitCode)
    }
  }

  /// Returns a hint to the help page of the intended command, if it is clear.
  private static func hint(_ arguments: [String], _ table: CommandTable, _ tool: String) -> StyledText {
    let name = (try? split(arguments))?.name
    let known = name.flatMap { name in table.specifications.contains { $0.name == name } ? name : nil }
    return "  see '\(tool) help\(known.map { " \($0)" } ?? "")'\n"
  }
}

extension CommandFailure {
  /// The failure that an error means.
  package init(_ error: any Error, tool: String) {
    switch error {
    case let error as UsageError: self.init(error.message, exitCode: .usage)
    case let error as CommandFailure: self = error
    case let error as any ReportableError: self = error.commandFailure(tool: tool)
    default: self.init(String(describing: error))
    }
  }
}
