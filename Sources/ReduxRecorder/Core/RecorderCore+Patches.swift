import StateTree

/// Self-contained journals: what each action did to the state, as operations.
extension RecorderCore {
  /// The last state as it is encoded, where patches are recorded and it is known.
  var encodedText: StateText? { encoded.map { ($0.document.bytes, $0.microseconds) } }

  /// Takes note of the state before an action, if that of the last one is not known: after a session's start, a gap, a rewind.
  mutating func noteEncoded(of state: () -> any Encodable) {
    guard recordsPatches, encoded == nil, open == nil, !isPaused, isRecording else { return }
    // What can't be encoded is told when there is a patch to be made. A state that the app has changed without an action is
    // not the one in the journal, from which the patch must lead.
    guard let new = try? encode(state()), volatile.hash(new.document.root) == lastHash else { return }
    encoded = new
  }

  /// The operations that lead from the state before an action to the one after it, as JSON text. `nil` where one of the two
  /// is not known, or they are too many to be kept: then the state is to be written out.
  mutating func patch(from before: StateOutline?, to state: some Encodable) -> [UInt8]? {
    guard recordsPatches else { return nil }
    // One of equal states is as good as the other.
    if let before, encoded != nil, before.hash == outline?.hash, rules.volatile.isEmpty { return Array("[]".utf8) }
    let old = encoded.take()
    // Why a state can't be encoded was just reported.
    guard outline != nil, let new = try? encode(state) else { return nil }
    encoded = new
    // The state of an earlier action may have to be written out still.
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
