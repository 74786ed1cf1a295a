import Dispatch
import ReduxStore
import TestSupport
import Testing

/// Writes down what it is told of.
@MainActor
private final class Listener<Value: Sendable>: StateSubscriber {
  private(set) var told: [Value] = []
  var whenTold: (Listener, Value) -> Void = { _, _ in }

  func newState(_ value: Value) {
    told.append(value)
    whenTold(self, value)
  }
}

/// Waits without giving up the main actor.
@MainActor
private func waitHere(for semaphore: DispatchSemaphore) {
  semaphore.wait()
}

/// Waits for what the main actor has been asked to do before.
@MainActor
private func turn() async {
  await Task { @MainActor in }.value
}

@MainActor
@Suite("Objects that subscribe", .timeLimit(.minutes(20)))
struct StateSubscriberTests {
  let store = Store(initialState: CounterState(), reducer: counterReducer)

  @Test func `an object is told of the current value at once, and of the newest after a change`() async {
    let listener = Listener<CounterState>()
    store.subscribe(listener)
    #expect(listener.told == [CounterState()])
    store.dispatch(.add(1))
    await turn()
    store.dispatch(.add(1))
    store.dispatch(.add(1))
    await turn()
    #expect(listener.told.map(\.count) == [0, 1, 3])
  }

  @Test func `repeats of the whole state are skipped where it can be compared`() async {
    let listener = Listener<CounterState>()
    store.subscribe(listener)
    store.dispatch(.add(0))
    await turn()
    store.dispatch(.add(1))
    store.dispatch(.add(-1))
    await turn()
    #expect(listener.told.map(\.count) == [0])
  }

  @Test func `a part is selected, and its repeats are skipped`() async {
    let listener = Listener<String>()
    store.subscribe(listener) { $0.select(\.title) }
    for action in [.add(1), .rename("a"), .rename("a"), .add(1), .rename("b")] as [CounterAction] {
      store.dispatch(action)
      await turn()
    }
    #expect(listener.told == ["", "a", "b"])
  }

  @Test func `a part of a part is selected`() async {
    let listener = Listener<Int>()
    store.subscribe(listener) { $0.select(\.title).select(\.count) }
    for title in ["a", "b", "ab"] {
      store.dispatch(.rename(title))
      await turn()
    }
    #expect(listener.told == [0, 1, 2])
  }

  /// What can't be compared.
  struct Box: Sendable {
    var count: Int
  }

  @Test func `what can't be compared is told of after each action`() async {
    let boxes = Store<Box, Int>(initialState: Box(count: 0), reducer: Reducer { $0.count += $1 })
    let whole = Listener<Box>()
    let part = Listener<Box>()
    boxes.subscribe(whole)
    boxes.subscribe(part) { $0.select { Box(count: -$0.count) } }
    for amount in [0, 1, 0] {
      boxes.dispatch(amount)
      await turn()
    }
    #expect(whole.told.map(\.count) == [0, 0, 1, 1])
    #expect(part.told.map(\.count) == [0, 0, -1, -1])
  }

  @Test func `what a repeat is, or a change, may be said`() async {
    let tens = Listener<Int>()
    let all = Listener<Int>()
    let rising = Listener<Int>()
    store.subscribe(tens) { $0.select(\.count).skipRepeats { $0 / 10 == $1 / 10 } }
    store.subscribe(all) { $0.select(\.count).skipRepeats { _, _ in false } }
    store.subscribe(rising) { $0.select(\.count).only { $0 < $1 } }
    for amount in [5, 0, 7, -4, 20] {
      store.dispatch(.add(amount))
      await turn()
    }
    #expect(tens.told == [0, 12, 8, 28])
    #expect(all.told == [0, 5, 5, 12, 8, 28])
    #expect(rising.told == [0, 5, 12, 28])
  }

  @Test func `a repeat is one of what was told last, not of what was replaced before`() async {
    let tens = Listener<Int>()
    let rising = Listener<Int>()
    store.subscribe(tens) { $0.select(\.count).skipRepeats { $0 / 10 == $1 / 10 } }
    store.subscribe(rising) { $0.select(\.count).only { $0 < $1 } }
    for amounts in [[5], [7, 1], [10, -11], [-8]] {
      for amount in amounts { store.dispatch(.add(amount)) }
      await turn()
    }
    #expect(tens.told == [0, 13, 4])
    #expect(rising.told == [0, 5, 13])
  }

  @Test func `a value that a fall has replaced is not told of as a rise`() async {
    let rising = Listener<Int>()
    store.subscribe(rising) { $0.select(\.count).only { $0 < $1 } }
    store.dispatch(.add(12))
    store.dispatch(.add(-4))
    await turn()
    #expect(rising.told == [0, 8])
    store.dispatch(.add(9))
    store.dispatch(.add(-9))
    await turn()
    #expect(rising.told == [0, 8])
  }

  @Test func `what is said about repeats counts for the last part that is selected`() async {
    let listener = Listener<Int>()
    store.subscribe(listener) { $0.only { _, _ in false }.select(\.count) }
    store.dispatch(.add(1))
    await turn()
    #expect(listener.told == [0, 1])
  }

  @Test func `subscribing again replaces, and tells of the current value again`() async {
    let listener = Listener<Int>()
    store.subscribe(listener) { $0.select(\.count) }
    store.subscribe(listener) { $0.select { -$0.count } }
    store.dispatch(.add(1))
    await turn()
    #expect(listener.told == [0, 0, -1])
  }

  @Test func `an object that unsubscribes is told of nothing more, not even of what has happened already`() async {
    let listener = Listener<Int>()
    let other = Listener<Int>()
    store.subscribe(listener) { $0.select(\.count) }
    store.subscribe(other) { $0.select(\.count) }
    store.dispatch(.add(1))
    store.unsubscribe(listener)
    store.unsubscribe(listener)
    await turn()
    store.dispatch(.add(1))
    await turn()
    #expect(listener.told == [0])
    #expect(other.told == [0, 1, 2])
  }

  @Test func `an object may unsubscribe when it is told`() async {
    let listener = Listener<Int>()
    listener.whenTold = { [store] listener, count in
      if count == 1 { store.unsubscribe(listener) }
    }
    store.subscribe(listener) { $0.select(\.count) }
    for _ in 0..<3 {
      store.dispatch(.add(1))
      await turn()
    }
    #expect(listener.told == [0, 1])
  }

  @Test func `an object may unsubscribe when it is told of the first value`() async {
    let listener = Listener<Int>()
    listener.whenTold = { [store] listener, _ in store.unsubscribe(listener) }
    store.subscribe(listener) { $0.select(\.count) }
    store.dispatch(.add(1))
    await turn()
    #expect(listener.told == [0])
  }

  @Test func `an object may dispatch, and subscribe another, when it is told`() async {
    let listener = Listener<Int>()
    let other = Listener<Int>()
    listener.whenTold = { [store] _, count in
      if count == 1 { store.subscribe(other) { $0.select(\.count) } }
      if count < 3 { store.dispatch(.add(1)) }
    }
    store.subscribe(listener) { $0.select(\.count) }
    #expect(await eventually { listener.told == [0, 1, 2, 3] })
    await turn()
    #expect(other.told == [1, 3])
  }

  @Test func `an object that subscribes in a callback is told at once, and only once`() async {
    let boxes = Store<Box, Int>(initialState: Box(count: 0), reducer: Reducer { $0.count += $1 })
    let listener = Listener<Box>()
    let toldInside = Log<[Int]>()
    let subscription = boxes.subscribe(\.count) { [boxes] count in
      guard count == 1 else { return }
      boxes.dispatch(1)
      MainActor.assumeIsolated {
        boxes.subscribe(listener)
        toldInside.append(listener.told.map(\.count))
      }
    }
    boxes.dispatch(1)
    await turn()
    #expect(toldInside.values == [[2]])
    #expect(listener.told.map(\.count) == [2])
    boxes.dispatch(1)
    await turn()
    #expect(listener.told.map(\.count) == [2, 3])
    withExtendedLifetime(subscription) {}
  }

  @Test func `an object that subscribes while another thread delivers is told at once`() async {
    let listener = Listener<Int>()
    let delivering = DispatchSemaphore(value: 0)
    let subscribed = DispatchSemaphore(value: 0)
    let subscription = store.subscribe(\.title) { _ in
      delivering.signal()
      subscribed.wait()
    }
    let thread = DispatchQueue(label: "delivers")
    thread.async { [store] in store.dispatch(.rename("a")) }
    thread.async { [store] in store.dispatch(.add(1)) }
    waitHere(for: delivering)
    store.subscribe(listener) { $0.select(\.count) }
    #expect(listener.told == [0])
    subscribed.signal()
    #expect(await eventually { listener.told == [0, 1] })
    withExtendedLifetime(subscription) {}
  }

  @Test func `an object sees what is presented`() async {
    let listener = Listener<Int>()
    store.subscribe(listener) { $0.select(\.count) }
    store.present(CounterState(count: 7))
    store.dispatch(.add(1))
    await turn()
    store.present(nil)
    await turn()
    #expect(listener.told == [0, 7, 1])
  }

  @Test func `an object is told on the main actor of what other threads do, up to the last value`() async {
    let listener = Listener<Int>()
    store.subscribe(listener) { $0.select(\.count) }
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { [store] in
          for _ in 0..<250 { store.dispatch(.add(1)) }
        }
      }
    }
    #expect(await eventually { listener.told.last == 1000 })
    #expect(zip(listener.told, listener.told.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `neither the store nor the object keeps the other alive`() async {
    let selections = Log<Int>()
    var store: Store? = Store(initialState: CounterState(), reducer: counterReducer)
    weak let releasedStore = store
    var listener: Listener<Int>? = Listener()
    weak let released = listener
    if let listener {
      store?.subscribe(listener) {
        $0.select { state in
          selections.append(state.count)
          return state.count
        }
      }
    }
    listener = nil
    #expect(released == nil)
    store?.dispatch(.add(1))
    await turn()
    store?.dispatch(.add(1))
    #expect(selections.values == [0, 1])
    store = nil
    #expect(releasedStore == nil)
  }
}
