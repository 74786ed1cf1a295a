package import CommandLineKit
package import ReduxNotation

extension CommandContext {
  /// Creates a context of this tool.
  package init(
    toolVersion: String = ToolVersion.current, output: any OutputSink, errorOutput: any OutputSink,
    input: any InputSource, environment: [String: String] = [:], times: TimeFormat = .local,
    interruption: Interruption = .never
  ) {
    self.init(
      toolName: "reduxlog", toolVersion: toolVersion, output: output, errorOutput: errorOutput, input: input,
      environment: environment, interruption: interruption)
    self.times = times
  }

  /// Creates the context of this process, with its own streams. `main` must handle the signals.
  static func ofProcess(environment: [String: String]) -> CommandContext {
    let output = DescriptorSink(.standardOutput, environment: environment)
    return CommandContext(
      output: output, errorOutput: DescriptorSink(.standardError, after: output, environment: environment),
      input: DescriptorInput.standardInput(), environment: environment, interruption: .ofProcess)
  }

  /// Creates the context of this process, which is a tool with the name of its executable.
  static func ofTool(environment: [String: String]) -> CommandContext {
    var context = ofProcess(environment: environment)
    let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init)
    // Messages and completion scripts contain the name in commands, so a shell must take it literally.
    if let name, ShellWord.quoted(name) == name { context.toolName = name }
    return context
  }

  /// The apps whose reducers this tool contains.
  package var apps: AppCatalog {
    get { self[AppCatalog.self] ?? AppCatalog() }
    set { self[AppCatalog.self] = newValue }
  }

  /// The time format for output and input.
  package var times: TimeFormat {
    get { self[TimeFormat.self] ?? .local }
    set { self[TimeFormat.self] = newValue }
  }

  /// Whether reducers run in a separate process. Only the tool's own process starts its executable again.
  package var isolatesReducers: Bool {
    get { self[ReducerPlacement.self] == .ownProcess }
    set { self[ReducerPlacement.self] = newValue ? .ownProcess : nil }
  }

  /// The standard streams of the process that runs the reducers.
  var reducerStreams: ReducerStreams {
    get { self[ReducerStreams.self] ?? .ofTool }
    set { self[ReducerStreams.self] = newValue }
  }

  /// The context for reducers beside which this process reads and writes lines on the standard streams.
  var withLinesOfItsOwn: CommandContext {
    var context = self
    context.reducerStreams = .errorOutput
    return context
  }

  private enum ReducerPlacement { case ownProcess }
}
