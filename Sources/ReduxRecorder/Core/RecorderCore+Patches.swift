import StateTree

/// Self-contained journals, with a patch of the state for each action.
extension RecorderCore {
  /// The last state as JSON, if patches are recorded and it is known.
  mutating func encodedText(of state: some Encodable) throws -> StateText? {
    if recordsPatches, let tracker, tracker.isFollowing { return try text(of: state, within: .max) }
    return encoded.map { ($0.document.bytes, $0.microseconds) }
  }

  /// Encodes the state before an action if the last one is unknown: after a start, a gap or a rewind.
  mutating func noteEncoded(of state: () -> any Encodable) {
    guard recordsPatches, encoded == nil, open == nil, !isPaused, isRecording else { return }
    if let tracker, tracker.isFollowing { return }
    // `patch(from:to:)` reports a failed encoding. A patch must start from the journal's state, so ignore a state that
    // the app changed without an action.
    let state = state()
    if let tracker = tracker(of: state) {
      guard (try? tracker.follow(state)) == true, tracker.hash == lastHash else { return tracker.forget() }
      return
    }
    guard let new = try? encode(state), volatile.hash(new.document.root) == lastHash else { return }
    encoded = new
  }

  /// Returns a JSON patch from the state before an action to the state after it.
  ///
  /// It returns `nil` and requests a snapshot if one of the states is unknown or the patch is too long.
  mutating func patch(from before: StateOutline?, to state: some Encodable) -> [UInt8]? {
    guard recordsPatches else { return nil }
    if let tracker = tracker(of: state) {
      // The caller has reported a failed encoding.
      return outline == nil ? nil : limited(tracker.patchText)
    }
    // The states are equal, so the encoded one remains valid.
    if let before, encoded != nil, before.hash == outline?.hash, rules.volatile.isEmpty { return Array("[]".utf8) }
    let old = encoded.take()
    // The caller has reported a failed encoding.
    guard outline != nil, let new = try? encode(state) else { return nil }
    encoded = new
    return limited(old.map { JSONPatch.text(from: $0.document, to: new.document) })
  }

  /// Requests a snapshot in place of a patch that is unknown or too long. An earlier action may still need one.
  private mutating func limited(_ patch: [UInt8]?) -> [UInt8]? {
    guard let patch, patch.count <= maximumActionBytes else {
      mustWriteState = true
      return nil
    }
    return patch
  }

  /// The tracker of a state that is a JSON document; `nil` for other states.
  mutating func tracker(of state: some Encodable) -> DocumentTracker? {
    guard type(of: state) == JSONValue.self else { return nil }
    if tracker == nil { tracker = DocumentTracker(of: JSONValue.self, rules: rules, findsPatches: recordsPatches) }
    return tracker
  }

  private func encode(_ state: some Encodable) throws -> (document: JSONDocument, microseconds: Int) {
    let start = elapsed()
    let bytes = try session.withText(of: state) { Array($0) }
    let microseconds = elapsed() - start
    return (try JSONDocument(bytes), microseconds)
  }
}
