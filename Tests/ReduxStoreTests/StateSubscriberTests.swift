import Dispatch
import Expectations
import ReduxStore
import TestSupport
import Testing

/// Collects the values that it receives.
@MainActor
private final class Listener<Value: Sendable>: StateSubscriber {
  private(set) var received: [Value] = []
  var onReceive: (Listener, Value) -> Void = { _, _ in }

  func newState(_ value: Value) {
    received.append(value)
    onReceive(self, value)
  }
}

/// Blocks the main actor until signalled.
@MainActor
private func waitHere(for semaphore: DispatchSemaphore) {
  semaphore.wait()
}

/// Waits for the work already enqueued on the main actor.
@MainActor
private func turn() async {
  await Task { @MainActor in }.value
}

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct StateSubscriberTests {
  let store = Store(initialState: CounterState(), reducer: counterReducer)

  @Test func `an object receives the current value at once, and the newest after a change`() async {
    let listener = Listener<CounterState>()
    store.subscribe(listener)
    expectEqual(listener.received, [CounterState()])
    store.dispatch(.add(1))
    await turn()
    store.dispatch(.add(1))
    store.dispatch(.add(1))
    await turn()
    expectEqual(listener.received.map(\.count), [0, 1, 3])
  }

  @Test func `repeats of an equatable state are skipped`() async {
    let listener = Listener<CounterState>()
    store.subscribe(listener)
    store.dispatch(.add(0))
    await turn()
    store.dispatch(.add(1))
    store.dispatch(.add(-1))
    await turn()
    expectEqual(listener.received.map(\.count), [0])
  }

  @Test func `a selected part skips repeats`() async {
    let listener = Listener<String>()
    store.subscribe(listener) { $0.select(\.title) }
    for action in [.add(1), .rename("a"), .rename("a"), .add(1), .rename("b")] as [CounterAction] {
      store.dispatch(action)
      await turn()
    }
    expectEqual(listener.received, ["", "a", "b"])
  }

  @Test func `selections nest`() async {
    let listener = Listener<Int>()
    store.subscribe(listener) { $0.select(\.title).select(\.count) }
    for title in ["a", "b", "ab"] {
      store.dispatch(.rename(title))
      await turn()
    }
    expectEqual(listener.received, [0, 1, 2])
  }

  /// A value that is not equatable.
  struct Box: Sendable {
    var count: Int
  }

  @Test func `a value that isn't equatable arrives after each action`() async {
    let boxes = Store<Box, Int>(initialState: Box(count: 0), reducer: Reducer { $0.count += $1 })
    let whole = Listener<Box>()
    let part = Listener<Box>()
    boxes.subscribe(whole)
    boxes.subscribe(part) { $0.select { Box(count: -$0.count) } }
    for amount in [0, 1, 0] {
      boxes.dispatch(amount)
      await turn()
    }
    expectEqual(whole.received.map(\.count), [0, 0, 1, 1])
    expectEqual(part.received.map(\.count), [0, 0, -1, -1])
  }

  @Test func `skipRepeats defines repeats`() async {
    let tens = Listener<Int>()
    let all = Listener<Int>()
    let rising = Listener<Int>()
    store.subscribe(tens) { $0.select(\.count).skipRepeats { $0 / 10 == $1 / 10 } }
    store.subscribe(all) { $0.select(\.count).skipRepeats { _, _ in false } }
    store.subscribe(rising) { $0.select(\.count).skipRepeats { $0 >= $1 } }
    for amount in [5, 0, 7, -4, 20] {
      store.dispatch(.add(amount))
      await turn()
    }
    expectEqual(tens.received, [0, 12, 8, 28])
    expectEqual(all.received, [0, 5, 5, 12, 8, 28])
    expectEqual(rising.received, [0, 5, 12, 28])
  }

  @Test func `a repeat repeats the last received value, not a replaced one`() async {
    let tens = Listener<Int>()
    let rising = Listener<Int>()
    store.subscribe(tens) { $0.select(\.count).skipRepeats { $0 / 10 == $1 / 10 } }
    store.subscribe(rising) { $0.select(\.count).skipRepeats { $0 >= $1 } }
    for amounts in [[5], [7, 1], [10, -11], [-8]] {
      for amount in amounts { store.dispatch(.add(amount)) }
      await turn()
    }
    expectEqual(tens.received, [0, 13, 4])
    expectEqual(rising.received, [0, 5, 13])
  }

  @Test func `a rise that a fall has replaced doesn't arrive`() async {
    let rising = Listener<Int>()
    store.subscribe(rising) { $0.select(\.count).skipRepeats { $0 >= $1 } }
    store.dispatch(.add(12))
    store.dispatch(.add(-4))
    await turn()
    expectEqual(rising.received, [0, 8])
    store.dispatch(.add(9))
    store.dispatch(.add(-9))
    await turn()
    expectEqual(rising.received, [0, 8])
  }

  @Test func `skipRepeats applies to the last selected part`() async {
    let listener = Listener<Int>()
    store.subscribe(listener) { $0.skipRepeats { _, _ in true }.select(\.count) }
    store.dispatch(.add(1))
    await turn()
    expectEqual(listener.received, [0, 1])
  }

  @Test func `subscribing again replaces the subscription and gives the current value again`() async {
    let listener = Listener<Int>()
    store.subscribe(listener) { $0.select(\.count) }
    store.subscribe(listener) { $0.select { -$0.count } }
    store.dispatch(.add(1))
    await turn()
    expectEqual(listener.received, [0, 0, -1])
  }

  @Test func `an unsubscribed object receives nothing more, not even earlier changes`() async {
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
    expectEqual(listener.received, [0])
    expectEqual(other.received, [0, 1, 2])
  }

  @Test func `an object may unsubscribe in newState`() async {
    let listener = Listener<Int>()
    listener.onReceive = { [store] listener, count in
      if count == 1 { store.unsubscribe(listener) }
    }
    store.subscribe(listener) { $0.select(\.count) }
    for _ in 0..<3 {
      store.dispatch(.add(1))
      await turn()
    }
    expectEqual(listener.received, [0, 1])
  }

  @Test func `an object may unsubscribe at the first value`() async {
    let listener = Listener<Int>()
    listener.onReceive = { [store] listener, _ in store.unsubscribe(listener) }
    store.subscribe(listener) { $0.select(\.count) }
    store.dispatch(.add(1))
    await turn()
    expectEqual(listener.received, [0])
  }

  @Test func `an object may dispatch, and subscribe another, in newState`() async {
    let listener = Listener<Int>()
    let other = Listener<Int>()
    listener.onReceive = { [store] _, count in
      if count == 1 { store.subscribe(other) { $0.select(\.count) } }
      if count < 3 { store.dispatch(.add(1)) }
    }
    store.subscribe(listener) { $0.select(\.count) }
    #expect(await eventually { listener.received == [0, 1, 2, 3] })
    await turn()
    expectEqual(other.received, [1, 3])
  }

  @Test func `an object that subscribes in a callback receives the value at once, and only once`() async {
    let boxes = Store<Box, Int>(initialState: Box(count: 0), reducer: Reducer { $0.count += $1 })
    let listener = Listener<Box>()
    let receivedInside = Log<[Int]>()
    let subscription = boxes.subscribe(\.count) { [boxes] count in
      guard count == 1 else { return }
      boxes.dispatch(1)
      MainActor.assumeIsolated {
        boxes.subscribe(listener)
        receivedInside.append(listener.received.map(\.count))
      }
    }
    boxes.dispatch(1)
    await turn()
    expectEqual(receivedInside.values, [[2]])
    expectEqual(listener.received.map(\.count), [2])
    boxes.dispatch(1)
    await turn()
    expectEqual(listener.received.map(\.count), [2, 3])
    withExtendedLifetime(subscription) {}
  }

  @Test func `an object that subscribes while another thread delivers receives the value at once`() async {
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
    expectEqual(listener.received, [0])
    subscribed.signal()
    #expect(await eventually { listener.received == [0, 1] })
    withExtendedLifetime(subscription) {}
  }

  @Test func `an object sees the presented state`() async {
    let listener = Listener<Int>()
    store.subscribe(listener) { $0.select(\.count) }
    store.present(CounterState(count: 7))
    store.dispatch(.add(1))
    await turn()
    store.present(nil)
    await turn()
    expectEqual(listener.received, [0, 7, 1])
  }

  @Test func `an object receives other threads' changes on the main actor, up to the last value`() async {
    let listener = Listener<Int>()
    store.subscribe(listener) { $0.select(\.count) }
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { [store] in
          for _ in 0..<250 { store.dispatch(.add(1)) }
        }
      }
    }
    #expect(await eventually { listener.received.last == 1000 })
    #expect(zip(listener.received, listener.received.dropFirst()).allSatisfy { $0 < $1 })
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
    expectEqual(selections.values, [0, 1])
    store = nil
    #expect(releasedStore == nil)
  }
}
