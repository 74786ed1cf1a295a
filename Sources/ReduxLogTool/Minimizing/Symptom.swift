/// The form of a failure. Fewer actions must fail in the same form.
enum Symptom: Hashable, Sendable {
  /// A condition holds before an action, and not after it.
  case condition(Expectation)
  /// A reducer crashes or hangs.
  case crash
  /// Another tool's reducers lead to another state.
  case divergence(tool: String)

  /// Whether a command judges states. Such a command prints to the standard error of the reducers' process.
  var runsCommand: Bool {
    if case .condition(let expectation) = self, case .command = expectation.condition { true } else { false }
  }
}
