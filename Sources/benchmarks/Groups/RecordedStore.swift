import ReduxJournal
import ReduxRecorder
import ReduxStore

/// A store of the todo app, recorded or not.
struct RecordedStore {
  let store: Store<TodoState, TodoAction>
  private let recorder: Recorder?

  /// A store without a recorder.
  init(items: Int) {
    store = Store(initialState: TodoState(count: items), reducer: Reducer(TodoState.reduce))
    recorder = nil
  }

  /// A store with a recorder, whose session begins with an empty table that is then filled.
  ///
  /// - Throws: `JournalError` if the journal can't be created.
  init(items: Int, path: String, options: RecorderOptions = RecorderOptions()) throws {
    let recorder = try Recorder(path: path, app: AppIdentity(name: TodoApp.name), options: options)
    store = Store(initialState: TodoState(), reducer: Reducer(recorder.recording(TodoState.reduce)))
    self.recorder = recorder
    store.dispatch(.fill(count: items))
  }

  /// The nanoseconds that each of many dispatches takes.
  func dispatch(_ actions: [TodoAction]) -> Double {
    Stopwatch.nanoseconds { for action in actions { store.dispatch(action) } } / Double(actions.count)
  }
}

extension RecorderOptions {
  /// No snapshot but the session's first.
  static func withoutSnapshots(_ durability: Durability = .process) -> RecorderOptions {
    RecorderOptions(durability: durability, snapshotBudget: .zero)
  }
}
