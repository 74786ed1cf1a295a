import Expectations
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

@Suite("Coding")
struct CodingTests {
  static let actions: [(TrackerAction, String)] = [
    (
      .project(.create(id: "run", title: "Running", units: "km", frequency: .daily, at: 100)),
      #"{"project":{"_0":{"create":{"id":"run","title":"Running","units":"km","frequency":"daily","at":100}}}}"#
    ),
    (
      .project(.update(id: "run", frequency: .monthly, at: 100)),
      #"{"project":{"_0":{"update":{"id":"run","frequency":"monthly","at":100}}}}"#
    ),
    (
      .project(.delete(id: "run", at: 100)),
      #"{"project":{"_0":{"delete":{"id":"run","at":100}}}}"#
    ),
    (
      .item(.create(id: "run-1", projectID: "run", amount: 5.2, timestamp: 90, notes: "\"sun\" ☀️", at: 100)),
      #"{"item":{"_0":{"create":{"id":"run-1","projectID":"run","amount":5.2,"timestamp":90,"#
        + #""notes":"\"sun\" ☀️","at":100}}}}"#
    ),
    (
      .item(.update(id: "run-1", amount: -1, at: 100)),
      #"{"item":{"_0":{"update":{"id":"run-1","amount":-1,"at":100}}}}"#
    ),
    (
      .item(.delete(id: "run-1", at: 100)),
      #"{"item":{"_0":{"delete":{"id":"run-1","at":100}}}}"#
    ),
    (
      .navigation(.setRoute(.item("run-1", of: "run"))),
      #"{"navigation":{"_0":{"setRoute":{"_0":"/projects/run/run-1"}}}}"#
    ),
    (
      .navigation(.setData(ItemDraft(amount: 5, timestamp: 90, notes: ""), for: .item("run-1", of: "run"))),
      #"{"navigation":{"_0":{"setData":{"_0":{"amount":5,"timestamp":90,"notes":""},"for":"/projects/run/run-1"}}}}"#
    ),
    (
      .navigation(.removeData(for: .projects)),
      #"{"navigation":{"_0":{"removeData":{"for":"/projects"}}}}"#
    ),
  ]

  @Test(arguments: actions)
  func `an action encodes as its cases and labels and decodes`(action: TrackerAction, json: String) throws {
    let document = try JSONDocument(Array(json.utf8))
    try expectEqual(StateEncoder().tree(action), JSONValue(parsing: Array(json.utf8)))
    try expectEqual(TrackerApp.actions.decode(document.root, swiftType: nil), action)
    try expectEqual(TrackerApp.actions.decode(written: document.root), action)
  }

  @Test func `a state encodes as its properties and decodes`() throws {
    let json = """
      {"projects":{"run":{"id":"run","title":"Running","units":"km","frequency":"daily","created":100,"updated":150}},
      "projectIDs":["run"],
      "items":{"run-1":{"id":"run-1","projectID":"run","amount":5.2,"timestamp":140,"notes":"wind"}}}
      """
    let state = TrackerState(
      projects: ["run": ItemTests.running(updated: 150)],
      projectIDs: ["run"],
      items: ["run-1": Item(id: "run-1", projectID: "run", amount: 5.2, timestamp: 140, notes: "wind")])
    try expectEqual(StateEncoder().tree(state), JSONValue(parsing: Array(json.utf8)))
    try expectEqual(StateDecoder().decode(TrackerState.self, from: Array(json.utf8)), state)
  }

  @Test func `the navigation is part of the state once there is a screen`() throws {
    let json = """
      {"projects":{},"projectIDs":[],"items":{},"navigation":{"route":"/projects/run",
      "data":{"/projects/run/run-1":{"amount":5,"timestamp":90,"notes":""}}}}
      """
    let draft = ItemDraft(amount: 5, timestamp: 90, notes: "")
    let state = TrackerState(
      navigation: TrackerNavigation(route: .project("run"), data: [.item("run-1", of: "run"): draft]))
    try expectEqual(StateEncoder().tree(state), JSONValue(parsing: Array(json.utf8)))
    try expectEqual(StateDecoder().decode(TrackerState.self, from: Array(json.utf8)), state)
  }

  @Test func `a journal's header names its app`() {
    expectEqual(TrackerApp.name, "tracker")
    expectEqual(TrackerApp.version, "2.0")
    expectEqual(TrackerApp.schema, 2)
    expectEqual(TrackerApp.initialState, TrackerState(projects: [:], projectIDs: [], items: [:], navigation: nil))
  }
}
