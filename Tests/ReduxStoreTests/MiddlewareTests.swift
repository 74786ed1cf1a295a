import Expectations
import ReduxStore
import Synchronization
import TestSupport
import Testing

struct MiddlewareTests {
  typealias Link = Middleware<[Int], Int>

  func store(_ middleware: Link...) -> Store<[Int], Int> {
    Store(initialState: [], reducer: appendReducer, middleware: middleware)
  }

  @Test func `without middleware, an action goes straight to the reducer`() {
    let store = store()
    store.dispatch(1)
    expectEqual(store.state, [1])
  }

  @Test func `the first middleware is outermost, and sees the state before and after`() {
    let log = Log<String>()
    func logging(_ name: String) -> Link {
      Link { action, context in
        log.append("\(name) \(action) before \(context.state)")
        context.next(action)
        log.append("\(name) \(action) after \(context.state)")
      }
    }
    store(logging("a"), logging("b")).dispatch(1)
    expectEqual(log.values, ["a 1 before []", "b 1 before []", "b 1 after [1]", "a 1 after [1]"])
  }

  @Test(
    arguments: [
      ("swallow", Link { _, _ in }, []),
      ("change", Link { $1.next($0 * 10) }, [50]),
      ("repeat", Link { action, context in for _ in 1...3 { context.next(action) } }, [5, 5, 5]),
      (
        "dispatch another",
        Link { action, context in
          context.next(action)
          if action > 0 { context.dispatch(action - 1) }
        }, [5, 4, 3, 2, 1, 0]
      ),
      (
        "dispatch before passing on",
        Link { action, context in
          if action < 7 { context.dispatch(action + 1) }
          context.next(action)
        }, [7, 6, 5]
      ),
    ] as [(String, Link, [Int])])
  func `it may pass on, change, repeat or swallow an action`(_ name: String, _ link: Link, _ expected: [Int]) {
    let store = store(Link { $1.next($0) }, link)
    store.dispatch(5)
    expectEqual(store.state, expected)
  }

  @Test func `dispatch runs the whole chain, next only the rest`() {
    let log = Log<Int>()
    let store = store(
      Link { action, context in
        log.append(action)
        context.next(action)
      },
      Link { action, context in
        context.next(action + 100)
        if action == 1 { context.dispatch(2) }
      })
    store.dispatch(1)
    expectEqual(log.values, [1, 2])
    expectEqual(store.state, [101, 102])
  }

  @Test func `it sees the state its action led to before any subscriber acts`() {
    let log = Log<String>()
    let store = store(
      Link { action, context in
        context.next(action)
        log.append("after \(action): \(context.state)")
      })
    let subscription = store.subscribe({ $0 }) { state in
      log.append("subscriber: \(state)")
      if state == [1] { store.dispatch(2) }
    }
    store.dispatch(1)
    expectEqual(log.values, ["after 1: [1]", "subscriber: [1]", "after 2: [1, 2]", "subscriber: [1, 2]"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `it sees the head while another state is presented`() {
    let log = Log<[Int]>()
    let store = store(
      Link { action, context in
        context.next(action)
        log.append(context.state)
      })
    store.present([9, 9])
    store.dispatch(1)
    expectEqual(log.values, [[1]])
  }

  @Test func `a context used later reduces and notifies then`() async {
    let kept = Mutex<Link.Context?>(nil)
    let store = store(
      Link { action, context in
        if action == 1 { kept.withLock { $0 = context } } else { context.next(action) }
      })
    let log = Log<[Int]>()
    let subscription = store.subscribe({ $0 }) { log.append($0) }
    store.dispatch(1)
    expectEqual(log.values, [])
    let context = kept.withLock { $0 }
    await Task.detached { context?.next(10) }.value
    expectEqual(log.values, [[10]])
    await Task.detached { context?.dispatch(2) }.value
    expectEqual(log.values, [[10], [10, 2]])
    withExtendedLifetime(subscription) {}
  }
}
