import TerminalText

/// The table of commands, from which parser, help and completions are derived.
package struct CommandTable: Sendable {
  /// The commands, in the order of the help; `help` is the last.
  package let commands: [any Command]

  /// The tool's own options, which replace a command.
  package static let ownOptions: [OptionSpecification] = [.help, version, generateCompletionScript, generateManual]

  private static let version = OptionSpecification("version", help: "Print the version.")
  private static let generateCompletionScript = OptionSpecification(
    "generate-completion-script", value: "SHELL", allowedValues: CompletionShell.allCases.map(\.rawValue),
    help: "Print a completion script for bash, zsh or fish.")
  private static let generateManual = OptionSpecification(
    "generate-manual", help: "Print the manual page, for man.")

  private let pages: HelpPages

  /// Creates a table of commands in groups and adds `help`.
  ///
  /// - Parameters:
  ///   - groups: The commands, as the help lists them.
  ///   - abstract: The purpose of the tool, in one line.
  ///   - topics: Help pages that belong to no command.
  ///   - optionGroups: Options that commands share, besides those of every command.
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
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the tool's name.
  ///   - context: The context; `--color` applies to it.
  /// - Returns: The exit code.
  package func run(_ arguments: [String], in context: CommandContext) -> ExitCode {
    var context = context
    context.applyColor(CommandTable.color(in: arguments))
    var code: ExitCode
    do {
      code = try call(arguments, in: context)
      try context.output.flush()
    } catch {
      code = CommandTable.report(error, arguments: arguments, table: self, in: context)
      // Output before the error is part of the result; the error's code takes precedence.
      do { try context.output.flush() } catch { code = code == .fine ? .trouble : code }
    }
    return code
  }

  private func call(_ arguments: [String], in context: CommandContext) throws -> ExitCode {
    let (leading, name, rest) = try CommandTable.split(arguments)
    let own = try ArgumentParser(
      CommandSpecification(name: context.toolName, abstract: "", traits: [], options: CommandTable.ownOptions)
    ).parse(leading)
    if let shell = own.value(of: Self.generateCompletionScript).flatMap(CompletionShell.init(rawValue:)) {
      try context.output.write(StyledText(trusted: shell.script(tool: context.toolName, pages.specifications)))
      return .fine
    }
    if own.has(Self.generateManual) {
      let page = ManualPage(tool: context.toolName, version: context.toolVersion, pages: pages)
      try context.output.write(StyledText(trusted: page.text))
      return .fine
    }
    if own.has(Self.version) {
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
      let takesValue = (ownOptions + OptionSpecification.shared).contains {
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
