/// Brings a part of a store's presented state to the main actor: the newest value of those that were not taken yet.
@MainActor
final class NewestValue<Value: Sendable> {
  private let mailbox: Mailbox<Value>
  private let subscription: Subscription

  /// Subscribes. The current value is there to be taken at once; `arrived` is called at the main actor's next turn when there
  /// may be another one. A value is left out if it `isDuplicate` after the one that the store had before, or `isRepeat` after
  /// the one that was taken last.
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

  /// Takes the value out, if there is one.
  func take() -> Value? {
    mailbox.take()
  }
}
