/// An async action's work.
public struct Work: Sendable {
  /// The plain action reduced in place of the async action. While it runs, an equal request starts nothing.
  let request: any Action & Hashable
  /// Whether a state still awaits the answer. If a reduced state doesn't, the store cancels the work.
  let isAwaited: @Sendable (AppState) -> Bool
  /// Asks the service and returns the result as an action.
  let execute: @Sendable (any MovieService) async -> any Action

  /// Creates work.
  public init(
    request: any Action & Hashable, isAwaited: @escaping @Sendable (AppState) -> Bool = { _ in true },
    execute: @escaping @Sendable (any MovieService) async -> any Action
  ) {
    self.request = request
    self.isAwaited = isAwaited
    self.execute = execute
  }
}
