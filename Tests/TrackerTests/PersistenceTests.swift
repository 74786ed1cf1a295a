import Expectations
import ReduxJournal
import ReduxPersistence
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

@Suite("TrackerPersistence")
struct PersistenceTests {
  enum Places: CaseIterable {
    case files
    #if SQLite
      case database
    #endif

    func open(in folder: TemporaryFolder) throws -> StatePersistence<TrackerState> {
      switch self {
      case .files: try TrackerPersistence.inFiles(of: folder.path)
      #if SQLite
        case .database: try TrackerPersistence.inDatabase(of: folder.path)
      #endif
      }
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs the app and returns its final state. At its end it may resume a state and peek at one.
  private func run(
    _ actions: [TrackerAction], _ places: Places, resumingFrom resumed: Int? = nil, peekingAt peeked: Int? = nil
  ) throws -> TrackerState {
    let recorder = try Recorder(
      path: folder.path(of: "session.jsonl"),
      app: AppIdentity(TrackerApp.self))
    let persister = Persister<TrackerState, TrackerAction>(try places.open(in: folder)) { _ in }
    let store = TrackerStore(recorder: recorder, persister: persister)
    for action in actions { store.dispatch(action) }
    let timeline = ReplayTimeline<TrackerApp>(store: store, recorder: recorder, path: folder.path(of: "session.jsonl"))
    if let resumed { try timeline.resume(from: resumed) }
    if let peeked { try timeline.peek(at: peeked) }
    try persister.flush()
    recorder.close()
    return store.state
  }

  /// Takes seconds: it launches the app for each 50 actions of a year.
  @Test(arguments: Places.allCases)
  func `a year spread over many launches ends like one in a single launch`(places: Places) throws {
    let actions = try RecordedSession.year.actions()
    var state = TrackerState()
    for start in stride(from: 0, to: actions.count, by: 50) {
      state = try run(Array(actions[start..<min(start + 50, actions.count)]), places)
    }
    try expectEqual(state, RecordedSession.year.finalState())
    let report = try Replayer<TrackerApp>(path: folder.path(of: "session.jsonl")).verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.sessions, 10)
    expectEqual(report.actions, 451)
  }

  @Test func `an app stores its state when it ends`() throws {
    let (folder, journal) = (folder.path, folder.path(of: "session.jsonl"))
    let first = try RecordedSession.year.actions()[0]
    for expected in [[], ["run"]] {
      let recorder = try Recorder(path: journal, app: AppIdentity(name: TrackerApp.name))
      // Samples/Tracker/README.md: persister
      let places = try TrackerPersistence.places(in: folder)
      let persister = Persister<TrackerState, TrackerAction>(places) { print("not stored: \($0)") }
      let store = TrackerStore(recorder: recorder, persister: persister)
      store.dispatch(.navigation(.setRoute(.projects)))  // the first action, whichever it is, finds the state restored
      // Samples/Tracker/README.md: end
      expectEqual(store.state.projectIDs, expected)
      store.dispatch(first)
      try persister.flush()
      recorder.close()
    }
  }

  @Test(arguments: Places.allCases)
  func `neither the route nor the drafts are stored`(places: Places) throws {
    let draft = ItemDraft(amount: 1, timestamp: 1, notes: "")
    let there = try run(
      [.navigation(.setData(draft, for: .item("run-1", of: "run"))), .navigation(.setRoute(.project("run")))], places)
    expectEqual(there.navigation, TrackerNavigation(route: .project("run"), data: [.item("run-1", of: "run"): draft]))
    let project = TrackerAction.project(.create(id: "run", title: "Run", units: "km", frequency: .daily, at: 1))
    try expectEqual(run([project], places).navigation, nil)
  }

  @Test(arguments: Places.allCases)
  func `a resumed state is stored, and a peeked one isn't`(places: Places) throws {
    let projects = ["run", "books", "sit"].map { id in
      TrackerAction.project(.create(id: id, title: id, units: "", frequency: .daily, at: 1))
    }
    try expectEqual(run(projects, places, resumingFrom: 2, peekingAt: 1).projectIDs, ["run", "books"])
    try expectEqual(run([.navigation(.setRoute(.projects))], places).projectIDs, ["run", "books"])
  }
}
