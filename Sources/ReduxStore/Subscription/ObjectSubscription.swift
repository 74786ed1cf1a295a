/// The subscription of an object, which the store doesn't keep alive.
@MainActor
protocol ObjectSubscription: AnyObject {
  /// Whether the object has been released.
  var isOver: Bool { get }
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
