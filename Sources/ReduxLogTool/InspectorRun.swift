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
