import StateTree

/// Self-contained journals, with a patch of the state for each action.
extension RecorderCore {
  /// The encoded last state, if patches are recorded and it is known.
  var encodedText: StateText? { encoded.map { ($0.document.bytes, $0.microseconds) } }

  /// Encodes the state before an action if the last one is unknown: after a start, a gap or a rewind.
  mutating func noteEncoded(of state: () -> any Encodable) {
    guard recordsPatches, encoded == nil, open == nil, !isPaused, isRecording else { return }
    // `patch(from:to:)` reports a failed encoding. A patch must start from the journal's state, so ignore a state that
    // the app changed without an action.
    guard let new = try? encode(state()), volatile.hash(new.document.root) == lastHash else { return }
    encoded = new
  }

  /// Returns a JSON patch from the state before an action to the state after it.
  ///
  /// It returns `nil` and requests a snapshot if one of the states is unknown or the patch is too long.
  mutating func patch(from before: StateOutline?, to state: some Encodable) -> [UInt8]? {
    guard recordsPatches else { return nil }
    // The states are equal, so the encoded one remains valid.
    if let before, encoded != nil, before.hash == outline?.hash, rules.volatile.isEmpty { return Array("[]".utf8) }
    let old = encoded.take()
    // The caller has reported a failed encoding.
    guard outline != nil, let new = try? encode(state) else { return nil }
    encoded = new
    // An earlier action may still need a snapshot.
    let mustWriteState = mustWriteState
    self.mustWriteState = true
    guard let old else { return nil }
    let text = JSONPatch.text(from: old.document, to: new.document)
    guard text.count <= maximumActionBytes else { return nil }
    self.mustWriteState = mustWriteState
    return text
  }

  private func encode(_ state: some Encodable) throws -> (document: JSONDocument, microseconds: Int) {
    let start = elapsed()
    let bytes = try session.withText(of: state) { Array($0) }
    let microseconds = elapsed() - start
    return (try JSONDocument(bytes), microseconds)
  }
}
