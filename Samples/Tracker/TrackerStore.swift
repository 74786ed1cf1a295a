public import ReduxPersistence
public import ReduxRecorder
public import ReduxStore

/// The tracker's store.
public typealias TrackerStore = Store<TrackerState, TrackerAction>

extension TrackerStore {
  /// Creates the store of a running app, which records itself.
  ///
  /// - Parameters:
  ///   - recorder: what records it.
  ///   - persister: what keeps its state; whatever is dispatched first finds the state restored.
  public convenience init(recorder: Recorder, persister: Persister<TrackerState, TrackerAction>? = nil) {
    let recorded = recorder.recording(TrackerApp.reduce)
    self.init(
      initialState: TrackerApp.initialState,
      reducer: Reducer { state, action in
        // What is refused changes nothing, so that the screens stay as they are; why is in the journal.
        try? recorded(&state, action)
      },
      middleware: persister.map {
        [$0.middleware(restoringAt: { _ in true }, replacing: { recorder.noteReplacedState() })]
      } ?? [])
  }
}
