/// One of the steps that a live timeline keeps in memory: what led to a state.
public struct TimelineStep<Action> {
  /// What a step is.
  public enum Kind {
    /// An action, as it reached the reducer.
    case action(Action)
    /// The state that was shown was taken up, and the app went on from there; it is that of a seq, but for actions that
    /// were left out then.
    case resumed(from: Int)
    /// The state was set past the reducer, as one is that was restored at launch.
    case replaced
  }

  /// The seq of the state that the step led to.
  public let seq: Int
  /// What the step is.
  public let kind: Kind
  /// What the reducer threw when the app ran it, if it did.
  public let error: (any Error)?
  /// Whether the states that are shown are those without this action.
  public internal(set) var isLeftOut = false

  /// The action, if the step is one.
  public var action: Action? {
    if case .action(let action) = kind { action } else { nil }
  }
}

extension TimelineStep: Sendable where Action: Sendable {}
extension TimelineStep.Kind: Sendable where Action: Sendable {}
