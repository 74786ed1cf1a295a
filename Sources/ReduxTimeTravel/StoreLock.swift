import ReduxStore
import Synchronization

/// Locks a store of this package while a timeline makes it show the past.
final class StoreLock<Action: Sendable>: Sendable {
  private let actions: Mutex<ActionLock<Action>>
  private let onLocked: @Sendable (Action) -> Void
  private let isUsed: Bool

  init(_ changes: TimelineChanges, onLocked: (@Sendable (Action) -> Void)?) {
    actions = Mutex(ActionLock(changes: changes))
    self.onLocked = onLocked ?? { reportLocked($0) }
    isUsed = changes != .reduced
  }

  var count: Int { actions.withLock { $0.count } }

  /// Makes a store show a state, or the head for `nil`.
  func present<State>(_ state: State?, in store: Store<State, Action>) {
    store.present(state, lockedBy: isUsed ? presentation : nil)
  }

  private var presentation: PresentationLock<Action> {
    PresentationLock(
      stop: { [self] action in
        if actions.withLock({ $0.stop(action) }) { onLocked(action) }
      },
      release: { [self] in actions.withLock { $0.release() } })
  }
}
