public import ReduxJournal

/// A failure to record. It never disturbs the app, and recording resumes as soon as possible.
public enum RecorderFailure: Error, Sendable {
  /// The journal can't be opened or written. Reported once; after recovery, a gap counts the missing actions.
  case journal(JournalError)
  /// The state can't be encoded, so it has neither hash nor snapshot. Reported once. A session starts, and resumes
  /// after a gap, only with a state that can be encoded.
  case state(reason: String)
  /// An action's encoding fails, so the action is recorded by reflection. Reported once per type.
  case action(type: String, reason: String)
  /// An action is longer than the limit, so its record holds only its type. Reported once per type.
  case longAction(type: String, bytes: Int, limit: Int)
  /// An action began during another and can't be told from it. On the same thread, wrapped reducers are nested, and only the
  /// outer one records. On another thread, the store isn't thread-safe, and the journal has a gap.
  case overlapping(type: String)
  /// A state has another type than the one before: two stores share the recorder, so each action seems to replace the
  /// other's state. Reported once.
  case otherState(type: String, expected: String)
  /// An action was begun and never finished.
  case unfinished(type: String)
  /// An element's hash changed although the element itself didn't, so recorded hashes may be wrong. Reported once per type.
  /// From then on, the recorder hashes collections of that type in full.
  case unstable(type: String, pointer: String, reason: String)
  /// Hashing the state takes longer than the policy allows, so only some states have hashes. Reported once, with the
  /// member that takes the longest, if known.
  case slowHashing(milliseconds: Int, slowest: String?)
  /// A reducer used `ReplayInputs`, but the session doesn't record inputs, so a replay gets other values.
  /// Reported once.
  case undeclaredInputs(type: String)
  /// Marks are lost: more than 100 waited for a recorded state, or the session ended before the first state.
  case marks(count: Int)
  /// The last line of an existing journal was damaged, such as by a power loss. A gap record keeps its bytes.
  case damagedLine(bytes: Int)
}

extension RecorderFailure: CustomStringConvertible {
  /// The failure, its reason, and the remedy.
  public var description: String {
    switch self {
    case .journal(let error): "\(error)"
    case .state(let reason):
      "the state can't be encoded: \(reason); it is recorded without a hash or, at the start, by reflection, which can't be restored"
    case .action(let type, let reason):
      "the action \(type) can't be encoded: \(reason); it is recorded by reflection and can't be replayed"
    case .longAction(let type, let bytes, let limit):
      "the action \(type) takes \(bytes) bytes, but the limit is \(limit); only its name is recorded"
    case .overlapping(let type):
      "the action \(type) began while another was being reduced, so one record may lack it; wrap the root reducer only, and let stores on "
        + "different threads dispatch in turn"
    case .otherState(let type, let expected):
      "a state of type \(type) follows one of type \(expected), so each action seems to replace the whole state; "
        + "record each store in a slice, slice(_:), or in a journal of its own"
    case .unstable(let type, let pointer, let reason):
      "the \(type) at \(pointer) \(reason); earlier hashes may be wrong, so expect divergences"
    case .slowHashing(let milliseconds, let slowest):
      "hashing the state takes \(milliseconds) ms\(slowest.map { ", \($0)" } ?? ""), so only some states are hashed; use structs, "
        + "arrays or an EntityTable there, or RecorderOptions(hashing: .everyAction)"
    case .undeclaredInputs(let type):
      "the reducer of \(type) uses ReplayInputs, but the journal doesn't hold them, so expect divergences; pass "
        + "RecorderOptions(inputs: true)"
    case .marks(let count): "\(count) mark\(count == 1 ? "" : "s") couldn't be written: there was no state to mark"
    case .damagedLine(let bytes):
      "the last line of the journal was damaged; a gap record keeps its \(bytes) bytes, and recording goes on"
    case .unfinished(let type):
      "the action \(type) was begun but never finished; call finish(_:in:) after each begin, or use record(_:in:)"
    }
  }
}
