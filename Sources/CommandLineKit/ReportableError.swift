/// An error of a tool's own that says how a command reports it.
package protocol ReportableError: Error {
  /// The failure to report.
  ///
  /// - Parameter tool: The tool's name, for advice that names a command.
  /// - Returns: What to report, and the code to exit with.
  func commandFailure(tool: String) -> CommandFailure
}
