public import ReduxReplay

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension InspectorTool {
  /// Runs the command line of this process, and exits with its code.
  ///
  /// SIGINT and SIGPIPE are handled: an interrupted command ends what it writes in good order and exits with 130, one
  /// whose reader went away with 141. With `--tool PATH`, or `REDUXLOG_TOOL` in the environment, the program at that
  /// path takes the place of this one, with the same arguments.
  ///
  /// - Parameter apps: The apps whose journals can be replayed; the app `json` is always there.
  public static func main(apps: [any ReplayableApp.Type]) -> Never {
    Platform.reserveStandardStreams()
    Interruption.installSignalHandlers()
    let arguments = Array(CommandLine.arguments.dropFirst())
    let environment = ProcessInfo.processInfo.environment
    if let handover = Handover(arguments: arguments, environment: environment) {
      Platform.exitProcess(handOver(handover).rawValue)
    }
    var context = CommandContext.ofProcess(environment: environment)
    context.apps = AppCatalog(apps + [JSONApp.self])
    context.allowsPager = true
    Platform.exitProcess(CommandTable.standard.run(arguments, in: context).rawValue)
  }

  /// Lets another tool take over; what returns is a failure.
  private static func handOver(_ handover: Handover) -> ExitCode {
    let reason = Platform.execute(handover.path, arguments: handover.arguments, environment: handover.environment)
    let context = CommandContext.ofProcess(environment: handover.environment)
    let failure = CommandFailure(
      "can't run the tool '\(handover.path)': \(reason)",
      advice: "Check the path that --tool or \(Handover.variable) gives.")
    return CommandTable.report(failure, arguments: [], table: .standard, in: context)
  }
}
