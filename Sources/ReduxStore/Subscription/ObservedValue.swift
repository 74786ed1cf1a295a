public import Observation

/// A part of a store's presented state as an observable property on the main actor, for views.
///
/// `value` follows the store on the main actor: a change that is dispatched, on whichever thread, shows at one of the
/// main actor's next turns. Values that follow each other faster than that are skipped; repeats don't count as changes.
/// The subscription ends when this object is released.
@MainActor
@Observable
public final class ObservedValue<Value: Sendable> {
  /// The newest value that has reached the main actor.
  public private(set) var value: Value

  @ObservationIgnored private let isDuplicate: @Sendable (Value, Value) -> Bool
  @ObservationIgnored private var subscription: Subscription?

  init<State, Action>(
    of store: Store<State, Action>,
    select: @escaping @Sendable (State) -> Value,
    isDuplicate: @escaping @Sendable (Value, Value) -> Bool
  ) {
    value = store.withPresentedState(select)
    self.isDuplicate = isDuplicate
    let newest = Mailbox<Value>()
    // With the initial value: the state may have gone on since the line above.
    subscription = store.subscribe(select, initial: true, isDuplicate: isDuplicate) { [weak self] value in
      guard newest.post(value) else { return }
      Task { @MainActor [weak self] in
        guard let value = newest.take() else { return }
        self?.update(to: value)
      }
    }
  }

  private func update(to next: Value) {
    guard !isDuplicate(value, next) else { return }
    value = next
  }
}
