import SystemSupport

extension CommandTable {
  /// Does something with a pager between it and the terminal, if that is wanted and possible.
  ///
  /// The user may leave the pager before its end: then what looks at the context's interruption stops, and all is fine.
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
    paged.interruption = Interruption { sink.isClosed || context.interruption.isRequested }
    do {
      let code = try body(paged)
      try sink.finish()
      return code
    } catch is Interrupted where sink.isClosed {
      try sink.finish()
      return .fine
    } catch {
      // What is wrong is said when the terminal is free again.
      do { try sink.finish() } catch {}
      throw error
    }
  }
}
