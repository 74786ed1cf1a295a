extension Recorder {
  /// Returns what recording a state doesn't capture.
  ///
  /// It reports members that the encoding leaves out, objects in the state, collections in unstable order, and snapshots that
  /// aren't complete.
  ///
  ///     print(recorder.audit(store.state))
  ///
  /// In debug builds, the recorder audits the first state by itself; see `RecorderOptions.onAudit`. A later state shows
  /// more, because collections are often empty at the start.
  ///
  /// It takes as long as encoding, decoding and comparing the state, on the calling thread.
  public func audit(_ state: Any) -> StateAudit { StateAudit(of: state) }
}
