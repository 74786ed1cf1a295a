import Expectations
import ReduxStore
import TestSupport
import Testing

struct PresentationTests {
  struct Refusal: Error, Equatable {}

  let store = Store(initialState: [0], reducer: appendReducer)

  @Test func `subscribers see the presented state while the head changes`() {
    let log = Log<[Int]>()
    let subscription = store.subscribe({ $0 }) { log.append($0) }
    store.dispatch(1)
    #expect(!store.isPresenting)
    store.present([0])
    #expect(store.isPresenting)
    store.dispatch(2)
    expectEqual(store.state, [0, 1, 2])
    expectEqual(store.presentedState, [0])
    expectEqual(log.values, [[0, 1], [0]])
    store.present([])
    store.present(nil)
    #expect(!store.isPresenting)
    expectEqual(store.presentedState, [0, 1, 2])
    expectEqual(log.values, [[0, 1], [0], [], [0, 1, 2]])
    store.dispatch(3)
    expectEqual(log.values.last, [0, 1, 2, 3])
    withExtendedLifetime(subscription) {}
  }

  @Test func `an action during a presentation notifies no subscriber`() {
    let log = Log<[Int]>()
    let subscription = store.subscribe({ $0 }, isDuplicate: { _, _ in false }) { log.append($0) }
    store.present([5])
    store.dispatch(1)
    expectEqual(log.values, [[5]])
    withExtendedLifetime(subscription) {}
  }

  @Test func `an equal part of the presented state is a repeat`() {
    let log = Log<Int?>()
    let subscription = store.subscribe(\.first) { log.append($0) }
    store.present([0, 5])
    store.present([6])
    store.present(nil)
    expectEqual(log.values, [6, 0])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a new subscriber starts from the presented state`() {
    store.present([9])
    let log = Log<[Int]>()
    let subscription = store.subscribe({ $0 }, initial: true) { log.append($0) }
    store.present(nil)
    expectEqual(log.values, [[9], [0]])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a callback may present a state`() {
    let log = Log<[Int]>()
    let subscription = store.subscribe({ $0 }) { [store] state in
      log.append(state)
      if state == [0, 1] { store.present([7]) }
      if state == [7] { store.replaceState([8]) }
    }
    store.dispatch(1)
    expectEqual(log.values, [[0, 1], [7], [8]])
    withExtendedLifetime(subscription) {}
  }

  @Test func `replacing the head ends the presentation and notifies`() {
    let log = Log<[Int]>()
    let subscription = store.subscribe({ $0 }) { log.append($0) }
    store.dispatch(1)
    store.present([0])
    let head = store.replaceState([0]) { head in head }
    expectEqual(head, [0, 1])
    expectEqual(store.state, [0])
    store.dispatch(2)
    expectEqual(store.presentedState, [0, 2])
    expectEqual(log.values, [[0, 1], [0], [0, 2]])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a replacement whose body throws changes nothing`() {
    let log = Log<[Int]>()
    let subscription = store.subscribe({ $0 }, isDuplicate: { _, _ in false }) { log.append($0) }
    store.present([5])
    #expect(throws: Refusal()) {
      try store.replaceState([6]) { (_: [Int]) throws(Refusal) in throw Refusal() }
    }
    expectEqual(store.state, [0])
    expectEqual(store.presentedState, [5])
    expectEqual(log.values, [[5]])
    store.dispatch(1)
    expectEqual(store.state, [0, 1])
    withExtendedLifetime(subscription) {}
  }

  @Test func `no action comes between the body of a replacement and the replacement`() async {
    await withTaskGroup { group in
      for thread in 0..<4 {
        group.addTask { [store] in
          for number in 0..<200 {
            if thread == 0 {
              // Logs the length of the head that it replaces.
              store.replaceState([-1]) { head in lengths.append(head.count) }
            } else {
              store.dispatch(number)
            }
          }
        }
      }
    }
    // Each of the 600 actions is in a replaced head or in the last one.
    expectEqual(lengths.values.reduce(0) { $0 + $1 - 1 } + store.state.count - 1, 600)
  }

  private let lengths = Log<Int>()

  @Test func `observers of heads receive each head and its action, whatever is presented`() {
    let log = Log<String>()
    store.observeHeads { action, head in log.append("\(action.map(String.init) ?? "set") \(head)") }
    store.dispatch(1)
    store.present([9])
    store.dispatch(2)
    store.replaceState([5])
    store.changeState { $0.append(6) }
    #expect(throws: Refusal.self) { try store.replaceState([8]) { _ in throw Refusal() } }
    store.dispatch(7)
    expectEqual(log.values, ["1 [0, 1]", "2 [0, 1, 2]", "set [5]", "set [5, 6]", "7 [5, 6, 7]"])
  }
}
