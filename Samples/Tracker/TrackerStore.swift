public import ReduxPersistence
public import ReduxRecorder
public import ReduxStore

/// The tracker's store.
public typealias TrackerStore = Store<TrackerState, TrackerAction>

extension TrackerStore {
  /// Creates the store of a running app, which records itself.
  ///
  /// - Parameters:
  ///   - recorder: The recorder.
  ///   - persister: Stores the state and restores it before the first action.
  public convenience init(recorder: Recorder, persister: Persister<TrackerState, TrackerAction>? = nil) {
    let recorded = recorder.recording(TrackerApp.reduce)
    self.init(
      initialState: TrackerApp.initialState,
      reducer: Reducer { state, action in
        // A refused action changes nothing, so the screens stay as they are; the journal holds the reason.
        try? recorded(&state, action)
      },
      middleware: persister.map {
        [$0.middleware(restoringAt: { _ in true }, replacing: { recorder.noteReplacedState() })]
      } ?? [])
  }
}
