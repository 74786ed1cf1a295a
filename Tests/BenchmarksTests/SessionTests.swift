import Expectations
import StateTable
import Testing

@testable import benchmarks

struct SessionTests {
  @Test func `a session is the same each time and fills the table first`() {
    let actions = Array(TodoSession(itemCount: 50).prefix(500))
    expectEqual(actions, Array(TodoSession(itemCount: 50).prefix(500)))
    expectEqual(actions.first, .fill(count: 50))
    #expect(!actions.dropFirst().contains(.fill(count: 50)))
  }

  @Test func `a session changes the table in every way and keeps its size`() {
    var state = TodoState()
    var counts: Set<Int> = []
    for action in TodoSession(itemCount: 50).prefix(500) {
      TodoState.reduce(&state, action)
      counts.insert(state.items.count)
    }
    expectEqual(counts, [50, 51])
    #expect(state.items.prefix(50).map(\.id) != Array(0..<50), "some were moved")
    #expect(state.items.prefix(50).contains { $0 != TodoItem($0.id) }, "some were changed")
  }

  @Test func `the plain state and the table change alike`() {
    var table = TodoState()
    var plain = PlainTodoState(count: 0)
    for action in [
      TodoAction.fill(count: 5), .setDone(id: 1, done: true), .setTitle(id: 2, title: "Sleep"), .move(id: 0, to: 3),
      .remove(id: 4), .add(TodoItem(7)),
    ] {
      TodoState.reduce(&table, action)
      PlainTodoState.reduce(&plain, action)
    }
    expectEqual(Array(table.items), plain.items)
    expectEqual(plain.items.map(\.id), [1, 2, 3, 0, 7])
  }
}
