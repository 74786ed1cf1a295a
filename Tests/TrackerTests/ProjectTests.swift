import Expectations
import ReduxStore
import Testing
import Tracker

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("ProjectAction")
struct ProjectTests {
  static let running = Project(
    id: "run", title: "Running", units: "km", frequency: .daily, created: 100, updated: 100)
  static let books = Project(
    id: "books", title: "Books", units: "books", frequency: .yearly, created: 200, updated: 200)
  static let two = TrackerState(projects: ["run": running, "books": books], projectIDs: ["run", "books"])

  @Test func `a new project comes last, created and updated at the action's time`() throws {
    let state = try state(
      after: .project(.create(id: "run", title: "Running", units: "km", frequency: .daily, at: 100)),
      .project(.create(id: "books", title: "Books", units: "books", frequency: .yearly, at: 200)))
    expectEqual(state, Self.two)
  }

  @Test(arguments: [
    (
      ProjectAction.update(id: "run", title: "Walking", at: 300),
      Project(id: "run", title: "Walking", units: "km", frequency: .daily, created: 100, updated: 300)
    ),
    (
      .update(id: "run", units: "miles", at: 300),
      Project(id: "run", title: "Running", units: "miles", frequency: .daily, created: 100, updated: 300)
    ),
    (
      .update(id: "run", frequency: .monthly, at: 300),
      Project(id: "run", title: "Running", units: "km", frequency: .monthly, created: 100, updated: 300)
    ),
    (
      .update(id: "run", title: "", units: "h", frequency: .yearly, at: 300),
      Project(id: "run", title: "", units: "h", frequency: .yearly, created: 100, updated: 300)
    ),
    (
      .update(id: "run", at: 300),
      Project(id: "run", title: "Running", units: "km", frequency: .daily, created: 100, updated: 300)
    ),
  ])
  func `an update changes the given properties and the time`(action: ProjectAction, expected: Project) throws {
    let state = try state(after: .project(action), from: Self.two)
    expectEqual(state, TrackerState(projects: ["run": expected, "books": Self.books], projectIDs: ["run", "books"]))
  }

  @Test func `deleting a project deletes its items and nothing else`() throws {
    let run = Item(id: "run-1", projectID: "run", amount: 5, timestamp: 290, notes: "")
    let secondRun = Item(id: "run-2", projectID: "run", amount: 6, timestamp: 295, notes: "")
    let book = Item(id: "books-1", projectID: "books", amount: 1, timestamp: 280, notes: "Momo")
    var initial = Self.two
    initial.items = ["run-1": run, "run-2": secondRun, "books-1": book]

    let state = try state(after: .project(.delete(id: "run", at: 300)), from: initial)

    expectEqual(state, TrackerState(projects: ["books": Self.books], projectIDs: ["books"], items: ["books-1": book]))
  }

  static let ways: [(Route, Route)] = [
    (.projects, .projects), (.project("run"), .projects), (.item("run-1", of: "run"), .projects),
    (.project("books"), .project("books")), (.project("running"), .project("running")),
  ]

  @Test(arguments: ways)
  func `deleting a project closes its screens and drops their drafts`(user: Route, left: Route) throws {
    let draft = ItemDraft(amount: 1, timestamp: 100, notes: "")
    let book = Route.item("books-1", of: "books")
    var initial = Self.two
    initial.navigation = TrackerNavigation(
      route: user, data: [.item("run-1", of: "run"): draft, .item("run-2", of: "run"): draft, book: draft])

    let state = try state(after: .project(.delete(id: "run", at: 300)), from: initial)

    expectEqual(state.navigation, TrackerNavigation(route: left, data: [book: draft]))
  }

  @Test func `a deleted project's id can be reused, and its items stay deleted`() throws {
    let state = try state(
      after: .project(.create(id: "run", title: "Runing", units: "km", frequency: .daily, at: 50)),
      .item(.create(id: "run-1", projectID: "run", amount: 5, timestamp: 60, notes: "", at: 70)),
      .project(.delete(id: "run", at: 80)),
      .project(.create(id: "run", title: "Running", units: "km", frequency: .daily, at: 100)))
    expectEqual(state, TrackerState(projects: ["run": Self.running], projectIDs: ["run"]))
  }

  @Test(arguments: [
    (
      ProjectAction.create(id: "run", title: "Again", units: "", frequency: .daily, at: 300),
      TrackerError.projectExists("run")
    ),
    (.update(id: "swim", title: "Swimming", at: 300), .noSuchProject("swim")),
    (.delete(id: "swim", at: 300), .noSuchProject("swim")),
  ])
  func `a refused action changes nothing`(action: ProjectAction, error: TrackerError) {
    var state = Self.two
    #expect(throws: error) { try TrackerApp.reduce(&state, .project(action)) }
    expectEqual(state, Self.two)
  }
}
