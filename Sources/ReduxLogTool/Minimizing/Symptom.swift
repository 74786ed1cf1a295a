/// What a failure looks like that fewer actions must lead to in the same way.
enum Symptom: Hashable, Sendable {
  /// A condition holds before an action, and not after it.
  case condition(Expectation)
  /// A reducer crashes or hangs.
  case crash
  /// Another tool's reducers lead to another state.
  case divergence(tool: String)

  /// Whether a command judges states, which prints to the standard error of the reducers' process.
  var runsCommand: Bool {
    if case .condition(let expectation) = self, case .command = expectation.condition { true } else { false }
  }
}
