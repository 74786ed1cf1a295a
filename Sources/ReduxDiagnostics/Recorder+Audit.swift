public import ReduxRecorder

extension Recorder {
  /// Returns what recording a state doesn't capture.
  ///
  /// It reports members that the encoding leaves out, objects in the state, collections in unstable order, and
  /// snapshots that aren't complete.
  ///
  ///     print(recorder.audit(store.state))
  ///
  /// With `RecorderOptions.debugging`, the recorder audits the first state by itself. Auditing a later state often finds
  /// more, because collections are rarely empty then.
  ///
  /// It encodes, decodes and compares the state on the calling thread.
  public func audit(_ state: Any) -> StateAudit { StateAudit(of: state, rules: self.rules) }
}
