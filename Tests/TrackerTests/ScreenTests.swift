import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxStore
import Synchronization
import TestSupport
import Testing
import Tracker

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Logs the actions that a store reduces.
private final class Dispatched: Sendable {
  private let collected = Mutex<[TrackerAction]>([])

  var middleware: Middleware<TrackerState, TrackerAction> {
    Middleware { action, context in
      self.collected.withLock { $0.append(action) }
      context.next(action)
    }
  }

  /// Returns the actions since the last time.
  func take() -> [TrackerAction] {
    collected.withLock { actions in
      defer { actions = [] }
      return actions
    }
  }
}

@MainActor
@Suite("Screens", .timeLimit(.minutes(20)))
struct ScreenTests {
  fileprivate let dispatched = Dispatched()
  let store: TrackerStore
  let window: TrackerWindow
  let router: NavigationRouter

  init() {
    store = TrackerStore(
      initialState: ItemTests.initial,
      reducer: Reducer { state, action in
        #expect(throws: Never.self) { try TrackerApp.reduce(&state, action) }
      }, middleware: [dispatched.middleware])
    window = TrackerWindow(store: store)
    router = NavigationRouter(root: window, store: store, route: \.route, onFailure: window.show)
  }

  /// Navigates to a route, waits for it, and clears the log.
  func show(_ route: Route) async {
    store.dispatch(.navigation(.setRoute(route)))
    await router.settled()
    _ = dispatched.take()
  }

  /// Waits until the screens have received all dispatched changes.
  func told() async {
    await Task { @MainActor in }.value
  }

  /// Takes a second: it follows each pair of routes on screen.
  @Test func `a route leads from any screen to any other`() async throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: TrackerApp.name))
    defer { recorder.close() }
    // Samples/Tracker/README.md: router
    let store = TrackerStore(recorder: recorder)
    let window = TrackerWindow(store: store)
    let router = NavigationRouter(root: window, store: store, route: \.route, onFailure: window.show)
    // Samples/Tracker/README.md: end
    for action in try RecordedSession.year.actions() { store.dispatch(action) }
    // Samples/Tracker/README.md: routes
    store.dispatch(.navigation(.setRoute(.item("run-8", of: "run"))))
    await router.settled()  // window.push("projects"), then list.push("run"), then project.push("run-8")
    store.dispatch(.navigation(.setRoute(.project("books"))))
    await router.settled()  // project.pop("run-8"), then list.change("run", to: "books")
    // Samples/Tracker/README.md: end
    expectEqual(window.list?.project?.content?.project.id, "books")
    #expect(window.list?.project?.editor == nil && window.problem == nil)
  }

  @Test func `the list shows and follows each project's sum and date`() async {
    await show(.projects)
    expectEqual(
      window.list?.rows,
      [
        .init(id: "run", title: "Running", total: "50 km", updated: 150),
        .init(id: "books", title: "Books", total: "0 books", updated: 200),
      ])
    store.dispatch(.item(.update(id: "run-1", amount: 5, at: 300)))
    await told()
    expectEqual(window.list?.rows.first, .init(id: "run", title: "Running", total: "5 km", updated: 300))
  }

  @Test func `a project opens on top of the list and follows its items`() async {
    await show(.projects)
    window.list?.open("run")
    await router.settled()
    expectEqual(dispatched.take(), [.navigation(.setRoute(.project("run")))])
    expectEqual(window.list?.project?.content?.items.map(\.id), ["run-1"])

    store.dispatch(.item(.create(id: "run-2", projectID: "run", amount: 7, timestamp: 130, notes: "", at: 300)))
    await told()
    expectEqual(window.list?.project?.content?.items.map(\.id), ["run-2", "run-1"])

    window.list?.project?.back()
    await router.settled()
    #expect(window.list?.project == nil)
  }

  @Test func `another project replaces the open one`() async {
    await show(.item("run-1", of: "run"))
    let list = window.list
    await show(.project("books"))
    #expect(window.list === list)
    expectEqual(list?.project?.content?.project.title, "Books")
    #expect(list?.project?.editor == nil)
  }

  @Test func `another item replaces the edited one`() async {
    await show(.item("run-1", of: "run"))
    let project = window.list?.project
    await show(.item("run-2", of: "run"))
    #expect(window.list?.project === project)
    expectEqual(project?.editor?.id, "run-2")
  }

  @Test func `a popped screen is released`() async {
    await show(.item("run-1", of: "run"))
    weak let project = window.list?.project
    weak let editor = window.list?.project?.editor
    #expect(project != nil && editor != nil)
    await show(.project("run"))
    #expect(project != nil && editor == nil)
    await show(.projects)
    #expect(project == nil)
  }

  @Test func `deleting a project closes its screen and those above it`() async {
    await show(.item("run-1", of: "run"))
    store.dispatch(.project(.delete(id: "run", at: 300)))
    await router.settled()
    expectEqual(store.state.route, .projects)
    #expect(window.list?.project == nil)
    expectEqual(window.problem, nil)
  }

  @Test func `a removed screen stops following the state`() async throws {
    await show(.item("run-1", of: "run"))
    let list = try #require(window.list)
    let project = try #require(list.project)
    let editor = try #require(project.editor)
    await show([])
    store.dispatch(.project(.delete(id: "run", at: 300)))
    await told()
    expectEqual(list.rows.map(\.id), ["run", "books"])
    expectEqual(project.content?.items.map(\.id), ["run-1"])
    expectEqual(editor.draft?.amount, 50)
  }

  @Test func `a replaced screen stops following the state`() async throws {
    await show(.item("run-1", of: "run"))
    let project = try #require(window.list?.project)
    let editor = try #require(project.editor)
    await show(.item("run-2", of: "run"))
    store.dispatch(.item(.update(id: "run-1", amount: 5, at: 300)))
    await told()
    expectEqual(editor.draft?.amount, 50)
    expectEqual(project.content?.items.map(\.amount), [5])

    await show(.project("books"))
    store.dispatch(.item(.update(id: "run-1", amount: 6, at: 310)))
    await told()
    expectEqual(project.content?.items.map(\.amount), [5])
  }

  @Test func `saving changes only an item's edited properties`() async {
    await show(.project("run"))
    window.list?.project?.edit("run-1")
    await router.settled()
    let editor = window.list?.project?.editor
    expectEqual(editor?.draft, ItemDraft(amount: 50, timestamp: 140, notes: "wind"))

    let draft = ItemDraft(amount: 5, timestamp: 140, notes: "wind")
    editor?.type(draft)
    await told()
    expectEqual(editor?.draft, draft)
    editor?.save(at: 300)
    await router.settled()

    let route = Route.item("run-1", of: "run")
    expectEqual(
      dispatched.take(),
      [
        .navigation(.setRoute(route)),
        .navigation(.setData(draft, for: route)),
        .item(.update(id: "run-1", amount: 5, at: 300)),
        .navigation(.removeData(for: route)),
        .navigation(.setRoute(.project("run"))),
      ])
    #expect(window.list?.project?.editor == nil)
    expectEqual(window.list?.project?.content?.items.map(\.amount), [5])
    expectEqual(window.list?.project?.content?.project.updated, 300)
  }

  @Test func `saving creates an item from the draft`() async {
    await show(.project("run"))
    window.list?.project?.add("run-2", at: 250)
    await router.settled()
    let draft = ItemDraft(amount: 5.2, timestamp: 250, notes: "sun")
    window.list?.project?.editor?.type(draft)
    window.list?.project?.editor?.save(at: 300)
    await router.settled()

    let route = Route.item("run-2", of: "run")
    expectEqual(
      dispatched.take(),
      [
        .navigation(.setData(ItemDraft(amount: 0, timestamp: 250, notes: ""), for: route)),
        .navigation(.setRoute(route)),
        .navigation(.setData(draft, for: route)),
        .item(.create(id: "run-2", projectID: "run", amount: 5.2, timestamp: 250, notes: "sun", at: 300)),
        .navigation(.removeData(for: route)),
        .navigation(.setRoute(.project("run"))),
      ])
  }

  @Test func `a draft survives until it is discarded`() async {
    await show(.project("run"))
    window.list?.project?.add("run-2", at: 250)
    await router.settled()
    let draft = ItemDraft(amount: 5.2, timestamp: 250, notes: "")
    window.list?.project?.editor?.type(draft)
    window.list?.project?.editor?.back()
    await router.settled()
    #expect(window.list?.project?.editor == nil)

    window.list?.project?.edit("run-2")
    await router.settled()
    expectEqual(window.list?.project?.editor?.draft, draft)
    window.list?.project?.editor?.discard()
    await router.settled()
    expectEqual(store.state.navigation, TrackerNavigation(route: .project("run")))
    expectEqual(store.state.items["run-2"], nil)
  }

  @Test func `an empty editor saves nothing`() async {
    await show(.item("run-9", of: "run"))
    window.list?.project?.editor?.save(at: 300)
    expectEqual(dispatched.take(), [])
  }

  @Test func `a refused draft stays with its editor`() async throws {
    let store = TrackerStore(
      initialState: ItemTests.initial,
      reducer: Reducer { state, action in
        if case .item = action { return }
        #expect(throws: Never.self) { try TrackerApp.reduce(&state, action) }
      })
    let window = TrackerWindow(store: store)
    let router = NavigationRouter(root: window, store: store, route: \.route, onFailure: window.show)
    for item in ["run-1", "run-2"] {
      let route = Route.item(item, of: "run")
      let draft = ItemDraft(amount: 5, timestamp: 250, notes: "")
      store.dispatch(.navigation(.setRoute(route)))
      await router.settled()
      let editor = try #require(window.list?.project?.editor)
      editor.type(draft)
      editor.save(at: 300)
      await router.settled()
      expectEqual(store.state.route, route)
      expectEqual(store.state.navigation?.data[route], draft)
      #expect(window.list?.project?.editor === editor)
    }
  }

  @Test func `input saved just after the project's deletion isn't lost`() async throws {
    let store = TrackerStore(
      initialState: ItemTests.initial, reducer: Reducer { state, action in try? TrackerApp.reduce(&state, action) })
    let window = TrackerWindow(store: store)
    let router = NavigationRouter(root: window, store: store, route: \.route, onFailure: window.show)
    let route = Route.item("run-2", of: "run")
    let draft = ItemDraft(amount: 5, timestamp: 250, notes: "")
    store.dispatch(.navigation(.setRoute(route)))
    await router.settled()
    let editor = try #require(window.list?.project?.editor)
    store.dispatch(.project(.delete(id: "run", at: 290)))
    editor.type(draft)
    editor.save(at: 300)
    await router.settled()
    expectEqual(store.state.navigation, TrackerNavigation(route: .projects, data: [route: draft]))
    expectEqual(window.problem, nil)
  }

  nonisolated static let deadEnds: [(Route, Route, String)] = [
    (.project("swim"), .projects, "ProjectListScreen has no screen for the segment \"swim\""),
    (["settings"], [], "TrackerWindow has no screen for the segment \"settings\""),
    (
      .item("run-1", of: "run").appending("photo"), .item("run-1", of: "run"),
      "ItemEditorScreen has no screen for the segment \"photo\""
    ),
  ]

  @Test(arguments: deadEnds)
  func `a route to a missing screen is followed up to there`(
    route: Route, shown: Route, problem: String
  ) async {
    await show(route)
    expectEqual(router.route, shown)
    expectEqual(window.problem, problem)
    expectEqual(store.state.route, shown)
    await show(.project("books"))
    expectEqual(window.list?.project?.content?.project.title, "Books")
  }

  @Test func `a tap that failed works once its target exists`() async {
    await show(.projects)
    window.list?.open("swim")
    await router.settled()
    #expect(window.list?.project == nil)

    store.dispatch(.project(.create(id: "swim", title: "Swimming", units: "m", frequency: .daily, at: 300)))
    window.list?.open("swim")
    await router.settled()
    expectEqual(window.list?.project?.content?.project.title, "Swimming")
  }

  @Test func `a newer route stays when an earlier one fails`() async {
    router.stop()
    let router = NavigationRouter(root: window, store: store, route: \.route) { [store, window] failure in
      store.dispatch(.navigation(.setRoute(.project("books"))))
      window.show(failure)
    }
    store.dispatch(.navigation(.setRoute(.project("swim"))))
    await router.settled()
    expectEqual(window.problem, "ProjectListScreen has no screen for the segment \"swim\"")
    expectEqual(store.state.route, .project("books"))
    expectEqual(window.list?.project?.id, "books")
  }

  @Test func `a failing route of the past leaves the head unchanged`() async {
    await show(.project("run"))
    store.present(TrackerState(navigation: TrackerNavigation(route: .projects)))
    await router.settled()
    store.present(TrackerState(navigation: TrackerNavigation(route: .project("run"))))
    await router.settled()
    expectEqual(window.problem, "ProjectListScreen has no screen for the segment \"run\"")
    expectEqual(store.state.route, .project("run"))

    store.present(nil)
    await router.settled()
    expectEqual(window.list?.project?.content?.items.map(\.id), ["run-1"])
  }
}
