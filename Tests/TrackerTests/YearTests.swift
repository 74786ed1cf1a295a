import Expectations
import ReduxReplay
import StateCoding
import StateTree
import Testing
import Tracker

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The recorded year")
struct YearTests {
  /// The figures of a project on the list.
  struct Figures: Equatable {
    var title: String
    var frequency: Project.Frequency
    var items: Int
    var total: String
    var units: String
    var updated: Date
  }

  @Test func `every line is an action in the app's own encoding`() throws {
    let lines = try RecordedSession.year.lines()
    expectEqual(lines.count, 451)
    for (index, (line, action)) in zip(lines, try RecordedSession.year.actions()).enumerated() {
      let encoded = try StateEncoder().tree(action)
      expectEqual(encoded, (try JSONValue(parsing: Array(line.utf8))), "line \(index + 1)")
    }
  }

  @Test func `the actions follow each other, in whole seconds of 2025`() throws {
    let times = try RecordedSession.year.actions().map { try #require($0.time).timeIntervalSinceReferenceDate }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(times.allSatisfy { $0 == $0.rounded() })
    expectEqual(times.first, 757_498_339)  // 2 January
    expectEqual(times.last, 788_887_209)  // 31 December
  }

  @Test func `no action is refused, and each item change updates its project`() throws {
    var state = TrackerApp.initialState
    for (index, action) in try RecordedSession.year.actions().enumerated() {
      #expect(throws: Never.self, "line \(index + 1)") { try TrackerApp.reduce(&state, action) }
      if case .project(.delete(let id, _)) = action {
        expectEqual(state.projects[id], nil, "line \(index + 1)")
        expectEqual(state.items(of: id), [], "line \(index + 1)")
      } else {
        #expect(state.projects.values.contains { $0.updated == action.time }, "line \(index + 1)")
      }
      expectEqual(Set(state.projectIDs), Set(state.projects.keys), "line \(index + 1)")
      #expect(state.items.values.allSatisfy { state.projects[$0.projectID] != nil }, "line \(index + 1)")
    }
  }

  @Test func `the year's figures are right`() throws {
    let state = try RecordedSession.year.finalState()
    let figures = state.projectIDs.compactMap { state.projects[$0] }.map { project in
      Figures(
        title: project.title, frequency: project.frequency, items: state.items(of: project.id).count,
        total: state.total(of: project.id).description, units: project.units, updated: project.updated)
    }
    expectEqual(
      figures,
      [
        Figures(
          title: "Running", frequency: .daily, items: 171, total: "1051.5975", units: "km", updated: 788_885_908),
        Figures(title: "Books", frequency: .monthly, items: 25, total: "26", units: "books", updated: 788_822_111),
        Figures(
          title: "Savings (new bike)", frequency: .yearly, items: 18, total: "2591.72", units: "EUR",
          updated: 788_172_920),
        Figures(
          title: "Coffee (solved)", frequency: .monthly, items: 82, total: "235", units: "cups", updated: 788_887_209),
        Figures(
          title: "Tomatoes 🍅", frequency: .monthly, items: 14, total: "10.28", units: "kg", updated: 780_759_030),
        Figures(title: "Guitar", frequency: .daily, items: 86, total: "2125", units: "minutes", updated: 788_880_798),
      ])
    expectEqual(state.items.count, 396)
  }

  /// Takes a second: it replays a year of actions.
  @Test func `the journal, with a schema from before there were screens, is proven unchanged`() throws {
    let replayer = try Replayer<TrackerApp>(path: RecordedSession.year.journal)
    try expectEqual(replayer.compatibility().reasons, [])
    let report = try replayer.verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.proven, 452)
    try expectEqual(replayer.state(at: 451), RecordedSession.year.finalState())
  }

  @Test func `mistakes were corrected`() throws {
    let state = try RecordedSession.year.finalState()
    expectEqual(state.items["run-8"]?.amount, 5)
    expectEqual(state.items["run-8"]?.notes, "First five! (the app says 50 if you miss the dot, ha)")
    expectEqual(state.items["savings-3"]?.amount, 250)
    expectEqual(state.projects["sit"], nil)
    expectEqual(state.projects["cofee"], nil)
  }

  @Test func `the final state decodes from its JSON with the same hash`() throws {
    let state = try RecordedSession.year.finalState()
    let text = try StateEncoder().encode(state)
    let decoded = try StateDecoder().decode(TrackerState.self, from: text)
    expectEqual(decoded, state)
    try expectEqual(StateEncoder().hash(decoded), StateEncoder().hash(state))
    try expectEqual(StateEncoder().hash(JSONValue(parsing: text)), StateEncoder().hash(state))
  }
}

extension TrackerAction {
  /// The action's time. The year has no navigation.
  fileprivate var time: Date? {
    switch self {
    case .project(.create(_, _, _, _, let time)), .project(.update(_, _, _, _, let time)),
      .project(.delete(_, let time)), .item(.create(_, _, _, _, _, let time)),
      .item(.update(_, _, _, _, let time)), .item(.delete(_, let time)):
      time
    case .navigation: nil
    }
  }
}
