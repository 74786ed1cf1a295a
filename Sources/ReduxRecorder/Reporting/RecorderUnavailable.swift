/// An error because the recorder can't do what it was asked to do now.
public struct RecorderUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why a recorder can't do something now.
  public enum Reason: Hashable, Sendable {
    /// The journal holds no state yet.
    case noState
    /// The recording is paused.
    case paused
    /// After a failure, the journal lacks the latest state.
    case outage
    /// A reducer is running.
    case reducing
    /// The recorder records a slice of the state.
    case slice
    /// The recorder is closed, or its journal couldn't be opened or written.
    case off
  }

  /// The reason.
  public let reason: Reason

  /// The reason and the remedy, in plain text.
  public var description: String {
    switch reason {
    case .noState:
      "nothing is recorded yet: dispatch an action first, or pass the initial state to the recorder's start(_:)"
    case .paused: "the recording is paused; call resume() and dispatch an action first"
    case .outage: "after a failure, the journal lacks the latest state; try again after the next action"
    case .reducing: "a reducer is running; try again after it"
    case .slice: "a slice can't return to an earlier state of the app; use the recorder that it is a slice of"
    case .off: "the recorder is closed, or its journal couldn't be opened or written"
    }
  }
}
