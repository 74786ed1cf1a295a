import Expectations
import ReduxJournal
import ReduxPersistence
import ReduxRecorder
import ReduxReplay
import ReduxStore
import ReduxTimeTravel
import Tasks
import TestSupport
import Testing

/// Cached, restored, and rewound states.
@Suite("TasksPersistence")
struct PersistenceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var journal: String { folder.path(of: "session.jsonl") }

  /// Runs the app; at its end it may resume a state and peek at one.
  ///
  /// - Returns: The final state.
  @discardableResult
  private func run(
    _ actions: [AppAction], resumingFrom resumed: Int? = nil, peekingAt peeked: Int? = nil
  ) throws -> AppState {
    let recorder = try Recorder(
      path: journal, app: AppIdentity(TasksApp.self))
    let folder = folder.path
    // Samples/Tasks/README.md: persister
    let persister = Persister<AppState, AppAction>(try TasksPersistence.files(in: folder)) { failure in
      print("not stored: \(failure)")
    }
    let store = Store(
      initialState: TasksApp.initialState, reducer: Reducer(recorder.recording(TasksApp.reducer.reduce)),
      middleware: [persister.middleware(restoringAt: { _ in true }, replacing: { recorder.noteReplacedState() })])
    // Samples/Tasks/README.md: end
    for action in actions { store.dispatch(action) }
    let timeline = ReplayTimeline<TasksApp>(store: store, recorder: recorder, path: journal)
    if let resumed { try timeline.resume(from: resumed) }
    if let peeked { try timeline.peek(at: peeked) }
    try persister.flush()
    recorder.close()
    return store.state
  }

  @Test func `the next launch restores tasks, trends, and settings, but not the calendar`() throws {
    let actions = try Sample.actions("Sessions/moving.actions.jsonl")
    var left = try run(actions)
    #expect(left.calendar != CalendarState())
    left.calendar = CalendarState()
    let edit = AppAction.tasks(.edit(id: "shelf", notes: "the long screws"))
    TasksApp.reduce(&left, edit)
    try expectEqual(run([edit]), left)
    let report = try Replayer<TasksApp>(path: journal).verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.sessions, 2)
    expectEqual(report.actions, 134)
  }

  @Test func `a resumed state is stored, and a peeked one isn't`() throws {
    let titles = ["van", "milk", "keys"].map { AppAction.tasks(.add(id: $0, title: $0)) }
    try run(titles, resumingFrom: 2, peekingAt: 1)
    let next = try run([.settings(.showCompleted(false))])
    expectEqual(next.tasks.all.map(\.title), ["van", "milk"])
  }
}
