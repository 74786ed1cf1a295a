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
  /// It handles SIGINT and SIGPIPE: an interrupted command finishes its files and exits with 130; a command whose output is
  /// closed exits with 141. With `--tool PATH`, or `REDUXLOG_TOOL` in the environment, the program at that path replaces
  /// this one, with the same arguments. Help and messages call the tool by the name of its executable.
  ///
  /// `verify` and `replay` start the executable again with the same arguments and run the reducers in that process, so
  /// that they can report a reducer that crashes or hangs. Other commands call reducers in this process; after a crash,
  /// the executable starts again in its place to report it. So call this first in `main`.
  ///
  /// - Parameter apps: The apps whose journals can be replayed, besides the built-in app `json`.
  public static func main(apps: [any ReplayableApp.Type]) -> Never {
    Platform.reserveStandardStreams()
    Interruption.installSignalHandlers()
    let environment = ProcessInfo.processInfo.environment
    // Swift's own crash reports need its signal handlers.
    let showsCrashes = environment["SWIFT_BACKTRACE"]?.contains("enable=yes") == true
    if let server = ReducerServer(environment: environment) { server.run(apps: apps, reportsCrashes: showsCrashes) }
    if let failure = CrashReporter.failure(environment: environment) {
      let context = CommandContext.ofTool(environment: environment)
      Platform.exitProcess(CommandTable.report(failure, arguments: [], table: .standard, in: context).rawValue)
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let handover = Handover(arguments: arguments, environment: environment) {
      Platform.exitProcess(handOver(handover).rawValue)
    }
    var context = CommandContext.ofTool(environment: environment)
    context.apps = AppCatalog(apps + [JSONApp.self]) { file in
      showsCrashes ? nil : CrashReporter.observer(of: file, environment: environment)
    }
    context.allowsPager = true
    context.isolatesReducers = true
    Platform.exitProcess(CommandTable.standard.run(arguments, in: context).rawValue)
  }

  /// Replaces this process with another tool; returns only if that fails.
  private static func handOver(_ handover: Handover) -> CommandLineKit.ExitCode {
    let reason = Platform.execute(handover.path, arguments: handover.arguments, environment: handover.environment)
    let context = CommandContext.ofTool(environment: handover.environment)
    let failure = CommandFailure(
      "can't run the tool '\(handover.path)': \(reason)",
      advice: "Check --tool or \(Handover.variable).")
    return CommandTable.report(failure, arguments: [], table: .standard, in: context)
  }
}
