import StateCoding

/// A step that a live timeline keeps in memory: the action or other event that led to a state.
public struct TimelineStep<Action> {
  /// The kind of a step.
  public enum Kind {
    /// An action, as it reached the reducer.
    case action(Action)
    /// The app resumed from the state with this seq, without the actions left out at that time.
    case resumed(from: Int)
    /// The state was set without an action, such as one restored at launch.
    case replaced
  }

  /// The seq of the state that the step led to.
  public let seq: Int
  /// The kind of step.
  public let kind: Kind
  /// The error that the reducer threw when the app ran it.
  public let error: (any Error)?
  /// The values that the reducer got from `ReplayInputs`.
  let inputs: ActionInputs?
  /// The seq of the state in the journal of the recorder that records the store; `nil` if the journal doesn't hold it, such as
  /// during a pause.
  ///
  /// The recorder knows the state that an app resumed from, or set without an action, only at the next action.
  public internal(set) var recordedSeq: Int?
  /// Whether the state before the action was set without an action that the timeline saw.
  var followsUnknownState = false
  /// Whether shown states leave this action out.
  public internal(set) var isLeftOut = false

  /// The action, if the step is one.
  public var action: Action? {
    if case .action(let action) = kind { action } else { nil }
  }
}

extension TimelineStep: Sendable where Action: Sendable {}
extension TimelineStep.Kind: Sendable where Action: Sendable {}
