import ReduxJournal
import ReduxRecorder
import ReduxStore
import Tasks

extension Group {
  /// A very large number of tasks for one user.
  private static let taskCount = 100_000

  /// The cost of an edit in the Tasks sample, with normalised tasks and composed reducers.
  static func tasks(_ effort: Effort) -> Group {
    let count = min(effort.manyItems, taskCount)
    return Group([
      RowDescription(
        "tasks/edit", "dispatching an edit in the Tasks sample with \(Figure.count(count)) tasks",
        unit: "µs", against: "with \(Figure.count(effort.fewItems))", comparison: .timesAsMuch, goal: .ratioAtMost(2)),
      RowDescription(
        "tasks/edit-recorded", "the same with a recorder", unit: "µs",
        against: "a recorded edit with an array of copies per screen", goal: .ratioAtLeast(5000)),
    ]) { conditions in
      let many = TasksStore(count: count, reducer: TasksApp.reducer)
      let few = TasksStore(count: effort.fewItems, reducer: TasksApp.reducer)
      let recorder = try Recorder(
        path: conditions.path("tasks.jsonl"), app: AppIdentity(name: TasksApp.name), options: .withoutSnapshots())
      let recorded = TasksStore(count: count, reducer: Reducer(recorder.recording(TasksApp.reducer.reduce)))
      // The baseline hashes the whole state.
      var inFull = RecorderOptions.withoutSnapshots()
      inFull.maximumCopyBytes = 0
      inFull.hashing = .everyAction
      let arraysRecorder = try Recorder(
        path: conditions.path("arrays.jsonl"), app: AppIdentity(name: "task-arrays"), options: inFull)
      let arrays = Store(
        initialState: TaskArrays(), reducer: Reducer(arraysRecorder.recording(TaskArrays.reduce)))
      arrays.dispatch(.fill(count: count))
      var manyEdits = TaskEdits(of: count)
      var fewEdits = TaskEdits(of: effort.fewItems)
      let edits = effort.dispatches / 25
      let samples = try Rounds(count: effort.rounds * 3).measure(
        { many.nanoseconds(manyEdits.next(edits)) },
        { few.nanoseconds(fewEdits.next(edits)) },
        { recorded.nanoseconds(manyEdits.next(edits)) },
        {
          let edit = manyEdits.next(1)[0]
          return Stopwatch.nanoseconds { arrays.dispatch(.edit(id: edit.id, title: edit.title)) }
        })
      return [
        Measurement(samples[0], against: samples[1]).scaled(by: 1e-3),
        Measurement(samples[2], against: samples[3]).scaled(by: 1e-3),
      ]
    }
  }
}

/// A store of the sample with many tasks and some favourites.
private struct TasksStore {
  private let store: Store<AppState, AppAction>

  init(count: Int, reducer: Reducer<AppState, AppAction>) {
    store = Store(initialState: TasksApp.initialState, reducer: reducer)
    for number in 0..<count {
      let task = TaskEdits.task(number)
      store.dispatch(.tasks(.add(id: task.id, title: task.title, due: task.due)))
    }
    for number in TaskEdits.favourites { store.dispatch(.tasks(.favourite(id: TaskEdits.id(number)))) }
  }

  /// Returns the nanoseconds per edit.
  func nanoseconds(_ edits: [(id: TaskItem.ID, title: String)]) -> Double {
    let actions = edits.map { AppAction.tasks(.edit(id: $0.id, title: $0.title)) }
    return Stopwatch.nanoseconds { for action in actions { store.dispatch(action) } } / Double(actions.count)
  }
}
