public import CommandLineKit

/// How a command line went, and what it printed: what `InspectorTool.capture` gives.
public struct InspectorRun: Hashable, Sendable {
  /// The code that the command line would have exited with.
  public let exitCode: ExitCode
  /// What it printed on standard output: data.
  public let output: String
  /// What it printed on standard error: messages.
  public let errorOutput: String

  /// Creates what a call is expected to give.
  public init(exitCode: ExitCode, output: String, errorOutput: String) {
    self.exitCode = exitCode
    self.output = output
    self.errorOutput = errorOutput
  }
}

extension InspectorRun: CustomStringConvertible {
  /// All of it, one after the other: for the message of a test that fails.
  public var description: String { "exit code \(exitCode)\n\(output)\(errorOutput)" }
}
