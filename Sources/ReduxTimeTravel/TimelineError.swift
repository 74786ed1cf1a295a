/// Why a live timeline can't show a state.
public enum TimelineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing has been reduced yet.
  case noStates
  /// There is no such state, or it is not kept any more.
  case noState(Int, first: Int, last: Int)
  /// No action led to the state, so there is nothing to leave out.
  case noAction(Int)

  /// What is wrong, and what there is.
  public var description: String {
    switch self {
    case .noStates: "there is no state yet: no action has been reduced"
    case .noState(let seq, let first, let last): "there is no state \(seq); those from \(first) to \(last) are kept"
    case .noAction(let seq): "no action led to state \(seq), so none can be left out"
    }
  }
}
