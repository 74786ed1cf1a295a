/// The subscription of an object that the store doesn't keep alive.
@MainActor
protocol ObjectSubscription: AnyObject {
  /// Whether the object is gone.
  var isOver: Bool { get }
}

/// Tells a subscriber of the newest value, unless it is a repeat of the one that the subscriber was told of last.
@MainActor
final class TellingSubscription<Object: StateSubscriber>: ObjectSubscription {
  private weak var object: Object?
  private var newest: NewestValue<Object.Value>?

  init<State, Action>(
    of object: Object, to store: Store<State, Action>, selection: StateSelection<State, Object.Value>
  ) {
    self.object = object
    newest = NewestValue(of: store.host(of: selection.value), isRepeat: selection.isRepeat) { [weak self] in
      self?.tell()
    }
  }

  var isOver: Bool { object == nil }

  func tell() {
    guard let object else {
      newest = nil
      return
    }
    guard let value = newest?.take() else { return }
    object.newState(value)
  }
}
