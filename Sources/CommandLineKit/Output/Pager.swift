/// The program that shows long output to a person, page by page.
package struct Pager: Hashable, Sendable {
  /// The variables that name the program; the first that is there decides.
  package static let variables = ["REDUXLOG_PAGER", "PAGER"]

  /// The program with its arguments, as the shell reads it.
  package let command: String
  /// Whether the user has named it.
  package let isChosen: Bool
  /// What it needs in the environment beyond what is there.
  package let addedEnvironment: [String: String]

  /// Chooses the pager: that of `REDUXLOG_PAGER`, else that of `PAGER`, else `less`.
  ///
  /// `less` gets `LESS=FRX` (leave if one screen is enough, show colours, leave the screen as it is) unless the user
  /// has set that.
  ///
  /// - Returns: `nil` if none is wanted, as an empty variable or `cat` says, or the terminal can't have one.
  package init?(environment: [String: String]) {
    guard environment["TERM"] != "dumb" else { return nil }
    let chosen = Pager.variables.compactMap { environment[$0] }.first
    let command = (chosen ?? "less").split(separator: " ").joined(separator: " ")
    guard !command.isEmpty, command != "cat" else { return nil }
    self.command = command
    isChosen = chosen != nil
    addedEnvironment = environment["LESS"] == nil ? ["LESS": "FRX"] : [:]
  }

  /// The program's name or path, if the command is as simple as that; `nil` if only the shell can tell.
  package var program: String? {
    let word = command.prefix { $0 != " " }
    return word.allSatisfy { $0.isLetter || $0.isNumber || "._+-/".contains($0) } ? String(word) : nil
  }

  /// Whether the program is there, so far as that can be known before it is called.
  ///
  /// - Parameters:
  ///   - path: The folders in which the shell looks, as `PATH` lists them.
  ///   - isExecutable: Tells whether a path leads to a program.
  /// - Returns: `true` also if only the shell can tell.
  package func isInstalled(path: String, isExecutable: (String) -> Bool) -> Bool {
    guard let program else { return true }
    if program.contains("/") { return isExecutable(program) }
    return path.split(separator: ":").contains { isExecutable("\($0)/\(program)") }
  }
}
