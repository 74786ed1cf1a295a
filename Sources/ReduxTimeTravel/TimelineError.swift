/// The reason why a live timeline can't show a state.
public enum TimelineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No action has been reduced yet.
  case noStates
  /// The state doesn't exist, or the timeline has dropped it.
  case noState(Int, first: Int, last: Int)
  /// No action led to the state, so none can be left out.
  case noAction(Int)
  /// The timeline doesn't keep the state with this seq of the journal; it keeps the others.
  case notKept(Int, kept: [ClosedRange<Int>])
  /// The state before the action was set without an action, so the timeline can't rebuild it.
  case unknownStateBefore(Int)
  /// The timeline shows only states of its journal.
  case opensNoState

  /// The problem, and the available states.
  public var description: String {
    switch self {
    case .noStates: "no state yet: dispatch an action first"
    case .noState(let seq, let first, let last): "state \(seq) is not available; states \(first) to \(last) are"
    case .noAction(let seq): "no action led to state \(seq), so none can be left out"
    case .notKept(let seq, let kept):
      "the app doesn't keep state \(seq) of the journal"
        + (kept.isEmpty
          ? ""
          : "; it keeps \(kept.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" }.joined(separator: ", "))")
    case .unknownStateBefore(let seq):
      "the action that led to state \(seq) can't be left out, because the state before it was set without an action"
    case .opensNoState: "this timeline shows only states of its own journal; StoreTimeline and LiveTimeline open others"
    }
  }
}
