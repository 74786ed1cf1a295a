import Expectations
import ReduxStore
import Synchronization
import TestSupport
import Testing

private final class Holder: Sendable {
  let subscription = Mutex<Subscription?>(nil)
}

struct SubscriptionTests {
  let store = Store(initialState: CounterState(), reducer: counterReducer)

  @Test func `it receives a selected part without repeats`() {
    let log = Log<String>()
    let subscription = store.subscribe(\.title) { log.append($0) }
    store.dispatch(.add(1))
    store.dispatch(.rename("a"))
    store.dispatch(.rename("a"))
    store.dispatch(.add(1))
    store.dispatch(.rename("b"))
    store.dispatch(.rename("a"))
    expectEqual(log.values, ["a", "b", "a"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `with initial, it receives the current value first`() {
    store.dispatch(.add(3))
    let log = Log<Int>()
    let subscription = store.subscribe(\.count, initial: true) { log.append($0) }
    expectEqual(log.values, [3])
    store.dispatch(.add(0))
    store.dispatch(.add(1))
    expectEqual(log.values, [3, 4])
    withExtendedLifetime(subscription) {}
  }

  @Test func `the subscriber defines repeats`() {
    let tens = Log<Int>()
    let all = Log<Int>()
    let subscriptions = [
      store.subscribe(\.count, isDuplicate: { $0 / 10 == $1 / 10 }) { tens.append($0) },
      store.subscribe(\.count, isDuplicate: { _, _ in false }) { all.append($0) },
    ]
    for amount in [5, 0, 5, 5, 5, 5] { store.dispatch(.add(amount)) }
    expectEqual(tens.values, [10, 20])
    expectEqual(all.values, [5, 5, 10, 15, 20, 25])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `cancel ends it`() {
    let log = Log<Int>()
    let subscription = store.subscribe(\.count) { log.append($0) }
    store.dispatch(.add(1))
    subscription.cancel()
    subscription.cancel()
    store.dispatch(.add(1))
    expectEqual(log.values, [1])
  }

  @Test func `releasing it ends it, and releases what the callback owns`() {
    let log = Log<Int>()
    var owned: Log<Int>? = Log()
    weak let released = owned
    var subscription: Subscription? = store.subscribe(\.count) { [owned] in
      owned?.append($0)
      log.append($0)
    }
    owned = nil
    store.dispatch(.add(1))
    #expect(released != nil)
    _ = subscription
    subscription = nil
    store.dispatch(.add(1))
    expectEqual(log.values, [1])
    #expect(released == nil)
  }

  @Test func `its callback may cancel it, which drops queued notifications`() {
    let log = Log<Int>()
    let holder = Holder()
    let subscription = store.subscribe(\.count) { [store] count in
      log.append(count)
      store.dispatch(.add(1))
      holder.subscription.withLock { $0.take() }?.cancel()
    }
    holder.subscription.withLock { $0 = subscription }
    store.dispatch(.add(1))
    expectEqual(store.state.count, 2)
    expectEqual(log.values, [1])
  }

  @Test func `it may end another subscription whose callback owns a third`() {
    // Releasing the second's closure runs the third's `deinit`, which calls the store: not under the lock.
    let log = Log<String>()
    let second = Holder()
    do {
      let third = store.subscribe(\.count) { log.append("third \($0)") }
      let owner = store.subscribe(\.count) { [third] in
        log.append("second \($0)")
        withExtendedLifetime(third) {}
      }
      second.subscription.withLock { $0 = owner }
    }
    let first = store.subscribe(\.title) { _ in
      second.subscription.withLock { $0.take() }?.cancel()
    }
    store.dispatch(.add(1))
    store.dispatch(.rename("end"))
    store.dispatch(.add(1))
    expectEqual(log.values, ["third 1", "second 1"])
    withExtendedLifetime(first) {}
  }

  @Test func `an object owned by the callback may use the store in its deinit`() {
    final class Owned: Sendable {
      let onRelease: @Sendable () -> Void

      init(onRelease: @escaping @Sendable () -> Void) {
        self.onRelease = onRelease
      }

      deinit { onRelease() }
    }
    let subscription: Subscription
    do {
      let owned = Owned { [store] in store.dispatch(.rename("released")) }
      subscription = store.subscribe(\.count) { _ in withExtendedLifetime(owned) {} }
    }
    store.dispatch(.add(1))
    expectEqual(store.state.title, "")
    subscription.cancel()
    expectEqual(store.state.title, "released")
  }

  @Test func `a subscription made in a callback starts from the state of that moment`() {
    let log = Log<String>()
    let inner = Holder()
    let outer = store.subscribe(\.count) { [store] count in
      log.append("outer \(count)")
      guard count == 1 else { return }
      let made = store.subscribe(\.count, initial: true) { log.append("inner \($0)") }
      inner.subscription.withLock { $0 = made }
      log.append("outer is back")
    }
    store.dispatch(.add(1))
    store.dispatch(.add(1))
    expectEqual(log.values, ["outer 1", "outer is back", "inner 1", "outer 2", "inner 2"])
    inner.subscription.withLock { $0 = nil }
    withExtendedLifetime(outer) {}
  }

  @Test func `a reducer may release it`() {
    struct Owner: Sendable {
      var subscription: Subscription?
      var count = 0
    }
    let store = Store(
      initialState: Owner(),
      reducer: Reducer<Owner, Bool> { state, release in
        state.count += 1
        if release { state.subscription = nil }
      })
    let log = Log<Int>()
    store.replaceState(Owner(subscription: store.subscribe(\.count) { log.append($0) }))
    store.dispatch(false)
    store.dispatch(true)
    store.dispatch(false)
    expectEqual(log.values, [1])
  }
}
