import SystemSupport
import TerminalText

/// The table of commands, from which parser, help and completions are derived.
package struct CommandTable: Sendable {
  /// The commands, in the order of the help; `help` is the last.
  package let commands: [any Command]

  private let pages: HelpPages

  /// Creates a table of commands in groups and adds `help`.
  package init(
    _ groups: [CommandGroup], abstract: String = "", topics: [HelpTopic] = [], optionGroups: [OptionGroup] = []
  ) {
    let help = HelpCommand(
      HelpPages(
        abstract: abstract, groups.map { HelpPages.Group(title: $0.title, $0.commands.map(\.specification)) },
        topics: topics, optionGroups: optionGroups + [.common]))
    commands = groups.flatMap(\.commands) + [help]
    pages = help.pages
  }

  /// Creates a table of commands in one group and adds `help`.
  package init(_ commands: [any Command], abstract: String = "", topics: [HelpTopic] = []) {
    self.init([CommandGroup("Commands", commands)], abstract: abstract, topics: topics)
  }

  /// The specification of each command.
  package var specifications: [CommandSpecification] { pages.specifications }

  /// Returns the names of the commands that have a trait, in the order of the help.
  package func names(with trait: CommandTrait) -> [String] {
    specifications.filter { $0.traits.contains(trait) }.map(\.name)
  }

  /// The specifications as the help groups them.
  package var groups: [HelpPages.Group] { pages.groups }

  /// The help pages that belong to no command: topics, and groups of options.
  package var topics: [HelpTopic] { pages.allTopics }

  /// Runs a command line. It neither throws nor exits: it reports every error on the context's error output.
  package func run(_ arguments: [String], in context: CommandContext) -> ExitCode {
    var context = context
    context.applyColor(CommandTable.color(in: arguments))
    var code: ExitCode
    do {
      code = try call(arguments, in: context)
      try context.output.flush()
    } catch {
      // Output before the error is part of the result, and precedes it where both go to one place.
      let isWritten = (try? context.output.flush()) != nil
      code = CommandTable.report(error, arguments: arguments, table: self, in: context)
      if code == .fine, !isWritten { code = .trouble }
    }
    return code
  }

  private func call(_ arguments: [String], in context: CommandContext) throws -> ExitCode {
    let (leading, name, rest) = try CommandTable.split(arguments)
    let own = try ArgumentParser(
      CommandSpecification(name: context.toolName, abstract: "", traits: [], options: OptionSpecification.own)
    ).parse(leading)
    if let shell = own.value(of: .generateCompletionScript).flatMap(CompletionShell.init(rawValue:)) {
      try context.output.write(StyledText(trusted: shell.script(tool: context.toolName, pages.specifications)))
      return .fine
    }
    if own.has(.generateManual) {
      let page = ManualPage(tool: context.toolName, version: context.toolVersion, pages: pages)
      try context.output.write(StyledText(trusted: page.text))
      return .fine
    }
    if own.has(.version) {
      // The version is that of the library, whatever the tool's name.
      let library = context.toolName == CommandContext.libraryName ? "" : " (\(CommandContext.libraryName))"
      try context.output.line("\(context.toolName)\(library) \(context.toolVersion)")
      return .fine
    }
    guard let name else {
      try context.output.write(pages.overview(tool: context.toolName, columns: context.output.width))
      return .fine
    }
    guard let command = commands.first(where: { $0.specification.name == name }) else {
      let names = specifications.map(\.name)
      throw UsageError("unknown command '\(name)'" + Suggestion.clause(for: name, among: names))
    }
    let parsed = try ArgumentParser(command.specification).parse(leading + rest)
    let isPaged = parsed.has(.help) || command.isPaged(parsed)
    return try CommandTable.paged(isPaged && !parsed.has(.noPager), in: context) { context in
      guard parsed.has(.help) else { return try command.run(parsed, in: context) }
      let page = pages.page(of: command.specification, tool: context.toolName, columns: context.output.width)
      try context.output.write(page)
      return .fine
    }
  }

  /// Splits a command line into the options before the command, the command and its arguments.
  package static func split(_ arguments: [String]) throws(UsageError) -> ([String], name: String?, [String]) {
    var index = 0
    while index < arguments.count, arguments[index].hasPrefix("-") {
      let takesValue = (OptionSpecification.own + OptionSpecification.shared).contains {
        $0.value != nil && arguments[index] == $0.spelling
      }
      index += takesValue ? 2 : 1
    }
    index = min(index, arguments.count)
    let leading = Array(arguments[..<index])
    guard index < arguments.count else { return (leading, nil, []) }
    return (leading, arguments[index], Array(arguments[(index + 1)...]))
  }

  /// Returns the value of `--color` anywhere in a command line, so that it applies to errors in the rest, too.
  private static func color(in arguments: [String]) -> ColorChoice {
    let options = arguments.prefix { $0 != "--" }
    for (index, argument) in options.enumerated() {
      if argument.hasPrefix("--color=") { return ColorChoice(rawValue: String(argument.dropFirst(8))) ?? .auto }
      if argument == "--color", index + 1 < options.count { return ColorChoice(rawValue: options[index + 1]) ?? .auto }
    }
    return .auto
  }
}

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
    case is Interrupted, OutputError.interrupted, InputError.interrupted:
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

/// A call of another tool, which contains the reducers that this one lacks.
///
/// It happens only once: the other tool gets neither the option nor the variable that asked for it. A tool that the variable
/// names goes by this tool's name, because the commands that its messages advise are typed to this tool again.
package struct Handover: Hashable, Sendable {
  /// The variable that names the other tool.
  package static let variable = "REDUXLOG_TOOL"

  /// The other tool's path.
  package let path: String
  /// Its arguments, starting with the name that it goes by.
  package let words: [String]
  /// The environment for it.
  package let environment: [String: String]

  /// Creates the handover requested by `--tool PATH` or else by the variable; `nil` without both.
  ///
  /// - Parameters:
  ///   - name: The name of this tool, as the user typed it.
  ///   - arguments: The arguments after it.
  ///   - environment: The variables of this process.
  package init?(name: String, arguments: [String], environment: [String: String]) {
    var path = environment[Handover.variable]
    var name = name
    var rest: [String] = []
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      if argument == "--" { break }
      if argument == "--tool", index + 1 < arguments.count {
        path = arguments[index + 1]
        name = arguments[index + 1]
        index += 2
      } else if argument.utf8.starts(with: "--tool=".utf8) {
        path = argument.longOption.value
        name = path ?? name
        index += 1
      } else {
        rest.append(argument)
        index += 1
      }
    }
    guard let path, !path.isEmpty else { return nil }
    self.path = path
    words = [name] + rest + arguments[index...]
    var environment = environment
    environment[Handover.variable] = nil
    self.environment = environment
  }
}
