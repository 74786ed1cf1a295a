package import TerminalText

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

/// Commands that the help lists together, under a title.
package struct CommandGroup: Sendable {
  /// The title, which the help shows in capitals.
  package let title: String
  /// The commands, in the order of the help.
  package let commands: [any Command]

  /// Creates a group.
  package init(_ title: String, _ commands: [any Command]) {
    self.title = title
    self.commands = commands
  }
}

/// The environment of a command: its streams, its variables and the tool's name.
package struct CommandContext: Sendable {
  /// The tool's name in the texts of messages, in whose place a tool with another name puts its own.
  package static let libraryName = "reduxlog"

  /// The tool's name for help and messages.
  package var toolName: String
  /// The tool's version.
  package var toolVersion: String
  /// The stream for data.
  package var output: TextOutput
  /// The stream for messages, progress and errors.
  package var errorOutput: TextOutput
  /// Standard input.
  package var input: InputSource
  /// The environment variables.
  package var environment: [String: String]
  /// The user's request to stop.
  package var interruption: Interruption
  /// Whether a pager may use the terminal: only if the process belongs to the tool.
  package var allowsPager = false
  /// Values that the tool adds for its commands, by type.
  private var additions: [ObjectIdentifier: any Sendable] = [:]

  /// Creates a context.
  package init(
    toolName: String, toolVersion: String, output: any OutputSink, errorOutput: any OutputSink,
    input: InputSource, environment: [String: String] = [:], interruption: Interruption = .never
  ) {
    self.toolName = toolName
    self.toolVersion = toolVersion
    self.output = TextOutput(output)
    self.errorOutput = TextOutput(errorOutput)
    self.input = input
    self.environment = environment
    self.interruption = interruption
  }

  /// A value that the tool adds for its commands.
  package subscript<Value: Sendable>(_ type: Value.Type) -> Value? {
    get { additions[ObjectIdentifier(type)] as? Value }
    set { additions[ObjectIdentifier(type)] = newValue }
  }

  /// Decides for both outputs whether to use colors.
  package mutating func applyColor(_ choice: ColorChoice) {
    output.isColored = choice.isColored(isTerminal: output.sink.isTerminal, environment: environment)
    errorOutput.isColored = choice.isColored(isTerminal: errorOutput.sink.isTerminal, environment: environment)
  }

  /// Writes a note to the error output.
  package func note(_ message: StyledText) throws { try say(message + "\n") }

  /// Writes a report to the error output.
  package func report(_ report: StyledText) throws { try say(report) }

  /// Writes a warning to the error output.
  package func warn(_ message: StyledText, file: String? = nil, line: Int? = nil) throws {
    var place = file ?? toolName
    if file != nil, let line { place += ":\(line)" }
    try say("\(place): \("warning:", .warning) \(message)\n")
  }

  /// Writes a message, in which commands have this tool's name. If that fails, the command continues, and its exit code
  /// stays the same.
  private func say(_ message: StyledText) throws {
    do {
      try errorOutput.write(message.namingCommands(of: toolName))
    } catch OutputError.closed {
    } catch OutputError.failed {
    }
  }

  /// A message in which commands have this tool's name.
  package func namingCommands(in message: String) -> String {
    StyledText(trusted: message).namingCommands(of: toolName).plain
  }

  /// Opens a file, or standard input for `-`, with its name in messages.
  package func source(_ path: String) throws(InputError) -> (input: InputSource, name: String) {
    path == "-" ? (input, "standard input") : (try InputSource(path: path, interruption: interruption), path)
  }

  /// Returns a progress line on the error output.
  package func progress(_ label: String) -> ProgressLine {
    ProgressLine(label, output: errorOutput, interruption: interruption)
  }
}

extension StyledText {
  /// The text with another tool's name in its commands, which stand in quotes, or in an indented line of their own.
  func namingCommands(of tool: String) -> StyledText {
    let name = CommandContext.libraryName
    guard tool != name else { return self }
    var result: StyledText = ""
    for (text, style) in parts {
      let named = text.replacing("'\(name) ", with: "'\(tool) ").replacing("\n    \(name) ", with: "\n    \(tool) ")
      result.append(trusted: named, style)
    }
    return result
  }
}
