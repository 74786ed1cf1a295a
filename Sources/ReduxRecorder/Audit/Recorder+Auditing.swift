extension Recorder {
  /// What recording a state will not catch: members that its encoding leaves out, objects in it, collections in an order
  /// that isn't stable, a snapshot that isn't whole.
  ///
  ///     print(recorder.audit(store.state))
  ///
  /// In debug builds a recorder does this by itself with the first state that it meets, as
  /// `RecorderOptions.onAudit` says. A later state shows more: what stands in collections that are empty at the start.
  ///
  /// It takes as long as encoding the state, decoding and comparing it, on the thread that calls.
  public func audit(_ state: Any) -> StateAudit { StateAudit(of: state) }
}
