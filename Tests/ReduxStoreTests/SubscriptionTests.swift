import ReduxStore
import Synchronization
import TestSupport
import Testing

private final class Holder: Sendable {
  let subscription = Mutex<Subscription?>(nil)
}

@Suite("Subscriptions")
struct SubscriptionTests {
  let store = Store(initialState: CounterState(), reducer: counterReducer)

  @Test func `a selected part, without repeats`() {
    let log = Log<String>()
    let subscription = store.subscribe(\.title) { log.append($0) }
    store.dispatch(.add(1))
    store.dispatch(.rename("a"))
    store.dispatch(.rename("a"))
    store.dispatch(.add(1))
    store.dispatch(.rename("b"))
    store.dispatch(.rename("a"))
    #expect(log.values == ["a", "b", "a"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `the current value first, when asked for`() {
    store.dispatch(.add(3))
    let log = Log<Int>()
    let subscription = store.subscribe(\.count, initial: true) { log.append($0) }
    #expect(log.values == [3])
    store.dispatch(.add(0))
    store.dispatch(.add(1))
    #expect(log.values == [3, 4])
    withExtendedLifetime(subscription) {}
  }

  @Test func `what counts as a repeat is the subscriber's choice`() {
    let tens = Log<Int>()
    let all = Log<Int>()
    let subscriptions = [
      store.subscribe(\.count, isDuplicate: { $0 / 10 == $1 / 10 }) { tens.append($0) },
      store.subscribe(\.count, isDuplicate: { _, _ in false }) { all.append($0) },
    ]
    for amount in [5, 0, 5, 5, 5, 5] { store.dispatch(.add(amount)) }
    #expect(tens.values == [10, 20])
    #expect(all.values == [5, 5, 10, 15, 20, 25])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `ends with cancel`() {
    let log = Log<Int>()
    let subscription = store.subscribe(\.count) { log.append($0) }
    store.dispatch(.add(1))
    subscription.cancel()
    subscription.cancel()
    store.dispatch(.add(1))
    #expect(log.values == [1])
  }

  @Test func `ends with the release of the subscription, and releases what the callback owns`() {
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
    #expect(log.values == [1])
    #expect(released == nil)
  }

  @Test func `may be cancelled in its own callback, and a queued notification is dropped`() {
    let log = Log<Int>()
    let holder = Holder()
    let subscription = store.subscribe(\.count) { [store] count in
      log.append(count)
      store.dispatch(.add(1))
      holder.subscription.withLock { $0.take() }?.cancel()
    }
    holder.subscription.withLock { $0 = subscription }
    store.dispatch(.add(1))
    #expect(store.state.count == 2)
    #expect(log.values == [1])
  }

  @Test func `may end another subscription whose callback owns a third`() {
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
    #expect(log.values == ["third 1", "second 1"])
    withExtendedLifetime(first) {}
  }

  @Test func `what its callback owns may use the store while it is released`() {
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
    #expect(store.state.title == "")
    subscription.cancel()
    #expect(store.state.title == "released")
  }

  @Test func `may be made in a callback: it starts from the state of that moment`() {
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
    #expect(log.values == ["outer 1", "outer is back", "inner 1", "outer 2", "inner 2"])
    inner.subscription.withLock { $0 = nil }
    withExtendedLifetime(outer) {}
  }

  @Test func `may be released by a reducer`() {
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
    #expect(log.values == [1])
  }
}
