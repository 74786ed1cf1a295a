import Expectations
import ReduxJournal
import ReduxReplay
import StateCoding
import StateTable
import Tasks
import Testing

@Suite("The recorded spring")
struct MovingTests {
  @Test func `every line is an action in the app's own encoding`() throws {
    let lines = try Sample.lines("Sessions/moving.actions.jsonl")
    let actions = try Sample.actions("Sessions/moving.actions.jsonl")
    expectEqual(lines.count, 133)
    for (index, (line, action)) in zip(lines, actions).enumerated() {
      try expectEqual(StateEncoder().encode(action), Array(line.utf8), "line \(index + 1)")
    }
  }

  @Test func `tasks are completed in the order of their days`() throws {
    let days = try Sample.actions("Sessions/moving.actions.jsonl").compactMap { action in
      if case .tasks(.complete(_, let day)) = action { day } else { nil }
    }
    #expect(zip(days, days.dropFirst()).allSatisfy { $0 <= $1 })
    expectEqual(days.first, "2026-03-02")
    expectEqual(days.last, "2026-05-03")
  }

  @Test func `every action changes something, and every favourite is a task`() throws {
    var state = TasksApp.initialState
    for (index, action) in try Sample.actions("Sessions/moving.actions.jsonl").enumerated() {
      let before = state
      TasksApp.reduce(&state, action)
      #expect(state != before, "line \(index + 1)")
      #expect(state.tasks.favourites.allSatisfy(state.tasks.all.contains(id:)), "line \(index + 1)")
    }
  }

  @Test func `the actions lead to the journal's last state, and the journal is this app's`() throws {
    var state = TasksApp.initialState
    for action in try Sample.actions("Sessions/moving.actions.jsonl") { TasksApp.reduce(&state, action) }
    let replayer = try Replayer<TasksApp>(path: Sample.path("Sessions/moving.jsonl"))
    let header = try JournalFile(path: Sample.path("Sessions/moving.jsonl")).header
    expectEqual(header.app, AppIdentity(name: "tasks", version: "1.1", schema: 2))
    try expectEqual(replayer.recordedHash(at: 133), StateEncoder().hash(state))
    try expectEqual(replayer.state(at: 133), state)
  }

  @Test func `the page's figures are the session's`() throws {
    let state = try Replayer<TasksApp>(path: Sample.path("Sessions/moving.jsonl")).state(at: 133)
    expectEqual(state.list.map(\.title), ["Hand over the keys", "Drill back to Jo", "Put up the shelves"])
    expectEqual(state.favourites.map(\.title), ["Hand over the keys"])
    expectEqual(
      state.week.map(\.day),
      [
        "2026-05-25", "2026-05-26", "2026-05-27", "2026-05-28", "2026-05-29", "2026-05-30", "2026-05-31",
      ])
    expectEqual(state.week.flatMap(\.rows).map(\.title), ["Hand over the keys"])
    expectEqual(
      state.chart,
      [
        TrendBar(start: "2026-03-02", completed: 4), TrendBar(start: "2026-03-09", completed: 5),
        TrendBar(start: "2026-03-16", completed: 2), TrendBar(start: "2026-03-23", completed: 2),
        TrendBar(start: "2026-03-30", completed: 1), TrendBar(start: "2026-04-06", completed: 1),
        TrendBar(start: "2026-04-13", completed: 4), TrendBar(start: "2026-04-20", completed: 3),
        TrendBar(start: "2026-04-27", completed: 4),
      ])
  }
}
