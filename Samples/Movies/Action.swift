/// Anything that can be dispatched: what happened, as a value.
///
/// What reaches the reducers is a plain action, and `Codable` so that it can be replayed. An `AsyncAction` never does.
public protocol Action: Sendable {}

/// An action that stands for work, such as asking the service for a page, and not for a change of the state.
///
/// Neither the reducers nor a recorder that is around them ever see it. They see two plain actions: what was requested, in
/// the async action's turn, and what came of it, whenever that is. Those are what a journal holds, so a replay has no work
/// to do.
public protocol AsyncAction: Action, Hashable {
  /// Says what is requested.
  ///
  /// The state tells what is there, not what is on its way: in a state that was taken up again after a rewind, nobody is
  /// at work on what it waits for. That an equal action isn't executed twice at a time is the store's business.
  ///
  /// - Parameter state: The state when the action's turn has come. The store waits: don't call it here.
  /// - Returns: What is reduced in the place of the action, before the work begins; `nil` if there is nothing to do.
  func request(in state: AppState) -> (any Action)?

  /// Does the work that was requested.
  ///
  /// - Parameter service: Where films are asked for.
  /// - Returns: What came of it.
  func execute(service: any MovieService) async -> any Action
}
