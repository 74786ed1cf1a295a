/// What a command works with: its streams, its environment and the name that it goes by.
package struct CommandContext: Sendable {
  /// The tool's name, as help and errors show it.
  package var toolName: String
  /// The tool's version.
  package var toolVersion: String
  /// Where data goes.
  package var output: TextOutput
  /// Where messages, progress and errors go.
  package var errorOutput: TextOutput
  /// Standard input.
  package var input: any InputSource
  /// The variables of the environment.
  package var environment: [String: String]
  /// The user's wish to stop.
  package var interruption: Interruption
  /// Whether a pager may take the terminal: only where the process is the tool's own.
  package var allowsPager = false
  /// What the tool adds for its commands, by type.
  private var additions: [ObjectIdentifier: any Sendable] = [:]

  /// Creates a context.
  package init(
    toolName: String, toolVersion: String, output: any OutputSink, errorOutput: any OutputSink,
    input: any InputSource, environment: [String: String] = [:], interruption: Interruption = .never
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

  /// Decides for both outputs whether they are coloured.
  package mutating func applyColor(_ choice: ColorChoice) {
    output.isColored = choice.isColored(isTerminal: output.sink.isTerminal, environment: environment)
    errorOutput.isColored = choice.isColored(isTerminal: errorOutput.sink.isTerminal, environment: environment)
  }

  /// Says something that is no error, on the error output.
  package func note(_ message: StyledText) throws { try say(message + "\n") }

  /// Says at length what was found, on the error output.
  package func report(_ report: StyledText) throws { try say(report) }

  /// Warns, on the error output.
  package func warn(_ message: StyledText, file: String? = nil, line: Int? = nil) throws {
    var place = file ?? toolName
    if file != nil, let line { place += ":\(line)" }
    try say("\(place): \("warning:", .warning) \(message)\n")
  }

  /// Says something beside the result. Where nobody can be told, the work is done all the same, and its exit code
  /// stands.
  private func say(_ message: StyledText) throws {
    do {
      try errorOutput.write(message)
    } catch OutputError.closed {
    } catch OutputError.failed {
    }
  }

  /// A progress line on the error output.
  package func progress(_ label: String) -> ProgressLine {
    ProgressLine(label, output: errorOutput, interruption: interruption)
  }
}
