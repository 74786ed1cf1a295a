import ReduxJournal
import ReduxRecorder

/// A journal of a session, made on the fly.
struct TodoJournal {
  /// How many items the state has.
  let items: Int
  /// How many actions there are.
  let actions: Int

  /// Records it.
  ///
  /// Snapshots are written whenever they are due, however long one takes: what `reduxlog index` would make of it.
  ///
  /// - Throws: What went wrong first.
  func record(to path: String) throws {
    let recorder = try Recorder(
      path: path, app: AppIdentity(name: TodoApp.name),
      options: RecorderOptions(durability: .buffered(bytes: 1 << 20), snapshotBudget: .seconds(60)))
    let reduce = recorder.recording(TodoState.reduce)
    var state = TodoState()
    for action in TodoSession(itemCount: items).prefix(actions) { reduce(&state, action) }
    recorder.close()
  }
}
