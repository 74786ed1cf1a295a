import Expectations
import ReduxStore
import TestSupport
import Testing

struct ReducerTests {
  struct Whole: Sendable, Equatable {
    var counter = CounterState()
    var sheet: CounterState?
  }

  enum WholeAction: Sendable {
    case counter(CounterAction)
    case sheet(CounterAction)

    var counter: CounterAction? {
      if case .counter(let action) = self { action } else { nil }
    }
  }

  static let sheetReducer: Reducer<Whole, WholeAction> = counterReducer.pullback(
    state: \.sheet,
    action: { if case .sheet(let action) = $0 { action } else { nil } })

  static let wholeReducer = Reducer.combine(
    counterReducer.pullback(state: \.counter, action: \.counter),
    sheetReducer)

  func result<State, Action>(_ reducer: Reducer<State, Action>, _ state: State, _ actions: Action...) -> State {
    var state = state
    for action in actions { reducer(&state, action) }
    return state
  }

  @Test func `calling the reducer and calling its closure do the same`() {
    var called = CounterState()
    counterReducer(&called, .add(2))
    var reduced = CounterState()
    let closure: @Sendable (inout CounterState, CounterAction) -> Void = counterReducer.reduce
    closure(&reduced, .add(2))
    expectEqual(called, CounterState(count: 2))
    expectEqual(reduced, CounterState(count: 2))
  }

  @Test func `a recorder can wrap the closure`() {
    let log = Log<String>()
    func recording(
      _ reduce: @escaping @Sendable (inout CounterState, CounterAction) -> Void
    ) -> @Sendable (inout CounterState, CounterAction) -> Void {
      { state, action in
        log.append("before \(state.count)")
        reduce(&state, action)
        log.append("after \(state.count)")
      }
    }
    let store = Store(initialState: CounterState(), reducer: Reducer(recording(counterReducer.reduce)))
    store.dispatch(.add(3))
    expectEqual(log.values, ["before 0", "after 3"])
  }

  @Test func `identity changes nothing`() {
    expectEqual(result(.identity, [1], 2), [1])
    expectEqual(result(.combine([]), [1], 2), [1])
  }

  @Test func `combined reducers run in order, each on the previous one's result`() {
    let double = Reducer<[Int], Int> { state, _ in state = state.map { $0 * 2 } }
    expectEqual(result(.combine(appendReducer, double), [1], 5), [2, 10])
    expectEqual(result(.combine(double, appendReducer), [1], 5), [2, 5])
    expectEqual(result(.combine([double, double, appendReducer]), [1], 5), [4, 5])
    expectEqual(result(.combine(appendReducer, double), [1], 5), [2, 10])
  }

  @Test func `a slice receives its own actions and its own part of the state`() {
    expectEqual(
      result(Self.wholeReducer, Whole(), .counter(.add(4)), .counter(.rename("a"))),
      Whole(counter: CounterState(count: 4, title: "a"), sheet: nil))
  }

  @Test func `a slice may use the same actions`() {
    let reducer: Reducer<Whole, CounterAction> = counterReducer.pullback(state: \.counter)
    expectEqual(result(reducer, Whole(), .add(1)), Whole(counter: CounterState(count: 1), sheet: nil))
  }

  @Test func `an optional slice is reduced only while it exists`() {
    expectEqual(result(Self.wholeReducer, Whole(), .sheet(.add(1))), Whole())
    expectEqual(
      result(Self.wholeReducer, Whole(sheet: CounterState()), .sheet(.add(1))), Whole(sheet: CounterState(count: 1)))
  }

  @Test func `an optional slice whose value is itself optional keeps an inner nil`() {
    struct Outer: Sendable, Equatable { var value: Int?? }
    let clear = Reducer<Int?, Void> { state, _ in state = nil }
    let reducer: Reducer<Outer, Void> = clear.pullback(state: \.value, action: { $0 })
    expectEqual(result(reducer, Outer(value: .some(3)), ()), Outer(value: .some(nil)))
  }

  @Test func `slices are changed in place, without a copy`() {
    struct Boxes: Sendable {
      var box: CountingBox
      var optional: CountingBox?
    }
    let counter = CountingBox.Counter()
    let append = Reducer<CountingBox, Int> { $0.append($1) }
    let reducer = Reducer<Boxes, Int>.combine(
      append.pullback(state: \.box),
      append.pullback(state: \.box, action: { $0 }),
      append.pullback(state: \.optional, action: { $0 }))
    var boxes = Boxes(box: CountingBox([], counter: counter), optional: CountingBox([], counter: counter))
    for number in 1...100 { reducer(&boxes, number) }
    expectEqual(boxes.box.count, 200)
    expectEqual(boxes.optional?.count, 100)
    expectEqual(counter.count, 0)

    // The box does count copies.
    let kept = boxes
    reducer(&boxes, 101)
    expectEqual(counter.count, 2)
    expectEqual(kept.box.count, 200)
  }
}
