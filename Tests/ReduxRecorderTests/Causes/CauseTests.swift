import Dispatch
import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxStore
import ReduxTimeTravel
import Synchronization
import TestSupport
import Testing

struct CauseTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private typealias State = [String]
  private typealias Middleware = ReduxStore.Middleware<State, String>

  private func recorder(_ file: TemporaryFile) throws -> Recorder {
    try Recorder(path: file.path, app: AppIdentity(name: "list"), options: unhurried)
  }

  private func store(_ middleware: Middleware...) throws -> Store<State, String> {
    Store(
      initialState: [],
      reducer: Reducer(try recorder(file).recording { (state: inout State, action) in state.append(action) }),
      middleware: middleware)
  }

  /// Each action, and after `<` the action that caused it.
  private func causes(_ file: TemporaryFile) throws -> [String] {
    let actions = try file.actions()
    return actions.map { action in
      let cause = action.cause.flatMap { cause in actions.first { $0.seq == cause } }
      return [action, cause].compactMap { $0?.action.value.string }.joined(separator: " < ")
    }
  }

  @Test func `an action that nothing caused names no cause`() throws {
    let store = try store()
    store.dispatch("a")
    store.dispatch("b")
    try expectEqual(causes(file), ["a", "b"])
  }

  @Test func `what a middleware dispatches after its action was reduced has the action as cause`() throws {
    let store = try store(
      Middleware { action, context in
        context.next(action)
        if action.count < 3 { context.dispatch(action + "+") }
      })
    store.dispatch("a")
    store.dispatch("b")
    try expectEqual(causes(file), ["a", "a+ < a", "a++ < a+", "b", "b+ < b", "b++ < b+"])
  }

  @Test func `what a middleware dispatches before its action is reduced has the action around as cause`() throws {
    let store = try store(
      Middleware { action, context in
        if action == "b" { context.dispatch("before \(action)") }
        context.next(action)
        if action == "a" { context.dispatch("b") }
      })
    store.dispatch("a")
    try expectEqual(causes(file), ["a", "before b < a", "b < a"])
  }

  @Test func `an action in place of a swallowed one has the cause of that`() throws {
    let store = try store(
      Middleware { action, context in
        context.next(action)
        if action == "a" { context.dispatch("swallowed") }
      },
      Middleware { action, context in
        guard action == "swallowed" else { return context.next(action) }
        context.dispatch("b")
        context.next("c")
      })
    store.dispatch("a")
    try expectEqual(causes(file), ["a", "b < a", "c < a"])
  }

  @Test func `actions that a middleware passes on in one dispatch have the same cause`() throws {
    let store = try store(
      Middleware { action, context in
        context.next(action)
        if action == "a" { context.dispatch("b") }
        if action == "b" { context.next("c") }
      })
    store.dispatch("a")
    try expectEqual(causes(file), ["a", "b < a", "c < a"])
  }

  @Test func `what a subscriber dispatches has as cause the action that it was notified of`() throws {
    let store = try store()
    let first = store.subscribe({ $0 }) { [weak store] in
      if $0 == ["a"] { store?.dispatch("b") }
      if $0 == ["a", "b"] { store?.dispatch("d") }
    }
    let second = store.subscribe({ $0 }) { [weak store] in if $0 == ["a"] { store?.dispatch("c") } }
    store.dispatch("a")
    withExtendedLifetime((first, second)) {}
    try expectEqual(causes(file), ["a", "b < a", "c < a", "d < b"])
  }

  @Test func `a notification that another thread delivers has the cause of its own action`() throws {
    let store = try store()
    let (isDelivering, isReduced) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let subscription = store.subscribe({ $0.last }) { [weak store] last in
      if last == "a" {
        isDelivering.signal()
        isReduced.wait()
      }
      if last == "b" { store?.dispatch("c") }
    }
    onNewThread {
      isDelivering.wait()
      store.dispatch("b")
      isReduced.signal()
    }
    store.dispatch("a")
    withExtendedLifetime(subscription) {}
    try expectEqual(causes(file), ["a", "b", "c < b"])
  }

  @Test func `a presented state has the cause of the call that presents it`() throws {
    let store = try store(
      Middleware { action, context in
        context.next(action)
        if action == "a" { context.store?.present(["presented"]) }
      })
    let subscription = store.subscribe({ $0 }) { [weak store] in if $0 == ["presented"] { store?.dispatch("b") } }
    store.dispatch("a")
    withExtendedLifetime(subscription) {}
    try expectEqual(causes(file), ["a", "b < a"])
  }

  @Test func `a task inherits the cause, also if it begins before the action is reduced`() async throws {
    let tasks = Mutex<[Task<Void, Never>]>([])
    let store = try store(
      Middleware { action, context in
        let isReduced = AsyncStream.makeStream(of: Void.self)
        if action == "a" {
          let task = Task {
            for await _ in isReduced.stream { context.dispatch("b") }
          }
          tasks.withLock { $0.append(task) }
        }
        context.next(action)
        isReduced.continuation.yield()
        isReduced.continuation.finish()
      })
    store.dispatch("a")
    for task in tasks.withLock({ $0 }) { await task.value }
    try expectEqual(causes(file), ["a", "b < a"])
  }

  @Test func `detached tasks and queues lose the cause unless they take it along`() async throws {
    let tasks = Mutex<[Task<Void, Never>]>([])
    let queue = DispatchQueue(label: "effects")
    let store = try store(
      Middleware { action, context in
        context.next(action)
        guard action == "a" else { return }
        // docs/guides/stores.md: cause
        let cause = ActionCause.current
        queue.async { withCause(cause) { context.dispatch("loaded") } }
        // docs/guides/stores.md: end
        queue.async { context.dispatch("lost") }
        tasks.withLock {
          $0.append(
            Task.detached {
              context.dispatch("lost, too")
              withCause(cause) { context.dispatch("sync") }
              await withCause(cause) {
                await Task.yield()
                context.dispatch("async")
              }
            })
        }
      })
    store.dispatch("a")
    for task in tasks.withLock({ $0 }) { await task.value }
    queue.sync {}
    expectEqual(Set(try causes(file)), ["a", "loaded < a", "lost", "lost, too", "sync < a", "async < a"])
  }

  @Test func `effects on several threads have their own causes`() async throws {
    let store = try store(
      Middleware { action, context in
        context.next(action)
        guard !action.hasSuffix("+++") else { return }
        Task { context.dispatch(action + "+") }
      })
    await withTaskGroup { group in
      for number in 0..<50 { group.addTask { store.dispatch("\(number)") } }
    }
    while store.withState({ $0.count }) < 200 { try await Task.sleep(for: .milliseconds(1)) }
    let expected = (0..<50).flatMap { ["\($0)", "\($0)+ < \($0)", "\($0)++ < \($0)+", "\($0)+++ < \($0)++"] }
    expectEqual(Set(try causes(file)), Set(expected))
  }

  @Test func `an action that was held has the cause that it was dispatched with`() throws {
    let timeline = StoreTimeline<State, String>(
      initialState: [], reducer: Reducer { state, action in state.append(action) },
      live: Reducer(try recorder(file).recording { (state: inout State, action) in state.append(action) }),
      middleware: [
        Middleware { action, context in
          context.next(action)
          if action == "a" { context.dispatch("b") }
        }
      ], changes: .held)
    timeline.store.dispatch("0")
    try timeline.peek(at: 0)
    timeline.store.dispatch("a")
    timeline.returnToHead()
    try expectEqual(causes(file), ["0", "a", "b < a"])
  }

  @Test func `a causing action of another journal is no cause, and each recorder has its own`() throws {
    let other = try TemporaryFile()
    let second = try recorder(other)
    let log = Store<State, String>(
      initialState: [], reducer: Reducer(second.recording { (state: inout State, action) in state.append(action) }))
    log.dispatch("0")
    let main = try store(
      Middleware { action, context in
        context.next(action)
        log.dispatch("log \(action)")
      })
    let subscription = log.subscribe({ $0.last }) { [weak main] in if $0 == "log a" { main?.dispatch("b") } }
    main.dispatch("a")
    withExtendedLifetime(subscription) {}
    try expectEqual(causes(file), ["a", "b < a"])
    try expectEqual(causes(other), ["0", "log a", "log b < log a"])
  }

  @Test func `two recorders of one reducer write the same causes`() throws {
    let other = try TemporaryFile()
    let recorders = (try recorder(file), try recorder(other))
    let inner = recorders.0.recording { (state: inout State, action: String) in state.append(action) }
    var state: State = []
    inner(&state, "only in the first")
    let store = Store<State, String>(
      initialState: state, reducer: Reducer(recorders.1.recording(inner)),
      middleware: [
        Middleware { action, context in
          context.next(action)
          if action.count < 3 { context.dispatch(action + "+") }
        }
      ])
    store.dispatch("a")
    try expectEqual(causes(file), ["only in the first", "a", "a+ < a", "a++ < a+"])
    try expectEqual(causes(other), ["a", "a+ < a", "a++ < a+"])
  }

  @Test func `another store has causes inside of withDispatch`() throws {
    let reduce = try recorder(file).recording { (state: inout State, action: String) in state.append(action) }
    var state: State = []
    func dispatch(_ action: String) {
      withDispatch {
        reduce(&state, action)
        if action.count < 3 { dispatch(action + "+") }
      }
    }
    dispatch("a")
    reduce(&state, "b")
    try expectEqual(causes(file), ["a", "a+ < a", "a++ < a+", "b"])
  }

  @Test func `a caused action takes at most 20 bytes more`() throws {
    let store = try store(
      Middleware { action, context in
        context.next(action)
        if action == "a" { context.dispatch("b") }
      })
    store.dispatch("a")
    try expectEqual(
      file.text().split(separator: "\n").map { $0.contains(#","cause":1,"action":"b""#) },
      [
        false, false, false, true,
      ])
  }
}
