/// The reason why a live timeline can't show a state.
public enum TimelineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No action has been reduced yet.
  case noStates
  /// The state doesn't exist, or the timeline has dropped it.
  case noState(Int, first: Int, last: Int)
  /// No action led to the state, so none can be left out.
  case noAction(Int)

  /// The problem, and the available states.
  public var description: String {
    switch self {
    case .noStates: "no state yet: dispatch an action first"
    case .noState(let seq, let first, let last): "state \(seq) is not available; states \(first) to \(last) are"
    case .noAction(let seq): "no action led to state \(seq), so none can be left out"
    }
  }
}
