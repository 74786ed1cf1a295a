import ReduxJournal
import ReduxScope
import RuntimeLayout
import StateCoding
import StateTree
import SystemSupport

/// Changes of the state that are no action's own: those between actions, and those of actions that begin during another.
extension RecorderCore {
  // MARK: Between actions

  /// Records a change of the state since the last action as a step of its own.
  ///
  /// A store whose state only its reducer changes needs no such look. It takes as long as hashing, and counts for the same
  /// budget.
  mutating func noteOutsideChange(_ state: () -> any Encodable) {
    guard open == nil, !isPaused, let lastHash, hashing.isDue, !isKnown else { return }
    let began = Platform.nanoseconds()
    slices.hasChanged = false
    let state = state()
    note(typeOf: state)
    var outline = spareOutline.take() ?? StateOutline()
    defer { examining = Platform.nanoseconds() - began }
    // `finish` reports a failed encoding.
    guard (try? session.outline(state, into: &outline)) != nil, outline.hash != lastHash else {
      spareOutline = outline
      return
    }
    writeStep(ActionRecord.outsideChange, to: state, cause: nil, error: nil)
  }

  /// Whether the last state is known to be the current one without a look.
  private var isKnown: Bool {
    slices.isUsed ? !slices.hasChanged : DispatchScope.current?.ownsState == true
  }

  /// Writes a step that no action describes.
  private mutating func writeStep(_ type: String, to state: some Encodable, cause: Int?, error: (any Error)?) {
    guard let writer else { return }
    unchangedSince = nil
    let now = Platform.nanoseconds()
    json = Array("null".utf8)
    let inputs = recordsInputs ? ActionInputs.currentOrDrawn() : nil
    guard write(ActionName(label: type), .opaque, site: nil, cause: cause, inputs, []) else { return }
    do {
      try finish(
        ActionOutcome(hash: nil, error: error.map { rules.text(of: $0) }), hashing: state, since: now, to: writer)
    } catch {
      mustWriteState = mustWriteState || recordsPatches
      return fail(error, missing: 0)
    }
    if !recordsPatches, isWhole(Swift.type(of: state)) { schedule.noteUnprovable() }
    writeStateIfDue(state, at: elapsed())
  }

  // MARK: During an action

  /// Completes the running action with the state so far, because another begins on its thread.
  ///
  /// - Returns: Whether the running action is complete.
  mutating func completeOuter(with state: () -> any Encodable) -> Bool {
    guard let action = open, action.thread == Platform.currentThread, action.isWritten, isRecording, !isPaused else {
      return false
    }
    let state = state()
    guard stateType == nil || stateType == recordedType(of: state) else { return false }
    open = nil
    complete(action, state, error: nil, at: Platform.nanoseconds())
    guard isRecording, let seq = writer?.seq else { return true }
    outer.append((action.ticket, action.type, seq))
    return true
  }

  /// Writes what an action changed after another that began during it.
  mutating func finishOuter(_ ticket: Int, _ state: some Encodable, error: (any Error)?) {
    guard let index = outer.lastIndex(where: { $0.ticket == ticket }) else { return }
    let action = outer[index]
    outer.removeSubrange(index...)
    guard open == nil, isRecording else { return }
    // After a state without a hash, the next record with one lists the changes.
    guard error != nil || lastHash != nil && (try? session.hash(state)) != lastHash else { return }
    writeStep("\(action.type) (continued)", to: state, cause: action.seq, error: error)
    beginPause()
  }

  // MARK: The type of the state

  /// Reports a state of another type: each store and each screen needs a recorder of its own.
  mutating func note(typeOf state: some Encodable) {
    let type = recordedType(of: state)
    guard let stateType else { return self.stateType = type }
    if type != stateType { reportOtherState(type, expected: stateType) }
  }

  mutating func reportOtherState(_ type: Any.Type, expected: Any.Type) {
    report(.otherState(type: TypeName.of(type), expected: TypeName.of(expected)), once: "other state")
  }

  func recordedType(of state: some Encodable) -> Any.Type {
    Swift.type(of: (state as? Reflected)?.value ?? state)
  }
}
