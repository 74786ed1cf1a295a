import Expectations
import ReduxStore
import TestSupport
import Testing

struct StoreTests {
  @Test func `dispatch reduces before it returns`() {
    let store = Store(initialState: CounterState(), reducer: counterReducer)
    store.dispatch(.add(2))
    store.dispatch(.rename("a"))
    expectEqual(store.state, CounterState(count: 2, title: "a"))
    expectEqual(store.withState(\.count), 2)
  }

  @Test func `withState rethrows`() {
    struct Refusal: Error, Equatable {}
    let store = Store(initialState: 1, reducer: Reducer<Int, Int> { $0 += $1 })
    #expect(throws: Refusal()) {
      try store.withState { (_: Int) throws(Refusal) -> Int in throw Refusal() }
    }
    store.dispatch(1)
    expectEqual(store.state, 2)
  }

  @Test func `a large part of the state is changed in place`() {
    struct Big: Sendable {
      var box: CountingBox
      var title = ""
    }
    let counter = CountingBox.Counter()
    let log = Log<Int>()
    let store = Store(
      initialState: Big(box: CountingBox([], counter: counter)),
      reducer: Reducer<Big, Int> { $0.box.append($1) },
      middleware: [
        Middleware { action, context in
          let before = context.withState(\.box.count)
          context.next(action)
          log.append(context.withState(\.box.count) - before)
        }
      ])
    let titles = store.subscribe(\.title) { _ in }
    let counts = store.subscribe(\.box.count) { _ in }
    for number in 1...100 { store.dispatch(number) }
    expectEqual(store.withState(\.box.count), 100)
    expectEqual(log.values, Array(repeating: 1, count: 100))
    expectEqual(counter.count, 0)

    // A kept copy costs exactly one copy.
    let kept = store.state
    store.dispatch(101)
    store.dispatch(102)
    expectEqual(counter.count, 1)
    expectEqual(kept.box.count, 100)
    withExtendedLifetime((titles, counts)) {}
  }

  @Test func `presenting another state keeps the head unshared`() {
    let counter = CountingBox.Counter()
    let store = Store(
      initialState: CountingBox([], counter: counter), reducer: Reducer<CountingBox, Int> { $0.append($1) })
    let subscription = store.subscribe(\.count) { _ in }
    store.present(CountingBox([7], counter: counter))
    store.dispatch(1)
    store.present(nil)
    store.dispatch(2)
    store.replaceState(CountingBox([8], counter: counter)) { _ in }
    store.dispatch(3)
    expectEqual(store.state.elements, [8, 3])
    expectEqual(counter.count, 0)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a store is released with its last reference, despite subscriptions`() {
    var store: Store<[Int], Int>? = Store(initialState: [], reducer: appendReducer)
    weak let released = store
    let subscription = store?.subscribe(\.count) { _ in }
    store?.dispatch(1)
    store = nil
    #expect(released == nil)
    subscription?.cancel()
  }
}
