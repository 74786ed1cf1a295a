import CommandLineKit

/// A command that prints its arguments.
struct SampleCommand: Command {
  static let file = ArgumentSpecification("FILE[@A..B]", help: "A journal, or a part of one.")
  static let type = OptionSpecification(
    "type", value: "TEXT", isRepeatable: true, help: "Only actions whose type contains TEXT.")
  static let number = OptionSpecification("number", short: "n", value: "N", help: "Only the last N actions.")
  static let patch = OptionSpecification("patch", short: "p", help: "With what each action changed.")
  static let since = OptionSpecification("since", value: "TIME", help: "Only actions from that time on.")
  static let output = OptionSpecification("output", short: "o", value: "PATH", isPath: true, help: "Write it there.")

  static let specification = CommandSpecification(
    name: "log",
    abstract: "List the actions of a journal.",
    traits: [],
    overview: "One line each: seq, time, action.",
    examples: [.init("log session.jsonl -n 20", "the last 20 actions")],
    arguments: [file],
    options: [type, number, patch, since, output, .format([.human, .json]), .force])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    try context.output.line("\(arguments.required(Self.file), .bold) \(arguments.integer(of: Self.number) ?? 0)")
    return .fine
  }
}

/// A command that fails with an error.
struct FailingCommand: Command {
  static let specification = CommandSpecification(name: "fail", abstract: "Fail.", traits: [])

  let error: any Error

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    try context.output.line("begun")
    throw error
  }
}

/// A command that names other commands.
struct AdvisingCommand: Command {
  static let specification = CommandSpecification(name: "advise", abstract: "Advise.", traits: [])

  let report: StyledText

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    try context.note("a: 'reduxlog verify' compares them")
    try context.warn("see 'reduxlog log'", file: "a", line: 2)
    try context.report(report)
    throw CommandFailure("'reduxlog' is known", file: "reduxlog a", advice: "'reduxlog repair a' may help.")
  }
}

/// The results of running the table.
struct CallResult: Equatable {
  var code: ExitCode
  var output: String
  var errorOutput = ""
}

extension HelpTopic {
  static let places = HelpTopic(
    "places", abstract: "How to name a place.",
    sections: [HelpSection("PLACES", ["FILE": "the whole", "FILE@'N": "a part"], note: "A \\ is kept.")])
}

extension CommandTable {
  /// A table with a sample's abstract and topics.
  static func sample(_ commands: [any Command] = [SampleCommand()]) -> CommandTable {
    CommandTable(commands, abstract: "Look at the sessions of an app.", topics: [.places])
  }
}

extension CommandContext {
  init(output: any OutputSink, errorOutput: any OutputSink, environment: [String: String] = [:]) {
    self.init(
      toolName: "reduxlog", toolVersion: "1.2.3", output: output, errorOutput: errorOutput, input: InputSource.buffer(),
      environment: environment)
  }
}

func call(
  _ arguments: String..., commands: [any Command] = [SampleCommand()], environment: [String: String] = [:]
) -> CallResult {
  let output = BufferSink()
  let errorOutput = BufferSink()
  let context = CommandContext(output: output, errorOutput: errorOutput, environment: environment)
  let code = CommandTable.sample(commands).run(arguments, in: context)
  return CallResult(code: code, output: output.text, errorOutput: errorOutput.text)
}
