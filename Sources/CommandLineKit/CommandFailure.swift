package import TerminalText

/// The reason why a command failed: where, what, and what to do next.
package struct CommandFailure: Error, Codable, Hashable, Sendable {
  /// The command's exit code.
  package var exitCode: ExitCode
  /// The file at fault, if any.
  package var file: String?
  /// The line of the file, counted from 1.
  package var line: Int?
  /// The expected and the found value.
  package var message: String
  /// The next step.
  package var advice: String?

  /// Creates a failure.
  package init(
    _ message: String, file: String? = nil, line: Int? = nil, advice: String? = nil, exitCode: ExitCode = .trouble
  ) {
    self.message = message
    self.file = file
    self.line = line
    self.advice = advice
    self.exitCode = exitCode
  }

  /// The printed failure: `FILE:LINE: error: …`, a form that editors and CI systems can link.
  package func report(tool: String) -> StyledText {
    var place = file ?? tool
    if file != nil, let line { place += ":\(line)" }
    var text: StyledText = "\(place): \("error:", .error) \(message)\n"
    if let advice { text += "  \(advice)\n" }
    return text
  }
}

extension CommandFailure: CustomStringConvertible {
  package var description: String { report(tool: "reduxlog").plain }
}
