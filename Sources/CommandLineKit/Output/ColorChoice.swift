/// The user's choice of whether to use colors.
package enum ColorChoice: String, CaseIterable, Hashable, Sendable {
  /// Colors on a terminal, unless the environment says otherwise.
  case auto
  /// Always colors.
  case always
  /// Never colors.
  case never

  /// Decides for one stream.
  ///
  /// The option takes precedence over the environment. There, `NO_COLOR` (no-color.org) takes precedence over
  /// `CLICOLOR_FORCE`, and that over the terminal's abilities.
  package func isColored(isTerminal: Bool, environment: [String: String]) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if environment["NO_COLOR"].map({ !$0.isEmpty }) ?? false { return false }
      if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
      return isTerminal && environment["TERM"] != "dumb" && environment["CLICOLOR"] != "0"
    }
  }
}
