/// A value that describes what happened and can be dispatched.
///
/// Reducers receive only plain actions, which are `Codable` so that they can be replayed. They never receive an
/// `AsyncAction`.
public protocol Action: Sendable {}

/// An action that stands for work, such as asking the service for a page, rather than a state change.
///
/// Neither the reducers nor a recorder around them ever see it. They see two plain actions: the request, in the async
/// action's turn, and later its result. The journal holds those two, so a replay does no work.
public protocol AsyncAction: Action {
  /// Describes the work to do.
  ///
  /// The state says what has been loaded, not what is running: after a rewind, no work runs for what the resumed state
  /// awaits. The store prevents running the same request twice at once.
  ///
  /// - Parameter state: The state in the action's turn. The store waits: don't call it here.
  /// - Returns: The work, or `nil` if there is nothing to do.
  func work(in state: AppState) -> Work?
}
