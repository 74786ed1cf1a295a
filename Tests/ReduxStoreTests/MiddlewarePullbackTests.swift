import Expectations
import ReduxStore
import Synchronization
import TestSupport
import Testing

struct MiddlewarePullbackTests {
  struct Whole: Sendable, Equatable {
    var counter = CounterState()
    var sheet: CounterState?
  }

  enum WholeAction: Sendable, Equatable {
    case counter(CounterAction)
    case sheet(CounterAction)
    case close
  }

  typealias Part = Middleware<CounterState, CounterAction>

  static let reducer = Reducer<Whole, WholeAction> { whole, action in
    switch action {
    case .counter(let action): counterReducer(&whole.counter, action)
    case .sheet(let action):
      guard var sheet = whole.sheet else { return }
      counterReducer(&sheet, action)
      whole.sheet = sheet
    case .close: whole.sheet = nil
    }
  }

  func store(
    _ middleware: Middleware<Whole, WholeAction>..., initial: Whole = Whole()
  ) -> Store<Whole, WholeAction> {
    Store(initialState: initial, reducer: Self.reducer, middleware: middleware)
  }

  func pulledBack(_ part: Part) -> Middleware<Whole, WholeAction> {
    part.pullback(
      state: \.counter, action: { if case .counter(let action) = $0 { action } else { nil } },
      embed: WholeAction.counter)
  }

  @Test(
    arguments: [
      ("continues", Part { $1.next($0) }, 1, ["counter(add(1))"]),
      ("changes", Part { action, context in context.next(.add(5)) }, 5, ["counter(add(5))"]),
      ("swallows", Part { _, _ in }, 0, []),
      (
        "repeats",
        Part { action, context in
          context.next(action)
          context.next(action)
        }, 2, ["counter(add(1))", "counter(add(1))"]
      ),
      (
        "dispatches another",
        Part { action, context in
          context.next(action)
          if action == .add(1) { context.dispatch(.add(10)) }
        }, 11, ["counter(add(1))", "counter(add(10))"]
      ),
    ] as [(String, Part, Int, [String])])
  func `it passes on, changes or swallows its own actions`(
    _ name: String, _ part: Part, _ count: Int, _ passed: [String]
  ) {
    let log = Log<String>()
    let store = store(
      pulledBack(part),
      Middleware { action, context in
        log.append("\(action)".replacing("ReduxStoreTests.CounterAction.", with: ""))
        context.next(action)
      })
    store.dispatch(.counter(.add(1)))
    expectEqual(store.state.counter.count, count)
    expectEqual(log.values, passed)
  }

  @Test func `it doesn't see other parts' actions, which pass unchanged`() {
    let store = store(pulledBack(Part { _, _ in }), initial: Whole(sheet: CounterState()))
    store.dispatch(.sheet(.add(2)))
    store.dispatch(.counter(.add(1)))
    expectEqual(store.state, Whole(sheet: CounterState(count: 2)))
  }

  @Test func `it sees its slice before and after, before any subscriber acts`() {
    let log = Log<String>()
    let store = store(
      pulledBack(
        Part { action, context in
          let before = context.state.count
          context.next(action)
          log.append("\(before) -> \(context.withState(\.count))")
        }))
    let subscription = store.subscribe(\.counter.count) { count in
      log.append("subscriber \(count)")
      if count == 1 { store.dispatch(.counter(.add(10))) }
    }
    store.dispatch(.counter(.add(1)))
    expectEqual(log.values, ["0 -> 1", "subscriber 1", "1 -> 11", "subscriber 11"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `it dispatches through the whole chain, itself included`() {
    let log = Log<String>()
    let store = store(
      Middleware { action, context in
        log.append("outer \(action == .counter(.add(3)))")
        context.next(action)
      },
      pulledBack(
        Part { action, context in
          if action == .add(1) { context.dispatch(.add(3)) } else { context.next(action) }
        }))
    store.dispatch(.counter(.add(1)))
    expectEqual(log.values, ["outer false", "outer true"])
    expectEqual(store.state.counter.count, 3)
  }

  @Test func `it sees the head while another state is presented`() {
    let log = Log<Int>()
    let store = store(
      pulledBack(
        Part { action, context in
          context.next(action)
          log.append(context.state.count)
        }))
    store.present(Whole(counter: CounterState(count: 50)))
    store.dispatch(.counter(.add(1)))
    expectEqual(log.values, [1])
  }

  @Test func `a context used later acts on the whole of that moment`() async {
    let kept = Mutex<Part.Context?>(nil)
    let store = store(
      pulledBack(
        Part { action, context in
          if action == .add(1) { kept.withLock { $0 = context } } else { context.next(action) }
        }))
    let log = Log<Int>()
    let subscription = store.subscribe(\.counter.count) { log.append($0) }
    store.dispatch(.counter(.add(1)))
    store.dispatch(.counter(.add(2)))
    let context = kept.withLock { $0 }
    await Task.detached {
      context?.dispatch(.add(10))
      context?.next(.add(1))
    }.value
    expectEqual(context?.state.count, 13)
    expectEqual(log.values, [2, 12, 13])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a part that comes and goes has an optional state`() {
    let log = Log<Int?>()
    let sheet = Middleware<CounterState?, CounterAction> { action, context in
      context.next(action)
      log.append(context.state?.count)
    }
    let store = store(
      sheet.pullback(
        state: \.sheet, action: { if case .sheet(let action) = $0 { action } else { nil } }, embed: WholeAction.sheet),
      initial: Whole(sheet: CounterState()))
    store.dispatch(.sheet(.add(1)))
    store.dispatch(.close)
    store.dispatch(.sheet(.add(1)))
    expectEqual(log.values, [1, nil])
  }

  @Test func `pullbacks nest`() {
    struct Outer: Sendable, Equatable { var whole = Whole() }
    let log = Log<Int>()
    let inner = pulledBack(
      Part { action, context in
        context.next(action)
        log.append(context.state.count)
        if action == .add(1) { context.dispatch(.add(10)) }
      })
    let store = Store<Outer, WholeAction?>(
      initialState: Outer(), reducer: Self.reducer.pullback(state: \.whole, action: { $0 }),
      middleware: [inner.pullback(state: \.whole, action: { $0 }, embed: { $0 })])
    store.dispatch(nil)
    store.dispatch(.counter(.add(1)))
    expectEqual(store.state.whole.counter.count, 11)
    expectEqual(log.values, [1, 11])
  }

  @Test func `reading its slice doesn't make the next action copy`() {
    struct Boxes: Sendable { var box: CountingBox }
    let counter = CountingBox.Counter()
    let part = Middleware<CountingBox, Int> { action, context in
      _ = context.withState(\.count)
      context.next(action)
      _ = context.withState(\.count)
    }
    let store = Store(
      initialState: Boxes(box: CountingBox([], counter: counter)),
      reducer: Reducer<Boxes, Int> { $0.box.append($1) },
      middleware: [part.pullback(state: \.box, action: { $0 }, embed: { $0 })])
    for number in 1...100 { store.dispatch(number) }
    expectEqual(store.withState(\.box.count), 100)
    expectEqual(counter.count, 0)
  }
}
