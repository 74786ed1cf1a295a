import Expectations
import ReduxStore
import Synchronization
import TestSupport
import Testing

/// Gives a reducer its own store, which it must not use.
private final class Reference<Object: AnyObject & Sendable>: Sendable {
  private let object = Mutex<Object?>(nil)

  var value: Object? {
    get { object.withLock { $0 } }
    set { object.withLock { $0 = newValue } }
  }
}

private typealias IntStore = Store<Int, Int>

/// A store whose reducer misuses the store itself when the action is 1.
private func store(
  middleware: [Middleware<Int, Int>] = [], whenReducing misuse: @escaping @Sendable (IntStore) -> Void
) -> IntStore {
  let reference = Reference<IntStore>()
  let store = IntStore(
    initialState: 0,
    reducer: Reducer { state, action in
      state += action
      if action == 1, let store = reference.value { misuse(store) }
    }, middleware: middleware)
  reference.value = store
  return store
}

private func expect(
  _ parts: [String], in result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation
) {
  let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  for part in parts {
    #expect(output.contains(part), sourceLocation: sourceLocation)
  }
}

@Suite(.timeLimit(.minutes(20)))
struct ProgrammingErrorTests {
  @Test func `a reducer must not dispatch`() async throws {
    try await onOwnThread {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        store { $0.dispatch(2) }.dispatch(1)
      }
      expect(
        ["`Store.dispatch(_:)` was called from inside a reducer of the same store", "dispatch from a middleware"],
        in: result)
    }
  }

  @Test func `an observer of heads must not read the store`() async throws {
    try await onOwnThread {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = IntStore(initialState: 0, reducer: Reducer { $0 += $1 })
        store.observeHeads { _, _ in _ = store.state }
        store.dispatch(1)
      }
      expect(
        ["was called from inside the closure of a `StoringPolicy`, or another observer of each state, of"],
        in: result)
    }
  }

  @Test func `a reducer's dispatch stops before any middleware sees it`() async throws {
    try await onOwnThread {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let middleware = Middleware<Int, Int> { action, context in
          precondition(action == 1, "the middleware has seen the action")
          context.next(action)
        }
        store(middleware: [middleware]) { $0.dispatch(2) }.dispatch(1)
      }
      expect(["`Store.dispatch(_:)` was called from inside a reducer of the same store"], in: result)
    }
  }

  @Test func `a reducer must not read the store`() async throws {
    try await onOwnThread {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        store { _ = $0.state }.dispatch(1)
      }
      expect(["`Store.state` was called from inside a reducer of the same store"], in: result)
    }
  }

  @Test func `a reducer must not subscribe`() async throws {
    try await onOwnThread {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        store { _ = $0.subscribe({ $0 }) { _ in } }.dispatch(1)
      }
      expect(["`Store.subscribe` was called from inside a reducer of the same store"], in: result)
    }
  }

  @Test func `a select closure must not dispatch`() async throws {
    try await onOwnThread {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = store { _ in }
        let subscription = store.subscribe({ state in
          if state == 1 { store.dispatch(2) }
          return state
        }) { _ in }
        store.dispatch(1)
        withExtendedLifetime(subscription) {}
      }
      expect(["`Store.dispatch(_:)` was called from inside a `select` closure of the same store"], in: result)
    }
  }

  @Test func `the body of a replacement must not dispatch`() async throws {
    try await onOwnThread {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = store { _ in }
        store.replaceState(5) { _ in store.dispatch(2) }
      }
      expect(
        ["was called from inside the closure of `replaceState(_:committing:)` of the same store"], in: result)
    }
  }

  @Test func `a feature's store is the same store`() async throws {
    try await onOwnThread {
      let reducing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        store { $0.scope(state: { $0 }, action: { $0 }).dispatch(2) }.dispatch(1)
      }
      expect(["`Store.dispatch(_:)` was called from inside a reducer of the same store"], in: reducing)
      let reading = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let feature = store { _ in }.scope(state: { $0 }, action: { (action: Int) in action })
        feature.withState { _ in _ = feature.presentedState }
      }
      expect(
        ["`Store.presentedState` was called from inside the closure of `withState(_:)` of the same store"], in: reading)
    }
  }

  @Test func `a reducer may use another store`() {
    let other = store { _ in }
    let store = store { _ in other.dispatch(5) }
    store.dispatch(1)
    expectEqual(store.state, 1)
    expectEqual(other.state, 5)
  }
}
