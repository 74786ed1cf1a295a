import ReduxReplay
import StateTree
import Testing
import Tracker

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The tracker as JSON")
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
  ]

  @Test(arguments: actions)
  func `an action is written as its cases and labels, and read back`(action: TrackerAction, json: String) throws {
    let document = try JSONDocument(Array(json.utf8))
    #expect(try StateEncoder().tree(action) == JSONValue(parsing: Array(json.utf8)))
    #expect(try TrackerApp.actions.decode(document.root, swiftType: nil) == action)
    #expect(try TrackerApp.actions.decode(written: document.root) == action)
  }

  @Test func `a state is written as its properties, and read back`() throws {
    let json = """
      {"projects":{"run":{"id":"run","title":"Running","units":"km","frequency":"daily","created":100,"updated":150}},
      "projectIDs":["run"],
      "items":{"run-1":{"id":"run-1","projectID":"run","amount":5.2,"timestamp":140,"notes":"wind"}}}
      """
    let state = TrackerState(
      projects: ["run": ItemTests.running(updated: 150)],
      projectIDs: ["run"],
      items: ["run-1": Item(id: "run-1", projectID: "run", amount: 5.2, timestamp: 140, notes: "wind")])
    #expect(try StateEncoder().tree(state) == JSONValue(parsing: Array(json.utf8)))
    #expect(try StateDecoder().decode(TrackerState.self, from: Array(json.utf8)) == state)
  }

  @Test func `a journal's header says which app it is of`() {
    #expect(TrackerApp.name == "tracker")
    #expect(TrackerApp.version == "1.0")
    #expect(TrackerApp.schema == 1)
    #expect(TrackerApp.initialState == TrackerState(projects: [:], projectIDs: [], items: [:]))
  }
}
