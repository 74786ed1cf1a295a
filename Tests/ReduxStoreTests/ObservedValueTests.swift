import Expectations
import Observation
import ReduxStore
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ObservedValueTests {
  let store = Store(initialState: CounterState(), reducer: counterReducer)

  @Test func `it starts with the current value, and follows on the main actor`() async {
    store.dispatch(.add(1))
    let count = store.observe(\.count)
    expectEqual(count.value, 1)
    await Task.detached { [store] in store.dispatch(.add(1)) }.value
    #expect(await eventually { count.value == 2 })
  }

  @Test func `it notifies observers of changes only`() async {
    let title = store.observe(\.title)
    let changes = Log<String>()
    func track() {
      withObservationTracking {
        _ = title.value
      } onChange: {
        changes.append("changed")
      }
    }
    track()
    store.dispatch(.add(1))
    // A later change takes the same way to the main actor: once it has arrived, an earlier one would have, too.
    let count = store.observe(\.count)
    store.dispatch(.add(1))
    #expect(await eventually { count.value == 2 })
    expectEqual(changes.values, [])
    store.dispatch(.rename("a"))
    #expect(await eventually { title.value == "a" })
    expectEqual(changes.values, ["changed"])
  }

  @Test func `it ends with the last of many changes from many threads`() async {
    let count = store.observe(\.count)
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { [store] in
          for _ in 0..<250 { store.dispatch(.add(1)) }
        }
      }
    }
    #expect(await eventually { count.value == 1000 })
  }

  @Test func `the caller defines changes`() async {
    let tens = store.observe(\.count, isDuplicate: { $0 / 10 == $1 / 10 })
    store.dispatch(.add(5))
    store.dispatch(.add(7))
    #expect(await eventually { tens.value == 12 })
  }

  @Test func `a change is one from the shown value, not from a replaced one`() async {
    let tens = store.observe(\.count, isDuplicate: { $0 / 10 == $1 / 10 })
    store.dispatch(.add(12))
    store.dispatch(.add(1))
    #expect(await eventually { tens.value != 0 })
    expectEqual(tens.value, 13)
  }

  @Test func `it follows the presented state`() async {
    let count = store.observe(\.count)
    store.present(CounterState(count: 50))
    store.dispatch(.add(1))
    #expect(await eventually { count.value == 50 })
    expectEqual(store.observe(\.count).value, 50)
    store.present(nil)
    #expect(await eventually { count.value == 1 })
  }

  @Test func `releasing it ends it, and it keeps neither itself nor the store alive`() async {
    let selections = Log<Int>()
    var store: Store? = Store(initialState: CounterState(), reducer: counterReducer)
    weak let releasedStore = store
    var observed = store?.observe { state in
      selections.append(state.count)
      return state.count
    }
    weak let released = observed
    let before = selections.values.count
    store?.dispatch(.add(1))
    expectEqual(selections.values.count, before + 1)
    #expect(await eventually { observed?.value == 1 })
    observed = nil
    #expect(released == nil)
    store?.dispatch(.add(1))
    expectEqual(selections.values.count, before + 1)
    store = nil
    #expect(releasedStore == nil)
  }
}
