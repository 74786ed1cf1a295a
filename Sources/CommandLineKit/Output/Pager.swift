/// The program that pages long output.
package struct Pager: Hashable, Sendable {
  /// The variables that name the program; the first one set takes precedence.
  package static let variables = ["REDUXLOG_PAGER", "PAGER"]

  /// The program with its arguments, as a shell command.
  package let command: String
  /// Whether the user chose it.
  package let isChosen: Bool
  /// Variables to add to its environment.
  package let addedEnvironment: [String: String]

  /// Chooses the pager: `REDUXLOG_PAGER`, else `PAGER`, else `less`.
  ///
  /// `less` gets `LESS=FRX` (quit if the output fits on one screen, show colors, leave the screen as it is) unless the
  /// user has set that variable.
  ///
  /// - Returns: `nil` if the variable is empty or `cat`, or the terminal can't run a pager.
  package init?(environment: [String: String]) {
    guard environment["TERM"] != "dumb" else { return nil }
    let chosen = Pager.variables.compactMap { environment[$0] }.first
    let command = (chosen ?? "less").split(separator: " ").joined(separator: " ")
    guard !command.isEmpty, command != "cat" else { return nil }
    self.command = command
    isChosen = chosen != nil
    addedEnvironment = environment["LESS"] == nil ? ["LESS": "FRX"] : [:]
  }

  /// The program's name or path, if the command is that simple; `nil` if only the shell can parse it.
  package var program: String? {
    let word = command.prefix { $0 != " " }
    return word.allSatisfy { $0.isLetter || $0.isNumber || "._+-/".contains($0) } ? String(word) : nil
  }

  /// Whether the program exists, as far as can be known without the shell.
  ///
  /// - Parameters:
  ///   - path: The folders in `PATH`.
  ///   - isExecutable: Whether a path leads to a program.
  /// - Returns: `true` also if only the shell can parse the command.
  package func isInstalled(path: String, isExecutable: (String) -> Bool) -> Bool {
    guard let program else { return true }
    if program.contains("/") { return isExecutable(program) }
    return path.split(separator: ":").contains { isExecutable("\($0)/\(program)") }
  }
}
