/// Brings a part of a store's presented state to the main actor: the newest value not yet taken.
@MainActor
final class NewestValue<Value: Sendable> {
  private let mailbox: Mailbox<Value>
  private let subscription: Subscription

  /// Subscribes. `take()` returns the current value at once; `arrived` runs at the main actor's next turn when another one
  /// may have come. Values are skipped if they are a duplicate (`isDuplicate`) of the store's previous value, or a repeat
  /// (`isRepeat`) of the value taken last.
  init<Action>(
    of host: any StoreHost<Value, Action>,
    isDuplicate: @escaping @Sendable (Value, Value) -> Bool = { _, _ in false },
    isRepeat: @escaping @Sendable (Value, Value) -> Bool = { _, _ in false },
    arrived: @escaping @MainActor () -> Void
  ) {
    let mailbox = Mailbox(isRepeat: isRepeat)
    self.mailbox = mailbox
    subscription = host.subscribe(
      initial: false, isDuplicate: isDuplicate,
      current: { _ = mailbox.post($0) },
      receive: { value in
        guard mailbox.post(value) else { return }
        Task { @MainActor in arrived() }
      })
  }

  /// Takes the newest value, if it is new.
  func take() -> Value? {
    mailbox.take()
  }
}

/// Passes the newest value to a subscriber, unless it repeats the value that the subscriber received last.
@MainActor
final class NewestValueSubscription<Object: StateSubscriber>: ObjectSubscription {
  private weak var object: Object?
  private var newest: NewestValue<Object.Value>?

  init<State, Action>(
    of object: Object, to store: Store<State, Action>, selection: StateSelection<State, Object.Value>
  ) {
    self.object = object
    newest = NewestValue(of: store.host(of: selection.value), isRepeat: selection.isRepeat) { [weak self] in
      self?.deliver()
    }
  }

  var isOver: Bool { object == nil }

  func deliver() {
    guard let object else {
      newest = nil
      return
    }
    guard let value = newest?.take() else { return }
    object.newState(value)
  }
}
