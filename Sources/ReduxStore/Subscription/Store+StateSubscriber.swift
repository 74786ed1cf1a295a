extension Store {
  /// Tells an object of a part of the presented state: of the current value before this returns, and of the newest one at a turn
  /// of the main actor after it has changed.
  ///
  /// Values that follow each other faster than that are skipped; to be called with each, use
  /// `subscribe(_:initial:isDuplicate:receive:)`. The store doesn't keep the object alive, and forgets it when it is
  /// gone. An object has one subscription to a store: subscribing again replaces it, and gives the current value again.
  ///
  /// - Parameters:
  ///   - subscriber: the object.
  ///   - selection: selects what it is told of, and may say what a repeat is; see `StateSelection`.
  @MainActor
  public func subscribe<Subscriber: StateSubscriber>(
    _ subscriber: Subscriber,
    _ selection: (StateSelection<State, State>) -> StateSelection<State, Subscriber.Value>
  ) {
    begin(subscriber, selection(StateSelection(value: { $0 }, isRepeat: { _, _ in false })))
  }

  /// Tells an object of the whole presented state when there were actions, whether they have changed it or not; see
  /// `subscribe(_:_:)`.
  @MainActor
  public func subscribe<Subscriber: StateSubscriber>(_ subscriber: Subscriber) where Subscriber.Value == State {
    subscribe(subscriber) { $0 }
  }

  /// Tells an object of the whole presented state whenever it is no longer equal to what it was; see `subscribe(_:_:)`.
  @MainActor
  public func subscribe<Subscriber: StateSubscriber>(
    _ subscriber: Subscriber
  ) where Subscriber.Value == State, State: Equatable {
    subscribe(subscriber) { $0.skipRepeats { $0 == $1 } }
  }

  /// Ends an object's subscription, if it has one: it is told of nothing any more.
  @MainActor
  public func unsubscribe(_ subscriber: some StateSubscriber) {
    objectSubscriptions[ObjectIdentifier(subscriber)] = nil
  }

  @MainActor
  private func begin<Subscriber: StateSubscriber>(
    _ subscriber: Subscriber, _ selection: StateSelection<State, Subscriber.Value>
  ) {
    objectSubscriptions = objectSubscriptions.filter { !$0.value.isOver }
    let subscription = TellingSubscription(of: subscriber, to: self, selection: selection)
    objectSubscriptions[ObjectIdentifier(subscriber)] = subscription
    subscription.tell()
  }
}
