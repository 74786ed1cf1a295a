import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import ReduxStore
import ReduxTimeTravel
import StateCoding
import Synchronization
import Tasks
import TestSupport
import Testing

/// The app in a recorded store, with a screen's updates.
private final class Session {
  let store: Store<AppState, AppAction>
  let recorder: Recorder
  let timeline: ReplayTimeline<TasksApp>
  private let titles = Titles()
  private let subscription: Subscription

  init(path: String, from state: AppState = TasksApp.initialState) throws {
    recorder = try Recorder(
      path: path, app: AppIdentity(TasksApp.self), options: RecorderOptions(inputs: TasksApp.usesInputs))
    store = Store(initialState: state, reducer: Reducer(recorder.recording(TasksApp.reducer.reduce)))
    timeline = ReplayTimeline(store: store, recorder: recorder, path: path)
    subscription = store.subscribe({ $0.favourites.map(\.title) }) { [titles] in titles.append($0) }
  }

  /// The titles that the favourites' screen received, in order.
  var shownTitles: [[String]] { titles.all }

  func dispatch(_ actions: TasksAction...) {
    for action in actions { store.dispatch(.tasks(action)) }
  }
}

private final class Titles: Sendable {
  private let values = Mutex<[[String]]>([])

  var all: [[String]] { values.withLock { $0 } }
  func append(_ titles: [String]) { values.withLock { $0.append(titles) } }
}

@Suite("The app's store")
struct StoreTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  @Test func `a screen follows the changes on others that concern it, and no others`() throws {
    let session = try Session(path: file.path)
    session.dispatch(
      .add(id: "van", title: "Book the van"), .favourite(id: "van"), .add(id: "milk", title: "Milk"),
      .edit(id: "milk", title: "Oat milk"), .edit(id: "van", title: "Van: Saturday, 8:00"))
    expectEqual(session.shownTitles, [["Book the van"], ["Van: Saturday, 8:00"]])
  }

  @Test func `the copy of a task has an id that a replay makes again`() throws {
    let session = try Session(path: file.path)
    session.dispatch(.add(id: "van", title: "Van"), .complete(id: "van", on: "2026-03-02"), .duplicate(id: "van"))
    session.dispatch(.duplicate(id: "van"), .duplicate(id: "missing"))
    session.recorder.close()
    let tasks = session.store.state.tasks.all
    expectEqual(tasks.map(\.title), ["Van", "Van", "Van"])
    expectEqual(tasks.map(\.completed), ["2026-03-02", nil, nil])
    expectEqual(Set(tasks.map(\.id)).count, 3)
    try expectEqual(Replayer<TasksApp>(path: file.path).verify().proven, 6)
  }

  @Test func `the recording is proven`() throws {
    let session = try Session(path: file.path)
    for action in try Sample.actions("Sessions/moving.actions.jsonl") { session.store.dispatch(action) }
    session.recorder.close()
    let replayer = try Replayer<TasksApp>(path: file.path)
    let report = try replayer.verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.actions, 133)
    expectEqual(report.proven, 134)
    try expectEqual(replayer.state(at: 133), session.store.state)
  }

  @Test func `the past shows and resumes on every screen`() throws {
    let session = try Session(path: file.path)
    session.dispatch(
      .add(id: "van", title: "Book the van", due: "2026-04-10"), .favourite(id: "van"),
      .edit(id: "van", title: "Van: Saturday, 8:00"), .complete(id: "van", on: "2026-04-09"))

    try session.timeline.peek(at: 2)
    expectEqual(session.shownTitles.last, ["Book the van"])
    expectEqual(session.store.state.list.map(\.title), ["Van: Saturday, 8:00"])

    let resumed = try session.timeline.resume(from: 2)
    expectEqual(resumed, 5)
    let row = TaskRow(id: "van", title: "Book the van", due: "2026-04-10", isFavourite: true)
    expectEqual(session.store.state.list, [row])
    expectEqual(session.store.state.favourites, [row])
    expectEqual(session.store.state.detail(of: "van"), TaskDetail(row: row))
    expectEqual(session.store.state.chart, [])

    session.dispatch(.schedule(id: "van", due: "2026-04-03"))
    session.recorder.close()
    let report = try Replayer<TasksApp>(path: file.path).verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.rewinds, 1)
    expectEqual(report.proven, 7)
  }

  @Test func `a cached state is restored, and its session is proven`() throws {
    let first = try Session(path: file.path)
    for action in try Sample.actions("Sessions/moving.actions.jsonl") { first.store.dispatch(action) }
    first.recorder.close()
    let cache = try StateEncoder().encode(first.store.state)

    let restored = try StateDecoder().decode(AppState.self, from: cache)
    let second = try Session(path: file.path, from: restored)
    expectEqual(second.store.state, first.store.state)
    second.dispatch(.complete(id: "shelf", on: "2026-06-02"))
    // The decoded table hashes like the one that grew, and continues so.
    try second.timeline.resume(from: 133)
    second.recorder.close()

    expectEqual(second.store.state, first.store.state)
    let report = try Replayer<TasksApp>(path: file.path).verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.sessions, 2)
    expectEqual(report.rewinds, 1)
    expectEqual(report.actions, 134)
  }
}
