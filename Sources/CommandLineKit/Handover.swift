/// A call of another tool, which contains the reducers that this one lacks.
///
/// It happens only once: the other tool gets neither the option nor the variable that asked for it.
package struct Handover: Hashable, Sendable {
  /// The variable that names the other tool.
  package static let variable = "REDUXLOG_TOOL"

  /// The other tool's path.
  package let path: String
  /// The arguments for it, without its name.
  package let arguments: [String]
  /// The environment for it.
  package let environment: [String: String]

  /// Creates the handover requested by `--tool PATH` or else by the variable; `nil` without both.
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
      } else if argument.utf8.starts(with: "--tool=".utf8) {
        path = argument.longOption.value
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
