public import ReduxJournal

/// Why something was not recorded. The app is not disturbed by it, and recording goes on as soon as it can.
public enum RecorderFailure: Error, Sendable {
  /// The journal cannot be opened or written. Reported once; a gap in the journal tells how many actions are missing
  /// when it can be written again.
  case journal(JournalError)
  /// The state cannot be encoded, so that it has neither hash nor snapshot. Reported once. A session begins, and goes
  /// on after a gap, only with a state that can be.
  case state(reason: String)
  /// An action's own encoding fails: its record holds what reflection shows of it. Reported once per type.
  case action(type: String, reason: String)
  /// An action takes more bytes than are kept of one: its record names its type only. Reported once per type.
  case longAction(type: String, bytes: Int, limit: Int)
  /// An action began while another was being reduced. On the same thread that is a recorded reducer inside another one,
  /// and only the outer one records; on another thread the store is not thread-safe, and the journal has a gap.
  case overlapping(type: String)
  /// An action was begun and never finished.
  case unfinished(type: String)
  /// Marks could not be written: more than 100 of them waited for a state to be recorded, or the session ended before
  /// one was.
  case marks(count: Int)
  /// The last line of a journal that was there was damaged, as a loss of power may leave it. What is left of it is kept
  /// in a gap record in its place.
  case damagedLine(bytes: Int)
}

extension RecorderFailure: CustomStringConvertible {
  /// What was not recorded, why, and what to do.
  public var description: String {
    switch self {
    case .journal(let error): "\(error)"
    case .state(let reason): "the state cannot be encoded: \(reason); no hash of it is recorded"
    case .action(let type, let reason):
      "the action \(type) cannot be encoded: \(reason); what reflection shows of it is recorded, and can't be replayed"
    case .longAction(let type, let bytes, let limit):
      "the action \(type) takes \(bytes) bytes, more than the \(limit) that are kept; only its name is recorded"
    case .overlapping(let type):
      "the action \(type) began while another was being reduced; wrap the root reducer only, and dispatch in turn"
    case .marks(let count): "\(count) mark\(count == 1 ? "" : "s") could not be written: no state is recorded to name"
    case .damagedLine(let bytes):
      "the last line of the journal was damaged; its \(bytes) bytes are kept in a gap record, and recording goes on there"
    case .unfinished(let type): "the action \(type) was begun and never finished; call finish(_:in:) for each"
    }
  }
}
