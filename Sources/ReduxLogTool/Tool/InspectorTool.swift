package import CommandLineKit
import ReducerIsolation
import ReduxExploring
import ReduxInspection
public import ReduxReplay
import SystemSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    errorOutput: (any OutputSink)? = nil, input: InputSource? = nil, environment: [String: String] = [:]
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
      arguments, apps: apps, output: output, errorOutput: errorOutput, input: InputSource.buffer(input),
      environment: environment)
    return InspectorRun(exitCode: ExitCode(code), output: output.text, errorOutput: errorOutput.text)
  }
}

extension InspectorTool {
  /// Runs the command line of this process, and exits with its code.
  ///
  /// It handles SIGINT, SIGTERM, SIGHUP and SIGPIPE: an interrupted command finishes its files, removes its temporary ones
  /// and exits with 130 (143 after SIGTERM, 129 after SIGHUP); a command whose output is closed exits with 141. With
  /// `--tool PATH`, or without apps with `REDUXLOG_TOOL` in the environment, the program at that path replaces this one, with
  /// the same arguments. Help and messages call the tool by the name that it was started with: that of its executable, and
  /// of the first tool if `REDUXLOG_TOOL` named it.
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
    if let server = ReducerServer(environment: environment) {
      server.run(InspectionJobs.all + ExploringJobs.all, apps: apps + [JSONApp.self], reportsCrashes: showsCrashes)
    }
    if let failure = CrashReporter.failure(environment: environment) {
      let context = CommandContext.ofTool(environment: environment)
      Platform.exitProcess(CommandTable.report(failure, arguments: [], table: .standard, in: context).rawValue)
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    let name = CommandLine.arguments.first ?? ""
    var requests = environment
    // The variable is for the stock command. A tool with apps would otherwise lose them unseen.
    if !apps.isEmpty { requests[Handover.variable] = nil }
    if let handover = Handover(name: name, arguments: arguments, environment: requests) {
      Platform.exitProcess(handOver(handover).rawValue)
    }
    var context = CommandContext.ofTool(environment: environment)
    context.apps = AppCatalog(apps + [JSONApp.self]) { file in
      showsCrashes ? nil : CrashReporter.observer(of: file, environment: environment)
    }
    context.allowsPager = true
    context.isolatesReducers = true
    let code = CommandTable.standard.run(arguments, in: context)
    Platform.exitProcess(code == .interrupted ? Platform.interruptedStatus : code.rawValue)
  }

  /// Replaces this process with another tool; returns only if that fails.
  private static func handOver(_ handover: Handover) -> CommandLineKit.ExitCode {
    let reason = Platform.execute(handover.path, handover.words, environment: handover.environment)
    let context = CommandContext.ofTool(environment: handover.environment)
    let failure = CommandFailure(
      "can't run the tool '\(handover.path)': \(reason)",
      advice: "Check --tool or \(Handover.variable).")
    return CommandTable.report(failure, arguments: [], table: .standard, in: context)
  }
}

extension InspectorTool {
  /// The number that a command line exits with, for scripts and tests to branch on.
  public struct ExitCode: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int32

    /// Creates an exit code from its number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    init(_ code: CommandLineKit.ExitCode) { rawValue = code.rawValue }

    /// The command succeeded and found nothing wrong.
    public static let fine = ExitCode(.fine)
    /// The command succeeded and found what it looks for, such as a difference.
    public static let finding = ExitCode(.finding)
    /// The command failed: a file can't be read or written, or is damaged.
    public static let trouble = ExitCode(.trouble)
    /// A reducer crashed or hung, or this tool doesn't contain the app's reducers.
    public static let reducer = ExitCode(.reducer)
    /// The command line is wrong.
    public static let usage = ExitCode(.usage)
    /// The user interrupted the command.
    public static let interrupted = ExitCode(.interrupted)
    /// The reader of the output went away.
    public static let brokenPipe = ExitCode(.brokenPipe)
  }
}

extension InspectorTool.ExitCode: CustomStringConvertible {
  /// The number with its meaning, such as `1 (…)`.
  public var description: String {
    let meaning = CommandLineKit.ExitCode.meanings.first { $0.key == String(rawValue) }?.value
    return meaning.map { "\(rawValue) (\($0))" } ?? "\(rawValue)"
  }
}

/// The exit code and the output of a command line, as `InspectorTool.capture` returns them.
public struct InspectorRun: Hashable, Sendable {
  /// The exit code of the command line.
  public let exitCode: InspectorTool.ExitCode
  /// The text on standard output: data.
  public let output: String
  /// The text on standard error: messages.
  public let errorOutput: String

  /// Creates an expected result.
  public init(exitCode: InspectorTool.ExitCode, output: String, errorOutput: String) {
    self.exitCode = exitCode
    self.output = output
    self.errorOutput = errorOutput
  }
}

extension InspectorRun: CustomStringConvertible {
  /// The exit code and both outputs, for the message of a failing test.
  public var description: String { "exit code \(exitCode)\n\(output)\(errorOutput)" }
}
