/// The call of another tool, which holds the reducers that this one lacks.
///
/// It happens once: the option and the variable that ask for it are taken away, so that the other tool doesn't hand
/// over in turn.
package struct Handover: Hashable, Sendable {
  /// The variable that names the other tool.
  package static let variable = "REDUXLOG_TOOL"

  /// The other tool's path.
  package let path: String
  /// The arguments that it gets, its own name left out.
  package let arguments: [String]
  /// The environment that it gets.
  package let environment: [String: String]

  /// Creates the handover that `--tool PATH` or else the variable asks for; `nil` if neither is there.
  package init?(arguments: [String], environment: [String: String]) {
    var path = environment[Handover.variable].flatMap { $0.isEmpty ? nil : $0 }
    var rest: [String] = []
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      if argument == "--" { break }
      if argument == "--tool", index + 1 < arguments.count {
        path = arguments[index + 1]
        index += 2
      } else if argument.hasPrefix("--tool=") {
        path = String(argument.dropFirst("--tool=".count))
        index += 1
      } else {
        rest.append(argument)
        index += 1
      }
    }
    guard let path, !path.isEmpty else { return nil }
    self.path = path
    self.arguments = rest + arguments[index...]
    var environment = environment
    environment[Handover.variable] = nil
    self.environment = environment
  }
}
