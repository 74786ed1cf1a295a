import Expectations
import ReduxStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct FeatureStoreTests {
  struct Whole: Sendable, Equatable {
    var left = CounterState()
    var right = CounterState()
    var sheet: CounterState?
  }

  enum WholeAction: Sendable, Equatable {
    case left(CounterAction)
    case right(CounterAction)
    case open
  }

  typealias Counter = FeatureStore<CounterState, CounterAction>

  let store: Store<Whole, WholeAction>
  let left: Counter
  let right: Counter
  /// The actions that passed the middleware.
  let passed = Log<WholeAction>()

  init() {
    store = Store(
      initialState: Whole(),
      reducer: Reducer { whole, action in
        switch action {
        case .left(let action): counterReducer(&whole.left, action)
        case .right(let action): counterReducer(&whole.right, action)
        case .open: whole.sheet = CounterState()
        }
      },
      middleware: [
        Middleware { [passed] action, context in
          passed.append(action)
          context.next(action)
        }
      ])
    left = store.scope(state: \.left, action: WholeAction.left)
    right = store.scope(state: \.right, action: WholeAction.right)
  }

  @Test func `it dispatches through the app's middleware to the app's reducer`() {
    left.dispatch(.add(2))
    right.dispatch(.rename("a"))
    expectEqual(passed.values, [.left(.add(2)), .right(.rename("a"))])
    expectEqual(store.state, Whole(left: CounterState(count: 2), right: CounterState(title: "a")))
  }

  @Test func `it shows its slice of the app's state`() {
    store.dispatch(.left(.add(2)))
    expectEqual(left.state, CounterState(count: 2))
    expectEqual(left.withState(\.count), 2)
    expectEqual(right.state, CounterState())
  }

  @Test func `it calls back for changes of its own part only`() {
    let log = Log<Int>()
    let all = Log<CounterState>()
    let subscriptions = [
      left.subscribe(\.count, initial: true) { log.append($0) },
      left.subscribe({ $0 }, isDuplicate: { _, _ in false }) { all.append($0) },
    ]
    right.dispatch(.add(5))
    left.dispatch(.add(1))
    left.dispatch(.rename("a"))
    expectEqual(log.values, [0, 1])
    expectEqual(all.values, [CounterState(), CounterState(count: 1), CounterState(count: 1, title: "a")])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a subscriber may dispatch, also to another feature`() {
    let log = Log<String>()
    let subscriptions = [
      left.subscribe(\.count) { [right] count in
        log.append("left \(count)")
        right.dispatch(.add(count))
        log.append("right is \(right.state.count) already")
      },
      right.subscribe(\.count) { log.append("right \($0)") },
    ]
    left.dispatch(.add(1))
    left.dispatch(.add(1))
    expectEqual(log.values, ["left 1", "right is 1 already", "right 1", "left 2", "right is 3 already", "right 3"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a cancelled subscription ends`() {
    let log = Log<Int>()
    let subscription = left.subscribe(\.count) { log.append($0) }
    left.dispatch(.add(1))
    subscription.cancel()
    left.dispatch(.add(1))
    expectEqual(log.values, [1])
  }

  @Test func `subscribers see the presented state while the head changes`() {
    let log = Log<Int>()
    let subscription = left.subscribe(\.count) { log.append($0) }
    store.present(Whole(left: CounterState(count: 50)))
    left.dispatch(.add(1))
    expectEqual(left.presentedState, CounterState(count: 50))
    expectEqual(left.state, CounterState(count: 1))
    expectEqual(left.withState(\.count), 1)
    store.present(nil)
    expectEqual(left.presentedState, CounterState(count: 1))
    expectEqual(log.values, [50, 1])
    withExtendedLifetime(subscription) {}
  }

  @Test @MainActor func `it is observed on the main actor, as presented`() async {
    let count = left.observe(\.count)
    let tens = left.observe(\.count, isDuplicate: { $0 / 10 == $1 / 10 })
    left.dispatch(.add(3))
    #expect(await eventually { count.value == 3 })
    store.present(Whole(left: CounterState(count: 50)))
    #expect(await eventually { count.value == 50 && tens.value == 50 })
  }

  @Test func `its values are a sequence, as presented, until the app's store is released`() async {
    var store: Store? = Store(initialState: CounterState(), reducer: counterReducer)
    var feature: FeatureStore<Int, Int>? = store?.scope(state: \.count, action: CounterAction.add)
    var values = feature?.values(of: { $0 }).makeAsyncIterator()
    var tens = feature?.values(of: { $0 }, isDuplicate: { $0 / 10 == $1 / 10 }).makeAsyncIterator()
    #expect(await values?.next() == 0)
    #expect(await tens?.next() == 0)
    feature?.dispatch(3)
    #expect(await values?.next() == 3)
    store?.present(CounterState(count: 50))
    #expect(await values?.next() == 50)
    #expect(await tens?.next() == 50)
    store = nil
    feature = nil
    #expect(await values?.next() == nil)
    #expect(await tens?.next() == nil)
  }

  @Test func `a feature that comes and goes has an optional slice`() {
    let sheet: FeatureStore<CounterState?, CounterAction> = store.scope(state: \.sheet, action: WholeAction.left)
    let log = Log<CounterState?>()
    let subscription = sheet.subscribe({ $0 }, initial: true) { log.append($0) }
    store.dispatch(.open)
    expectEqual(log.values, [nil, CounterState()])
    withExtendedLifetime(subscription) {}
  }

  @Test func `scopes nest`() {
    let title: FeatureStore<String, String> = left.scope(state: \.title, action: CounterAction.rename)
    let log = Log<String>()
    let subscription = title.subscribe({ $0 }) { log.append($0) }
    title.dispatch("a")
    expectEqual(title.state, "a")
    expectEqual(passed.values, [.left(.rename("a"))])
    store.present(Whole(left: CounterState(title: "shown")))
    expectEqual(title.presentedState, "shown")
    expectEqual(log.values, ["a", "shown"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `it keeps the app's store alive; a subscription doesn't`() {
    var store: Store? = Store(initialState: CounterState(), reducer: counterReducer)
    weak let released = store
    var feature: FeatureStore<Int, Int>? = store?.scope(state: \.count, action: CounterAction.add)
    var part: FeatureStore<String, Int>? = feature?.scope(state: { "\($0)" }, action: { $0 })
    let subscriptions = [feature?.subscribe({ $0 }) { _ in }, part?.subscribe({ $0 }) { _ in }]
    store = nil
    feature = nil
    #expect(released != nil)
    part?.dispatch(2)
    expectEqual(part?.state, "2")
    part = nil
    #expect(released == nil)
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `actions of features on several threads have one order`() async {
    let log = Log<Whole>()
    let subscription = store.subscribe({ $0 }) { log.append($0) }
    await withTaskGroup { group in
      for feature in [left, right, left, right] {
        group.addTask { for _ in 0..<250 { feature.dispatch(.add(1)) } }
      }
    }
    expectEqual(store.state, Whole(left: CounterState(count: 500), right: CounterState(count: 500)))
    expectEqual(log.values.map { $0.left.count + $0.right.count }, Array(1...1000))
    withExtendedLifetime(subscription) {}
  }
}
