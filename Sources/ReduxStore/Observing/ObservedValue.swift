public import Observation

/// A part of a store's presented state as an observable property on the main actor, for views.
///
/// `value` follows the store on the main actor: a change dispatched on any thread shows at one of the main actor's next
/// turns. Faster changes are skipped, and repeats don't count as changes. The subscription ends when you release this
/// object.
@MainActor
@Observable
public final class ObservedValue<Value: Sendable> {
  /// The newest value on the main actor.
  public private(set) var value: Value

  @ObservationIgnored private var newest: NewestValue<Value>?

  init<Action>(of host: any StoreHost<Value, Action>, isDuplicate: @escaping @Sendable (Value, Value) -> Bool) {
    value = host.presentedState
    newest = NewestValue(of: host, isRepeat: isDuplicate) { [weak self] in self?.update() }
    // The state may have changed since the value was selected.
    update()
  }

  private func update() {
    guard let next = newest?.take() else { return }
    value = next
  }
}
