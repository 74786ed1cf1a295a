package import ReduxScope

/// Keeps actions from the reducer while a store presents another state than the head.
///
/// Both closures run inside the reduce lock: they must be short and not call the store.
package struct PresentationLock<Action: Sendable>: Sendable {
  /// Receives each action instead of the reducer.
  let stop: @Sendable (Action) -> Void
  /// Returns the actions to reduce when the presentation ends.
  let release: @Sendable () -> [HeldAction<Action>]

  /// Makes a lock from its closures.
  package init(
    stop: @escaping @Sendable (Action) -> Void, release: @escaping @Sendable () -> [HeldAction<Action>]
  ) {
    self.stop = stop
    self.release = release
  }
}
