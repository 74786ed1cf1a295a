/// Brings a part of a store's presented state to the main actor: the newest value of those that were not taken yet.
@MainActor
final class NewestValue<Value: Sendable> {
  private let mailbox = Mailbox<Value>()
  private let subscription: Subscription

  /// Subscribes, and calls `arrived` at the main actor's next turn when there may be a value to take; the first is there
  /// at once, unless notifications are being delivered already.
  init<State, Action>(
    of store: Store<State, Action>,
    select: @escaping @Sendable (State) -> Value,
    isDuplicate: @escaping @Sendable (Value, Value) -> Bool,
    arrived: @escaping @MainActor () -> Void
  ) {
    subscription = store.subscribe(select, initial: true, isDuplicate: isDuplicate) { [mailbox] value in
      guard mailbox.post(value) else { return }
      Task { @MainActor in arrived() }
    }
  }

  /// Takes the value out, if there is one.
  func take() -> Value? {
    mailbox.take()
  }
}
