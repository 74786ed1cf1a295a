import ReduxJournal
import ReduxRecorder
import ReduxStore
import TestSupport

/// A store of the todo app, with or without a recorder.
struct RecordedStore {
  private let items: Int
  private let store: Store<TodoState, TodoAction>
  private let recorder: Recorder?

  /// Creates a store without a recorder.
  private init(bare items: Int) {
    self.items = items
    store = Store(initialState: TodoState(count: items), reducer: Reducer(TodoState.reduce))
    recorder = nil
  }

  /// Creates a recorded store whose session starts with an empty table and then fills it.
  ///
  /// - Throws: `JournalError` if the journal can't be created.
  init(items: Int, path: String, options: RecorderOptions = RecorderOptions()) throws {
    let recorder = try Recorder(path: path, app: AppIdentity(name: TodoApp.name), options: options)
    self.items = items
    store = Store(initialState: TodoState(), reducer: Reducer(recorder.recording(TodoState.reduce)))
    self.recorder = recorder
    store.dispatch(.fill(count: items))
  }

  /// Returns the nanoseconds per dispatch.
  func dispatch(_ actions: [TodoAction]) -> Double {
    Stopwatch.nanoseconds { for action in actions { store.dispatch(action) } } / Double(actions.count)
  }

  /// Measures in turns the nanoseconds that this recorder and another add to a dispatch without a recorder.
  func addedCost(against other: RecordedStore, _ effort: Effort) throws -> Measurement {
    let bare = RecordedStore(bare: items)
    var session = UpdateSession(itemCount: items)
    var bareCost = 0.0
    var actions: [TodoAction] = []
    let samples = try Rounds(count: effort.rounds * 25).measure(
      {
        // Many short rounds: an interruption affects only one. Each is long enough to write a buffer.
        actions = session.next(effort.dispatches / 25)
        bareCost = bare.dispatch(actions)
        return bareCost
      },
      { dispatch(actions) - bareCost },
      { other.dispatch(actions) - bareCost })
    return Measurement(samples[1], against: samples[2])
  }

  /// Measures in turns the nanoseconds that this recorder and a handwritten one add to a dispatch without a recorder.
  func addedCost(ofDispatches count: Int, againstNaiveAt path: String, _ effort: Effort) throws -> Measurement {
    let bare = RecordedStore(bare: items)
    let naive = try NaiveRecorder(path: path)
    var plain = PlainTodoState(count: items)
    var session = UpdateSession(itemCount: items)
    let samples = try Rounds(count: effort.rounds * 2).measure(
      {
        let actions = session.next(count)
        return dispatch(actions) - bare.dispatch(actions)
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
  static let withoutSnapshots = RecorderOptions(snapshotBudget: .zero)
}

/// Updates of random items, which don't change their number.
struct UpdateSession {
  let itemCount: Int
  private var generator = SeededGenerator(seed: 2)

  init(itemCount: Int) { self.itemCount = itemCount }

  mutating func next() -> TodoAction {
    let id = Int.random(in: 0..<itemCount, using: &generator)
    return .setDone(id: id, done: Bool.random(using: &generator))
  }

  mutating func next(_ count: Int) -> [TodoAction] { (0..<count).map { _ in next() } }
}
