import ReduxJournal
import ReduxPersistence
import ReduxRecorder
import ReduxReplay
import ReduxStore
import TestSupport
import Testing
import Tracker

@Suite("Projects and items that are kept")
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

  /// Runs the app, and returns the state in which it was left.
  private func run(_ actions: [TrackerAction], _ places: Places) throws -> TrackerState {
    let recorder = try Recorder(
      path: folder.path(of: "session.jsonl"),
      app: AppIdentity(name: TrackerApp.name, version: TrackerApp.version, schema: TrackerApp.schema))
    let persister = Persister<TrackerState, TrackerAction>(try places.open(in: folder)) { _ in }
    let store = TrackerStore(recorder: recorder, persister: persister)
    for action in actions { store.dispatch(action) }
    try persister.flush()
    recorder.close()
    return store.state
  }

  @Test(arguments: Places.allCases)
  func `a year that is spread over many launches ends as it did in one`(places: Places) throws {
    let actions = try RecordedSession.year.actions()
    var state = TrackerState()
    for start in stride(from: 0, to: actions.count, by: 50) {
      state = try run(Array(actions[start..<min(start + 50, actions.count)]), places)
    }
    #expect(try state == RecordedSession.year.finalState())
    let report = try Replayer<TrackerApp>(path: folder.path(of: "session.jsonl")).verify()
    #expect(report.divergence == nil)
    #expect(report.sessions == 10)
    #expect(report.actions == 451)
  }

  @Test(arguments: Places.allCases)
  func `where the user was is not kept`(places: Places) throws {
    let there = try run([.navigation(.setRoute(["projects", "run"]))], places)
    #expect(there.navigation?.route == ["projects", "run"])
    let project = TrackerAction.project(.create(id: "run", title: "Run", units: "km", frequency: .daily, at: 1))
    #expect(try run([project], places).navigation == nil)
  }
}
