import Expectations
import ReduxStore
import Testing
import Tracker

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("ItemAction")
struct ItemTests {
  static let initial = TrackerState(
    projects: ["run": running(updated: 150), "books": ProjectTests.books],
    projectIDs: ["run", "books"],
    items: ["run-1": Item(id: "run-1", projectID: "run", amount: 50, timestamp: 140, notes: "wind")])

  static func running(updated: Int) -> Project {
    var project = ProjectTests.running
    project.updated = .init(integerLiteral: updated)
    return project
  }

  /// Returns the initial state with other items and its first project's time at 300.
  static func moved(items: [Item.ID: Item]) -> TrackerState {
    TrackerState(
      projects: ["run": running(updated: 300), "books": ProjectTests.books],
      projectIDs: ["run", "books"],
      items: items)
  }

  @Test func `a new item updates its project's time and no other's`() throws {
    let state = try state(
      after: .item(.create(id: "run-2", projectID: "run", amount: 5.2, timestamp: 250, notes: "sun ☀️", at: 300)),
      from: Self.initial)
    expectEqual(
      state,
      Self.moved(items: [
        "run-1": Item(id: "run-1", projectID: "run", amount: 50, timestamp: 140, notes: "wind"),
        "run-2": Item(id: "run-2", projectID: "run", amount: 5.2, timestamp: 250, notes: "sun ☀️"),
      ]))
  }

  @Test(arguments: [
    (
      ItemAction.update(id: "run-1", amount: 5, at: 300),
      Item(id: "run-1", projectID: "run", amount: 5, timestamp: 140, notes: "wind")
    ),
    (
      .update(id: "run-1", timestamp: 40, at: 300),
      Item(id: "run-1", projectID: "run", amount: 50, timestamp: 40, notes: "wind")
    ),
    (
      .update(id: "run-1", notes: "", at: 300),
      Item(id: "run-1", projectID: "run", amount: 50, timestamp: 140, notes: "")
    ),
    (
      .update(id: "run-1", amount: -1, timestamp: 0, notes: "\"wind\"", at: 300),
      Item(id: "run-1", projectID: "run", amount: -1, timestamp: 0, notes: "\"wind\"")
    ),
  ])
  func `an update changes the given properties and the project's time`(action: ItemAction, expected: Item) throws {
    let state = try state(after: .item(action), from: Self.initial)
    expectEqual(state, Self.moved(items: ["run-1": expected]))
  }

  @Test func `deleting an item updates its project's time`() throws {
    let state = try state(after: .item(.delete(id: "run-1", at: 300)), from: Self.initial)
    expectEqual(state, Self.moved(items: [:]))
  }

  @Test func `deleting an item closes its editor and drops its draft`() throws {
    let draft = ItemDraft(amount: 5, timestamp: 140, notes: "")
    let editor = Route.item("run-1", of: "run")
    let other = Route.item("run-2", of: "run")
    var initial = Self.initial
    initial.navigation = TrackerNavigation(route: editor, data: [editor: draft, other: draft])
    let state = try state(after: .item(.delete(id: "run-1", at: 300)), from: initial)
    expectEqual(state.navigation, TrackerNavigation(route: .project("run"), data: [other: draft]))
  }

  @Test(arguments: [
    (
      ItemAction.create(id: "swim-1", projectID: "swim", amount: 1, timestamp: 250, notes: "", at: 300),
      TrackerError.noSuchProject("swim")
    ),
    (.create(id: "run-1", projectID: "books", amount: 1, timestamp: 250, notes: "", at: 300), .itemExists("run-1")),
    (.update(id: "run-9", amount: 5, at: 300), .noSuchItem("run-9")),
    (.delete(id: "run-9", at: 300), .noSuchItem("run-9")),
  ])
  func `a refused action changes nothing`(action: ItemAction, error: TrackerError) {
    var state = Self.initial
    #expect(throws: error) { try TrackerApp.reduce(&state, .item(action)) }
    expectEqual(state, Self.initial)
  }

  @Test func `a project's items are in chronological order and add up exactly`() {
    var state = Self.initial
    state.items = [
      "run-3": Item(id: "run-3", projectID: "run", amount: 0.1, timestamp: 100, notes: ""),
      "run-2": Item(id: "run-2", projectID: "run", amount: 0.2, timestamp: 200, notes: ""),
      "run-1": Item(id: "run-1", projectID: "run", amount: 0.7, timestamp: 200, notes: ""),
      "books-1": Item(id: "books-1", projectID: "books", amount: 1, timestamp: 150, notes: ""),
    ]
    expectEqual(state.items(of: "run").map(\.id), ["run-3", "run-1", "run-2"])
    expectEqual(state.total(of: "run"), 1)
    expectEqual(state.items(of: "swim"), [])
    expectEqual(state.total(of: "swim"), 0)
  }

  @Test(arguments: [
    (TrackerError.noSuchProject("a"), "there is no project \"a\"; it was never created, or has been deleted"),
    (.noSuchItem("a"), "there is no item \"a\"; it was never created, or has been deleted"),
    (.projectExists("a"), "there is a project \"a\" already; a new one needs an id of its own"),
    (.itemExists("a"), "there is an item \"a\" already; a new one needs an id of its own"),
  ])
  func `an error describes itself in a sentence`(error: TrackerError, message: String) {
    expectEqual(error.description, message)
  }
}
