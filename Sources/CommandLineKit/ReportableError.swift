/// An error that defines how a command reports it.
package protocol ReportableError: Error {
  /// The failure to report.
  ///
  /// - Parameter tool: The tool's name, for advice that names a command.
  /// - Returns: The failure with its exit code.
  func commandFailure(tool: String) -> CommandFailure
}
