public import ReduxReplay

/// The command line, with an app's own reducers: in an executable, or in a test.
///
///     @main struct TrackerLog {
///       static func main() { InspectorTool.main(apps: [TrackerApp.self]) }
///     }
///
///     #expect(InspectorTool.run(["verify", "Journals/checkout.jsonl"], apps: [TrackerApp.self]) == .fine)
public enum InspectorTool {
  /// Runs a command line in this process, and tells how it went. Nothing exits.
  ///
  /// No process is started and no signal is handled: reducers run in this process, on this thread and on others that end
  /// before this returns, so a reducer that crashes or hangs takes the process along. `--tool`, `--timeout` and pagers are
  /// `main`'s and have no effect.
  ///
  /// - Parameters:
  ///   - arguments: The command and its arguments, without a tool's name.
  ///   - apps: The apps whose journals can be replayed; the app `json` is always there.
  ///   - output: Where data goes; standard output if nothing is said.
  ///   - errorOutput: Where messages go; standard error if nothing is said.
  ///   - input: What is read as standard input; the process's own if nothing is said.
  ///   - environment: The variables that the commands see.
  /// - Returns: The code that the command line would exit with.
  public static func run(
    _ arguments: [String], apps: [any ReplayableApp.Type], output: (any TextSink)? = nil,
    errorOutput: (any TextSink)? = nil, input: (any InputSource)? = nil, environment: [String: String] = [:]
  ) -> ExitCode {
    var context = CommandContext.ofProcess(environment: environment)
    if let output { context.output = TextOutput(output) }
    if let errorOutput { context.errorOutput = TextOutput(errorOutput) }
    if let input { context.input = input }
    context.apps = AppCatalog(apps + [JSONApp.self])
    return CommandTable.standard.run(arguments, in: context)
  }

  /// Runs a command line in this process, as `run` does, and keeps what it prints instead of printing it: for tests that
  /// look at the output, or show it when they fail.
  ///
  ///     let run = InspectorTool.capture(["verify", "Journals/checkout.jsonl"], apps: [TrackerApp.self])
  ///     #expect(run.exitCode == .fine, "\(run)")
  ///
  /// - Parameters:
  ///   - arguments: The command and its arguments, without a tool's name.
  ///   - apps: The apps whose journals can be replayed; the app `json` is always there.
  ///   - input: What is read as standard input.
  ///   - environment: The variables that the commands see.
  /// - Returns: The code and both outputs, without colours.
  public static func capture(
    _ arguments: [String], apps: [any ReplayableApp.Type], input: String = "", environment: [String: String] = [:]
  ) -> InspectorRun {
    let output = BufferSink()
    let errorOutput = BufferSink()
    let code = run(
      arguments, apps: apps, output: output, errorOutput: errorOutput, input: BufferInput(input),
      environment: environment)
    return InspectorRun(exitCode: code, output: output.text, errorOutput: errorOutput.text)
  }
}
