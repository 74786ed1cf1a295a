import ReduxJournal
import ReduxRecorder
import ReduxStore

/// A store of the todo app, with or without a recorder.
struct RecordedStore {
  let store: Store<TodoState, TodoAction>
  private let recorder: Recorder?

  /// Creates a store without a recorder.
  init(items: Int) {
    store = Store(initialState: TodoState(count: items), reducer: Reducer(TodoState.reduce))
    recorder = nil
  }

  /// Creates a recorded store whose session starts with an empty table and then fills it.
  ///
  /// - Throws: `JournalError` if the journal can't be created.
  init(items: Int, path: String, options: RecorderOptions = RecorderOptions()) throws {
    let recorder = try Recorder(path: path, app: AppIdentity(name: TodoApp.name), options: options)
    store = Store(initialState: TodoState(), reducer: Reducer(recorder.recording(TodoState.reduce)))
    self.recorder = recorder
    store.dispatch(.fill(count: items))
  }

  /// Returns the nanoseconds per dispatch.
  func dispatch(_ actions: [TodoAction]) -> Double {
    Stopwatch.nanoseconds { for action in actions { store.dispatch(action) } } / Double(actions.count)
  }

  /// Measures in turns the nanoseconds that each of two recorders adds to a dispatch without a recorder.
  static func addedCost(
    _ store: RecordedStore, against other: RecordedStore, _ effort: Effort
  ) throws -> Measurement {
    let bare = RecordedStore(items: effort.items)
    var session = UpdateSession(itemCount: effort.items)
    var bareCost = 0.0
    var actions: [TodoAction] = []
    let samples = try Rounds(count: effort.rounds * 25).measure(
      {
        // Many short rounds: an interruption affects only one. Each is long enough to write a buffer.
        actions = session.next(effort.dispatches / 25)
        bareCost = bare.dispatch(actions)
        return bareCost
      },
      { store.dispatch(actions) - bareCost },
      { other.dispatch(actions) - bareCost })
    return Measurement(samples[1], against: samples[2])
  }

  /// Measures in turns the nanoseconds that a recorder and a handwritten one add to a dispatch without a recorder.
  static func addedCost(
    _ store: RecordedStore, ofDispatches count: Int, items: Int, againstNaiveAt path: String, _ effort: Effort
  ) throws -> Measurement {
    let bare = RecordedStore(items: items)
    let naive = try NaiveRecorder(path: path)
    var plain = PlainTodoState(count: items)
    var session = UpdateSession(itemCount: items)
    let samples = try Rounds(count: effort.rounds * 2).measure(
      {
        let actions = session.next(count)
        return store.dispatch(actions) - bare.dispatch(actions)
      },
      {
        let action = session.next()
        let bare = Stopwatch.nanoseconds { PlainTodoState.reduce(&plain, action) }
        let recorded = try Stopwatch.nanoseconds {
          PlainTodoState.reduce(&plain, action)
          try naive.record(action, plain)
        }
        return recorded - bare
      })
    return Measurement(samples[0], against: samples[1])
  }
}

extension RecorderOptions {
  /// Options for no snapshot but the session's first.
  static func withoutSnapshots(_ durability: Durability = .process) -> RecorderOptions {
    RecorderOptions(durability: durability, snapshotBudget: .zero)
  }
}
