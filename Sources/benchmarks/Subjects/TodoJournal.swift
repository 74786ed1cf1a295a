import ReduxJournal
import ReduxRecorder

/// A journal of a generated session.
struct TodoJournal {
  /// The number of items in the state.
  let items: Int
  /// The number of actions.
  let actions: Int

  /// Records the journal.
  ///
  /// It writes each due snapshot, however long that takes, as `reduxlog index` would.
  ///
  /// - Throws: The first error.
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
