import ChangedSamples
import Expectations
import ReduxJournal
import ReduxReplay
import ReduxStore
import StateCoding
import StateTree
import Testing
import Tracker

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The recorded evening")
struct EveningTests {
  @Test func `every line is an action in the app's own encoding`() throws {
    let lines = try RecordedSession.evening.lines()
    expectEqual(lines.count, 126)
    for (index, (line, action)) in zip(lines, try RecordedSession.evening.actions()).enumerated() {
      let encoded = try StateEncoder().tree(action)
      expectEqual(encoded, (try JSONValue(parsing: Array(line.utf8))), "line \(index + 1)")
    }
  }

  @Test func `the actions lead to the journal's state`() throws {
    let state = try RecordedSession.evening.finalState()
    let replayer = try Replayer<TrackerApp>(path: RecordedSession.evening.journal)
    try expectEqual(replayer.state(at: 126), state)
    try expectEqual(replayer.verify().proven, 127)
  }

  @Test func `the evening's figures are right`() throws {
    let state = try RecordedSession.evening.finalState()
    expectEqual(state.projectIDs, ["bike", "bread", "piano"])
    expectEqual(state.projectIDs.map { state.items(of: $0).count }, [5, 3, 4])
    expectEqual(state.projectIDs.map { state.total(of: $0) }, [92.7, 5, 95])
    expectEqual(state.navigation, TrackerNavigation(route: .projects))
  }

  @Test func `no action is refused, and every route exists`() throws {
    var state = TrackerApp.initialState
    for (index, action) in try RecordedSession.evening.actions().enumerated() {
      #expect(throws: Never.self, "line \(index + 1)") { try TrackerApp.reduce(&state, action) }
      expectEqual(state.route.segments.first, "projects", "line \(index + 1)")
      if let project = state.route.segments.dropFirst().first {
        #expect(state.projects[project] != nil, "line \(index + 1)")
      }
    }
  }

  @Test func `a draft waits on the list until the user returns`() throws {
    let replayer = try Replayer<TrackerApp>(path: RecordedSession.evening.journal)
    let draft = ItemDraft(amount: 2, timestamp: 789_822_000, notes: "")
    for seq in 46...48 {
      try expectEqual(replayer.state(at: seq).navigation?.data, [.item("bread-2", of: "bread"): draft])
    }
    try expectEqual(replayer.state(at: 46).route, .projects)
    try expectEqual(replayer.state(at: 49).draft(of: "bread-2", in: "bread"), draft)
    try expectEqual(replayer.state(at: 53).navigation?.data, [:])
  }
}

@Suite("The forgotten date")
struct ForgottenDateTests {
  @Test func `the faulty app records this journal from the evening`() throws {
    var state = ForgetfulTrackerApp.initialState
    let replayer = try Replayer<ForgetfulTrackerApp>(path: RecordedSession.forgottenDate)
    for (index, action) in try RecordedSession.evening.actions().enumerated() {
      try ForgetfulTrackerApp.reduce(&state, action)
      try expectEqual(replayer.state(at: index + 1), state, "line \(index + 1)")
    }
    let report = try replayer.verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.proven, 127)
  }

  @Test func `the correct app differs at the first update of an item`() throws {
    let report = try Replayer<TrackerApp>(path: RecordedSession.forgottenDate).verify()
    expectEqual(report.divergence?.seq, 30)
  }

  @Test(arguments: [
    (ItemAction.update(id: "run-1", amount: 5, at: 300), 150),
    (.delete(id: "run-1", at: 300), 300),
    (.create(id: "run-2", projectID: "run", amount: 5, timestamp: 290, notes: "", at: 300), 300),
  ])
  func `the faulty app forgets the date of a project whose item is updated, and no other`(
    action: ItemAction, updated: Int
  ) throws {
    var faulty = ItemTests.initial
    try ForgetfulTrackerApp.reduce(&faulty, .item(action))
    var state = try state(after: .item(action), from: ItemTests.initial)
    expectEqual(state.projects["run"]?.updated, 300)
    state.projects["run"]?.updated = Date(integerLiteral: updated)
    expectEqual(faulty, state)
  }
}
