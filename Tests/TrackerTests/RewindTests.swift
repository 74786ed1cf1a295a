import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import ReduxStore
import ReduxTimeTravel
import TestSupport
import Testing
import Tracker

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Logs a router's calls to the screens.
@MainActor
private final class CallLog {
  private var calls: [String] = []

  func append(_ call: String) {
    calls.append(call)
  }

  /// Returns the calls since the last time.
  func take() -> [String] {
    defer { calls = [] }
    return calls
  }
}

/// A screen whose calls are logged.
private final class Logged: Routable {
  private let screen: any Routable
  private let log: CallLog

  init(_ screen: any Routable, log: CallLog) {
    self.screen = screen
    self.log = log
  }

  func push(_ segment: String) async throws -> any Routable {
    log.append("push \(segment)")
    return Logged(try await screen.push(segment), log: log)
  }

  func pop(_ segment: String) async throws {
    log.append("pop \(segment)")
    try await screen.pop(segment)
  }

  func change(_ segment: String, to next: String) async throws -> any Routable {
    log.append("change \(segment) to \(next)")
    return Logged(try await screen.change(segment, to: next), log: log)
  }
}

@MainActor
@Suite("Rewinding the tracker", .timeLimit(.minutes(20)))
struct RewindTests {
  fileprivate let log = CallLog()
  let file: TemporaryFile
  let recorder: Recorder
  let store: TrackerStore
  let window: TrackerWindow
  let router: NavigationRouter
  let timeline: ReplayTimeline<TrackerApp>

  init() throws {
    file = try TemporaryFile()
    recorder = try Recorder(
      path: file.path,
      app: AppIdentity(TrackerApp.self))
    store = TrackerStore(recorder: recorder)
    window = TrackerWindow(store: store)
    router = NavigationRouter(
      root: Logged(window, log: log), store: store, route: \.route, onFailure: window.show)
    timeline = ReplayTimeline(store: store, recorder: recorder, path: file.path)
  }

  /// Adds a run on the screens and opens the books; states 1 to 10.
  func use() async throws {
    store.dispatch(.navigation(.setRoute(.projects)))  // 1
    store.dispatch(.project(.create(id: "run", title: "Running", units: "km", frequency: .daily, at: 100)))  // 2
    store.dispatch(.project(.create(id: "books", title: "Books", units: "books", frequency: .yearly, at: 110)))  // 3
    await router.settled()
    try #require(window.list).open("run")  // 4
    await router.settled()
    try #require(window.list?.project).add("run-1", at: 120)  // 5: the draft, 6: the editor
    await router.settled()
    try #require(window.list?.project?.editor).save(at: 130)  // 7: the item, 8: no draft, 9: the project
    await router.settled()
    try #require(window.list).open("books")  // 10
    await router.settled()
  }

  @Test func `the screens follow the user`() async throws {
    try await use()
    expectEqual(log.take(), ["push projects", "push run", "push run-1", "pop run-1", "change run to books"])
    try expectEqual(timeline.lastSeq, 10)
  }

  @Test func `peeking moves the screens back, and returning to the head moves them forward`() async throws {
    try await use()
    _ = log.take()

    try timeline.peek(at: 6)
    await router.settled()
    expectEqual(log.take(), ["change books to run", "push run-1"])
    expectEqual(window.list?.project?.editor?.draft, ItemDraft(amount: 0, timestamp: 120, notes: ""))

    try timeline.peek(at: 4)
    await router.settled()
    expectEqual(log.take(), ["pop run-1"])
    expectEqual(window.list?.project?.content?.items, [])

    try timeline.peek(at: 1)
    await router.settled()
    expectEqual(log.take(), ["pop run"])
    expectEqual(window.list?.rows, [])

    try timeline.peek(at: 0)
    await router.settled()
    expectEqual(log.take(), ["pop projects"])
    #expect(window.list == nil)

    timeline.returnToHead()
    await router.settled()
    expectEqual(log.take(), ["push projects", "push books"])
    expectEqual(window.list?.rows.map(\.title), ["Running", "Books"])
    expectEqual(window.problem, nil)
  }

  @Test func `an action dispatched while peeking shows at the head`() async throws {
    try await use()
    let timeline = ReplayTimeline<TrackerApp>(store: store, recorder: recorder, path: file.path, changes: .held)
    try timeline.peek(at: 9)
    await router.settled()
    _ = log.take()

    store.dispatch(.navigation(.setRoute(.projects)))
    await router.settled()
    expectEqual(log.take(), [])

    timeline.returnToHead()
    await router.settled()
    expectEqual(log.take(), ["pop run"])
  }

  @Test func `a refused action changes no screen, and the journal holds the reason`() async throws {
    try await use()
    let state = store.state
    store.dispatch(.item(.delete(id: "run-9", at: 140)))
    await router.settled()
    expectEqual(store.state, state)
    recorder.close()
    try expectEqual(Replayer<TrackerApp>(path: file.path).verify().refused, 1)
  }

  @Test func `a resumed state stays, with its screens`() async throws {
    try await use()
    try timeline.peek(at: 1)
    await router.settled()
    _ = log.take()

    try expectEqual(timeline.resume(from: 6), 11)
    await router.settled()
    expectEqual(log.take(), ["push run", "push run-1"])
    expectEqual(store.state.route, .item("run-1", of: "run"))

    let editor = try #require(window.list?.project?.editor)
    editor.type(ItemDraft(amount: 5, timestamp: 120, notes: "second try"))
    editor.save(at: 140)
    await router.settled()
    expectEqual(log.take(), ["pop run-1"])
    expectEqual(window.list?.project?.content?.items.map(\.notes), ["second try"])

    recorder.close()
    let report = try Replayer<TrackerApp>(path: file.path).verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.proven, 16)
  }
}
