package import CommandLineKit
public import ReduxReplay

/// The command line, with an app's own reducers, in an executable or in a test.
///
///     @main struct TrackerLog {
///       static func main() { InspectorTool.main(apps: [TrackerApp.self]) }
///     }
///
///     #expect(InspectorTool.run(["verify", "Journals/checkout.jsonl"], apps: [TrackerApp.self]) == .fine)
public enum InspectorTool {
  /// Runs a command line in this process and returns its exit code.
  ///
  /// It starts no process and handles no signal; a file that reaches the size limit is an error. Reducers run on this thread and on others that end before this method
  /// returns, so a reducer that crashes or hangs also crashes or hangs the process. `--tool`, `--timeout` and pagers
  /// have no effect; they belong to `main`.
  ///
  /// - Parameters:
  ///   - arguments: The command and its arguments, without the tool's name.
  ///   - apps: The apps whose journals can be replayed, besides the built-in app `json`.
  ///   - environment: The variables for the commands.
  /// - Returns: The code that the command line would exit with.
  public static func run(
    _ arguments: [String], apps: [any ReplayableApp.Type], environment: [String: String] = [:]
  ) -> ExitCode {
    ExitCode(run(arguments, apps: apps, output: nil, environment: environment))
  }

  /// Runs a command line with streams other than the process's.
  package static func run(
    _ arguments: [String], apps: [any ReplayableApp.Type], output: (any OutputSink)?,
    errorOutput: (any OutputSink)? = nil, input: (any InputSource)? = nil, environment: [String: String] = [:]
  ) -> CommandLineKit.ExitCode {
    var context = CommandContext.ofProcess(environment: environment)
    if let output { context.output = TextOutput(output) }
    if let errorOutput { context.errorOutput = TextOutput(errorOutput) }
    if let input { context.input = input }
    context.apps = AppCatalog(apps + [JSONApp.self])
    return CommandTable.standard.run(arguments, in: context)
  }

  /// Runs a command line like `run`, but returns its output instead of printing it, for tests.
  ///
  ///     let run = InspectorTool.capture(["verify", "Journals/checkout.jsonl"], apps: [TrackerApp.self])
  ///     #expect(run.exitCode == .fine, "\(run)")
  ///
  /// - Parameters:
  ///   - arguments: The command and its arguments, without the tool's name.
  ///   - apps: The apps whose journals can be replayed, besides the built-in app `json`.
  ///   - input: The text on standard input.
  ///   - environment: The variables for the commands.
  /// - Returns: The exit code and both outputs, without colors.
  public static func capture(
    _ arguments: [String], apps: [any ReplayableApp.Type], input: String = "", environment: [String: String] = [:]
  ) -> InspectorRun {
    let output = BufferSink()
    let errorOutput = BufferSink()
    let code = run(
      arguments, apps: apps, output: output, errorOutput: errorOutput, input: BufferInput(input),
      environment: environment)
    return InspectorRun(exitCode: ExitCode(code), output: output.text, errorOutput: errorOutput.text)
  }
}
