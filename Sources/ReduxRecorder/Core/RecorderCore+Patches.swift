import StateCoding
import StateTree

/// Self-contained journals, with a patch of the state for each action.
extension RecorderCore {
  /// The last state as JSON, if patches are recorded and it is known: readers need a state where a patch is missing.
  mutating func encodedText(of state: some Encodable) throws -> StateText? {
    guard recordsPatches, tracker?.isFollowing == true else { return nil }
    return try text(of: state, within: .max)
  }

  /// Follows the state before an action if the last one is unknown: after a start, a gap or a rewind.
  mutating func noteState(_ state: () -> any Encodable) {
    guard recordsPatches, tracker?.isFollowing != true, open == nil, !isPaused, isRecording else { return }
    let state = state()
    guard let tracker = stateTracker() else { return }
    // `finish` reports a failed encoding. A patch must start from the journal's state, so ignore a state that the app
    // changed without an action.
    guard (try? tracker.follow(state)) != nil, (try? session.hash(state)) == lastHash else { return tracker.forget() }
  }

  /// Returns a JSON patch from the state before an action to the state after it.
  ///
  /// It returns `nil` and requests a snapshot if one of the states is unknown or the patch is too long.
  mutating func patch(to state: some Encodable) -> [UInt8]? {
    guard recordsPatches, let tracker = stateTracker() else { return nil }
    guard outline != nil else {
      // The caller has reported a failed encoding.
      tracker.forget()
      return nil
    }
    // A patch that can't be written is as good as an unknown one.
    guard let patch = try? tracker.patchText(), patch.count <= maximumActionBytes else {
      // An earlier action may still need one.
      mustWriteState = true
      return nil
    }
    return patch
  }

  /// The tracker that finds patches; `nil` if they aren't wanted.
  mutating func stateTracker() -> StateTracker? {
    guard recordsPatches else { return nil }
    if tracker == nil { tracker = StateTracker(rules: rules, session: session) }
    return tracker
  }
}
