extension Store {
  /// Subscribes an object to a part of the presented state.
  ///
  /// The object receives the current value before this returns, and the newest one at a turn of the main actor after each
  /// change. Faster changes are skipped; to receive each value, use `subscribe(_:initial:isDuplicate:receive:)`.
  ///
  /// The store doesn't keep the object alive. An object has one subscription to a store: subscribing again replaces it and
  /// gives the current value again.
  ///
  /// - Parameters:
  ///   - subscriber: the object.
  ///   - selection: selects the part, and may define repeats; see `StateSelection`.
  @MainActor
  public func subscribe<Subscriber: StateSubscriber>(
    _ subscriber: Subscriber,
    _ selection: (StateSelection<State, State>) -> StateSelection<State, Subscriber.Value>
  ) {
    begin(subscriber, selection(StateSelection(value: { $0 }, isRepeat: { _, _ in false })))
  }

  /// Subscribes an object to the whole presented state, even if an action left it unchanged; see `subscribe(_:_:)`.
  @MainActor
  public func subscribe<Subscriber: StateSubscriber>(_ subscriber: Subscriber) where Subscriber.Value == State {
    subscribe(subscriber) { $0 }
  }

  /// Subscribes an object to the whole presented state, skipping equal states in a row; see `subscribe(_:_:)`.
  @MainActor
  public func subscribe<Subscriber: StateSubscriber>(
    _ subscriber: Subscriber
  ) where Subscriber.Value == State, State: Equatable {
    subscribe(subscriber) { $0.skipRepeats { $0 == $1 } }
  }

  /// Ends an object's subscription, if it has one.
  @MainActor
  public func unsubscribe(_ subscriber: some StateSubscriber) {
    objectSubscriptions[ObjectIdentifier(subscriber)] = nil
  }

  @MainActor
  private func begin<Subscriber: StateSubscriber>(
    _ subscriber: Subscriber, _ selection: StateSelection<State, Subscriber.Value>
  ) {
    objectSubscriptions = objectSubscriptions.filter { !$0.value.isOver }
    let subscription = NewestValueSubscription(of: subscriber, to: self, selection: selection)
    objectSubscriptions[ObjectIdentifier(subscriber)] = subscription
    subscription.deliver()
  }
}
