import SystemSupport

extension CommandTable {
  /// Runs a body with a pager between its output and the terminal, if wanted and possible.
  ///
  /// The user may leave the pager early. Then the context's interruption stops the body, without an error.
  static func paged(
    _ isWanted: Bool, in context: CommandContext, _ body: (CommandContext) throws -> ExitCode
  ) throws -> ExitCode {
    guard isWanted, context.allowsPager, context.output.sink.isTerminal,
      let pager = Pager(environment: context.environment)
    else { return try body(context) }
    guard pager.isInstalled(path: context.environment["PATH"] ?? "", isExecutable: Platform.isExecutable) else {
      if pager.isChosen { try context.warn("the pager '\(pager.command)' isn't installed") }
      return try body(context)
    }
    let sink = PagerSink(
      pager, on: context.output.sink, environment: context.environment, interruption: context.interruption)
    var paged = context
    paged.output = TextOutput(sink, isColored: context.output.isColored)
    paged.interruption = Interruption(
      { sink.isClosed || context.interruption.isRequested }, forget: context.interruption.acknowledge)
    do {
      let code = try body(paged)
      try sink.finish()
      return code
    } catch is Interrupted where sink.isClosed {
      try sink.finish()
      return .fine
    } catch {
      // Errors are reported once the terminal is free again.
      do { try sink.finish() } catch {}
      throw error
    }
  }
}
