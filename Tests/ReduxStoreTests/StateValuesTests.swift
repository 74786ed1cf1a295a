import Expectations
import ReduxStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StateValuesTests {
  let store = Store(initialState: CounterState(), reducer: counterReducer)

  @Test func `it gives the current value, then each change`() async {
    var values = store.values(of: \.count).makeAsyncIterator()
    #expect(await values.next() == 0)
    store.dispatch(.add(1))
    #expect(await values.next() == 1)
    store.dispatch(.rename("a"))
    store.dispatch(.add(2))
    #expect(await values.next() == 3)
  }

  @Test func `a slow consumer gets the newest value`() async {
    var values = store.values(of: \.count).makeAsyncIterator()
    #expect(await values.next() == 0)
    for _ in 1...100 { store.dispatch(.add(1)) }
    #expect(await values.next() == 100)
  }

  @Test func `it gives no value twice in a row, even if others were skipped in between`() async {
    var values = store.values(of: \.count).makeAsyncIterator()
    #expect(await values.next() == 0)
    store.dispatch(.add(1))
    store.dispatch(.add(-1))
    let next = Task { [store] in
      try? await Task.sleep(for: .milliseconds(20))
      store.dispatch(.add(7))
    }
    #expect(await values.next() == 7)
    await next.value
  }

  @Test func `the caller defines repeats`() async {
    var values = store.values(of: \.count, isDuplicate: { $0 / 10 == $1 / 10 }).makeAsyncIterator()
    #expect(await values.next() == 0)
    store.dispatch(.add(12))
    #expect(await values.next() == 12)
  }

  @Test func `a repeat repeats the value given last, not a skipped one`() async {
    var values = store.values(of: \.count, isDuplicate: { $0 / 10 == $1 / 10 }).makeAsyncIterator()
    #expect(await values.next() == 0)
    store.dispatch(.add(12))
    store.dispatch(.add(1))
    #expect(await values.next() == 13)
  }

  @Test func `each iteration has its own values`() async {
    let values = store.values(of: \.count)
    var first = values.makeAsyncIterator()
    var second = values.makeAsyncIterator()
    #expect(await first.next() == 0)
    #expect(await second.next() == 0)
    store.dispatch(.add(1))
    #expect(await first.next() == 1)
    #expect(await second.next() == 1)
  }

  @Test func `it ends when its task is cancelled`() async {
    let log = Log<Int>()
    let task = Task { [store] in
      for await count in store.values(of: \.count) { log.append(count) }
    }
    #expect(await eventually { log.values == [0] })
    task.cancel()
    await task.value
    store.dispatch(.add(1))
    expectEqual(log.values, [0])
  }

  @Test func `it ends when the store is released`() async {
    var store: Store? = Store(initialState: CounterState(), reducer: counterReducer)
    weak let released = store
    var values = store?.values(of: \.count).makeAsyncIterator()
    #expect(await values?.next() == 0)
    store = nil
    #expect(released == nil)
    #expect(await values?.next() == nil)
  }

  @Test func `it follows the presented state`() async {
    var values = store.values(of: \.count).makeAsyncIterator()
    #expect(await values.next() == 0)
    store.present(CounterState(count: 50))
    #expect(await values.next() == 50)
    store.dispatch(.add(1))
    store.present(nil)
    #expect(await values.next() == 1)
  }
}
