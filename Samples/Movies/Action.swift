/// Anything that can be dispatched: what happened, as a value.
///
/// What reaches the reducers is a plain action, and `Codable` so that it can be replayed. An `AsyncAction` never does.
public protocol Action: Sendable {}

/// An action that stands for work, such as asking the service for a page, and not for a change of the state.
///
/// Neither the reducers nor a recorder that is around them ever see it. They see two plain actions: what was requested, in
/// the async action's turn, and what came of it, whenever that is. Those are what a journal holds, so a replay has no work
/// to do.
public protocol AsyncAction: Action {
  /// Says what there is to do.
  ///
  /// The state tells what is there, not what is being done: in a state that was taken up again after a rewind, nobody is
  /// at work on what it waits for. That what was requested isn't done twice at a time is the store's business.
  ///
  /// - Parameter state: The state when the action's turn has come. The store waits: don't call it here.
  /// - Returns: The work; `nil` if there is none.
  func work(in state: AppState) -> Work?
}
