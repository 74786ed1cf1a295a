package import CommandLineKit
import ReduxInspection
import ReduxJournal
package import ReduxNotation
import SystemSupport

extension CommandContext {
  /// Creates a context of this tool.
  package init(
    toolVersion: String = ToolVersion.current, output: any OutputSink, errorOutput: any OutputSink,
    input: InputSource, environment: [String: String] = [:], times: TimeFormat = .local,
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
      input: InputSource.standardInput(), environment: environment, interruption: .ofProcess)
  }

  /// Creates the context of this process, which is a tool with the name of its executable.
  static func ofTool(environment: [String: String]) -> CommandContext {
    var context = ofProcess(environment: environment)
    let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init)
    // Messages and completion scripts contain the name in commands, so a shell must take it literally.
    if let name, ShellWord.quoted(name) == name { context.toolName = name }
    return context
  }
}

extension ExitCode {
  /// Each code with its meaning: the rows of `help exit-codes`.
  package static let meanings: KeyValuePairs = [
    "0": "Success: nothing is wrong.",
    "1": "A finding: states differ, a replay diverges, a proof is missing, or an expectation is false.",
    "2": "Trouble: a file is unreadable, damaged, can't be written, or can't be fully proven.",
    "3": "A reducer crashed or hung, or this tool doesn't contain the app's reducers.",
    "64": "The command line is wrong.",
    "129": "The command was ended by SIGHUP, such as by a closed terminal.",
    "130": "The user interrupted the command.",
    "141": "The reader of the output went away.",
    "143": "The command was ended by SIGTERM.",
  ]
}

extension TailRepair {
  /// A description of the repair; `nil` if there was none.
  var message: String? {
    switch self {
    case .none: nil
    case .lineEndAdded: "the last line had no line end; it was added"
    case .actionCompleted(let seq, let type, let hadReturned):
      "action \(seq) (\(type)) \(ActionRecord.ending(afterReturning: hadReturned)); its line was completed as interrupted"
    case .keptInGap(let count): "the last line was cut short; its \(count) bytes are kept in a gap record"
    case .damagedLineKept(let count): "the last line was damaged; its \(count) bytes are kept in a gap record"
    }
  }
}

extension CommandContext {
  /// Warns that a journal's last line was repaired before new records.
  func warn(of repair: TailRepair, in path: String) throws {
    if let message = repair.message { try warn("\(message)", file: path) }
  }
}

/// The version of the tool.
package enum ToolVersion {
  /// The version that `--version` prints.
  package static let current = "0.1.0"
}
