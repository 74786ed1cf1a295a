import CommandLineKit
public import ReduxReplay
import SystemSupport

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
  /// `verify` and `replay` start the executable once more, with the same arguments, and let the reducers run in that
  /// process, so that a reducer which crashes or hangs can be reported. Other commands call reducers in this process; if
  /// one crashes there, the executable is started again in its place to say so. So this should be the first that `main`
  /// calls.
  ///
  /// - Parameter apps: The apps whose journals can be replayed; the app `json` is always there.
  public static func main(apps: [any ReplayableApp.Type]) -> Never {
    Platform.reserveStandardStreams()
    Interruption.installSignalHandlers()
    let environment = ProcessInfo.processInfo.environment
    // Swift's own crash reports, if the user wants them, need its signal handlers.
    let showsCrashes = environment["SWIFT_BACKTRACE"]?.contains("enable=yes") == true
    if let server = ReducerServer(environment: environment) { server.run(apps: apps, reportsCrashes: showsCrashes) }
    if let failure = CrashReporter.failure(environment: environment)?.failure {
      let context = CommandContext.ofProcess(environment: environment)
      Platform.exitProcess(CommandTable.report(failure, arguments: [], table: .standard, in: context).rawValue)
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let handover = Handover(arguments: arguments, environment: environment) {
      Platform.exitProcess(handOver(handover).rawValue)
    }
    var context = CommandContext.ofProcess(environment: environment)
    context.apps = AppCatalog(apps + [JSONApp.self]) { file in
      showsCrashes ? nil : CrashReporter.observer(of: file, environment: environment)
    }
    context.allowsPager = true
    context.isolatesReducers = true
    Platform.exitProcess(CommandTable.standard.run(arguments, in: context).rawValue)
  }

  /// Lets another tool take over; what returns is a failure.
  private static func handOver(_ handover: Handover) -> ExitCode {
    let reason = Platform.execute(handover.path, arguments: handover.arguments, environment: handover.environment)
    let context = CommandContext.ofProcess(environment: handover.environment)
    let failure = CommandFailure(
      "can't run the tool '\(handover.path)': \(reason)",
      advice: "Check --tool or \(Handover.variable).")
    return CommandTable.report(failure, arguments: [], table: .standard, in: context)
  }
}
