import ReduxStore
import Synchronization

/// Restores the state of any library's store at launch, and stores its changed slices: the cached state.
///
/// ```swift
/// let persister = StatePersister<ShopState>(persistence) { log("\($0)") }
/// var state = ShopState()
/// let report = persister.restore(into: &state)
/// let store = Store(
///   reducer: { action, state in
///     let next = shopReducer(action: action, state: state)
///     persister.note(next)
///     return next
///   }, state: state)
/// ```
///
/// It stores as a ``Persister`` does, which watches a store of this package: only changed slices, on its own queue, and
/// nothing before `restore(into:)`.
///
/// The persister keeps the noted state. So the next action copies the arrays and dictionaries that it changes; of an
/// `EntityTable`, only the changed chunks.
public final class StatePersister<State: Sendable>: Sendable {
  /// An action of the store that holds the noted state.
  private enum Step: Sendable {
    case launch
    case note(State)
  }

  private let persister: Persister<State, Step>
  private let store = Mutex<Store<State, Step>?>(nil)

  /// Makes a persister, which does nothing until `restore(into:)`.
  ///
  /// - Parameters:
  ///   - persistence: the persistence of the state's slices.
  ///   - policy: when to store them. To store after certain actions only, note only the states after these.
  ///   - onLoss: receives each slice whose stored value could not be restored, on its own queue.
  ///   - onFailure: receives each slice that can't be stored, once until it can be stored again, on the same queue.
  public init(
    _ persistence: StatePersistence<State>, storing policy: StoringPolicy<Never> = .afterQuiet(),
    onLoss: @escaping @Sendable (SliceLoss) -> Void = { _ in },
    onFailure: @escaping @Sendable (PersistenceFailure) -> Void
  ) {
    persister = Persister(persistence, storing: policy.withoutOccasions(), onLoss: onLoss, onFailure: onFailure)
  }

  /// Puts the stored slices into the initial state, before the app makes its store.
  ///
  /// It reads the slices on the calling thread.
  ///
  /// - Precondition: It is called once.
  /// - Parameter state: the initial state.
  /// - Returns: the outcome of each slice.
  public func restore(into state: inout State) -> RestoreReport {
    let report = Mutex(RestoreReport(slices: []))
    let store = Store<State, Step>(
      initialState: state,
      reducer: Reducer { state, step in
        if case .note(let noted) = step { state = noted }
      },
      middleware: [
        persister.middleware(
          restoringAt: { if case .launch = $0 { true } else { false } },
          following: { restored in
            report.withLock { $0 = restored }
            return nil
          })
      ])
    store.dispatch(.launch)
    state = store.state
    self.store.withLock { $0 = store }
    return report.withLock { $0 }
  }

  /// Notes the store's state, after each action; the policy decides when to store it. Any thread may call it.
  ///
  /// Note only heads. A state that a timeline shows must not be stored, so call this in the reducer that the timeline
  /// gets as `live`, rather than in a subscriber.
  public func note(_ state: State) {
    store.withLock { $0 }?.dispatch(.note(state))
  }

  /// Stores all pending changes before it returns.
  ///
  /// - Throws: `PersistenceError` of the first slice that could not be stored; the others were. Before
  ///   `restore(into:)`, `notLaunched`.
  public func flush() throws(PersistenceError) { try persister.flush() }
}

extension StoringPolicy where Action == Never {
  /// The same policy for a store with other actions. There are no actions that could be an occasion.
  fileprivate func withoutOccasions<Other>() -> StoringPolicy<Other> {
    switch kind {
    case .everyAction: .everyAction
    case .afterQuiet(let interval, let longest): .afterQuiet(interval, atMost: longest)
    case .after: .after { _ in false }
    }
  }
}
