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
}
