import Dispatch
import Expectations
import ReduxStore
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StoreOrderTests {
  static let threads = 8
  static let dispatches = 1000

  /// Thread `t` dispatches `t * dispatches + 0, 1, 2, …`.
  func dispatchFromManyThreads(_ store: Store<[Int], Int>) {
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for number in 0..<Self.dispatches {
        store.dispatch(thread * Self.dispatches + number)
      }
    }
  }

  func actions(ofThread thread: Int, in log: [Int]) -> [Int] {
    log.filter { $0 / Self.dispatches == thread }
  }

  @Test func `many threads reduce every action once, each thread's in order`() {
    let store = Store(initialState: [], reducer: appendReducer)
    dispatchFromManyThreads(store)
    let log = store.state
    expectEqual(log.count, Self.threads * Self.dispatches)
    for thread in 0..<Self.threads {
      let first = thread * Self.dispatches
      expectEqual(actions(ofThread: thread, in: log), Array(first..<first + Self.dispatches))
    }
  }

  @Test func `subscribers of many threads see every state in order, one call at a time`() async {
    let store = Store(initialState: [], reducer: appendReducer)
    let counts = Log<Int>()
    let newest = Log<Int>()
    let inside = Atomic<Int>(0)
    let overlaps = Atomic<Int>(0)
    let first = store.subscribe(\.count) { count in
      if inside.add(1, ordering: .sequentiallyConsistent).newValue != 1 {
        overlaps.add(1, ordering: .relaxed)
      }
      counts.append(count)
      inside.subtract(1, ordering: .sequentiallyConsistent)
    }
    let second = store.subscribe({ $0.last ?? -1 }) { newest.append($0) }
    dispatchFromManyThreads(store)
    // Another dispatch's thread may deliver; all have returned.
    expectEqual(counts.values, Array(1...Self.threads * Self.dispatches))
    expectEqual(newest.values, store.state)
    expectEqual(overlaps.load(ordering: .relaxed), 0)
    withExtendedLifetime((first, second)) {}
  }

  @Test func `middleware on many threads that passes on and dispatches loses nothing`() {
    let store = Store(
      initialState: [], reducer: appendReducer,
      middleware: [
        Middleware { action, context in
          context.next(action)
          if action >= 0, action.isMultiple(of: 10) { context.dispatch(-action - 1) }
        }
      ])
    let newest = Log<Int>()
    let subscription = store.subscribe({ $0.last ?? 0 }, isDuplicate: { _, _ in false }) { newest.append($0) }
    dispatchFromManyThreads(store)
    expectEqual(store.state.count, Self.threads * Self.dispatches * 11 / 10)
    expectEqual(newest.values, store.state)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a subscriber's dispatch is reduced at once, and notified after the notification under way`() {
    let store = Store(initialState: [], reducer: appendReducer)
    let log = Log<String>()
    let first = store.subscribe({ $0 }) { state in
      log.append("first \(state)")
      if state == [1] {
        store.dispatch(2)
        log.append("first is back, head \(store.state)")
      }
    }
    let second = store.subscribe({ $0 }) { log.append("second \($0)") }
    store.dispatch(1)
    expectEqual(
      log.values,
      [
        "first [1]", "first is back, head [1, 2]", "second [1]", "first [1, 2]", "second [1, 2]",
      ])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a dispatch doesn't wait for a busy subscriber on another thread`() {
    let store = Store(initialState: [], reducer: appendReducer)
    let log = Log<[Int]>()
    let subscription = store.subscribe({ $0 }) { state in
      log.append(state)
      guard state == [1] else { return }
      // Never ends if the other thread's dispatch waits for this callback.
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        store.dispatch(2)
        done.signal()
      }
      done.wait()
      log.append(store.state)
    }
    store.dispatch(1)
    expectEqual(log.values, [[1], [1, 2], [1, 2]])
    withExtendedLifetime(subscription) {}
  }
}
