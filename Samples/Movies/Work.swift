/// What an async action has done for it.
public struct Work: Sendable {
  /// What is reduced in the place of the async action. While it is at work, an equal one begins nothing.
  let request: any Action & Hashable
  /// Whether a state still waits for the answer. The work is cancelled when the state that an action leads to doesn't.
  let isAwaited: @Sendable (AppState) -> Bool
  /// Asks the service, and says what came of it.
  let execute: @Sendable (any MovieService) async -> any Action

  /// Describes work.
  public init(
    request: any Action & Hashable, isAwaited: @escaping @Sendable (AppState) -> Bool = { _ in true },
    execute: @escaping @Sendable (any MovieService) async -> any Action
  ) {
    self.request = request
    self.isAwaited = isAwaited
    self.execute = execute
  }
}
