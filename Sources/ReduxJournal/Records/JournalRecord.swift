package import StateTree

/// A record of a journal, as in the file.
public enum JournalRecord: Sendable {
  /// The start of a session.
  case header(HeaderRecord)
  /// A whole state.
  case snapshot(SnapshotRecord)
  /// An action and its effect.
  case action(ActionRecord)
  /// An earlier state taken up again.
  case rewind(RewindRecord)
  /// A name for a state.
  case mark(MarkRecord)
  /// Actions or bytes are missing.
  case gap(GapRecord)
  /// The session's end in good order.
  case seal(SealRecord)
  /// A kind that this version doesn't know.
  case unknown(UnknownRecord)

  /// The seq of the state that the record set or follows.
  public var seq: Int {
    switch self {
    case .header(let record): record.seq
    case .snapshot(let record): record.seq
    case .action(let record): record.seq
    case .rewind(let record): record.seq
    case .mark(let record): record.seq
    case .gap(let record): record.seq
    case .seal(let record): record.seq
    case .unknown(let record): record.seq
    }
  }

  /// The record's `kind`, as written.
  public var kind: String {
    switch self {
    case .header: "header"
    case .snapshot: "snapshot"
    case .action: "action"
    case .rewind: "rewind"
    case .mark: "mark"
    case .gap: "gap"
    case .seal: "seal"
    case .unknown(let record): record.kind
    }
  }

  /// The hash of the state that the record set or holds, if it states one.
  package var hash: StateHash? {
    switch self {
    case .snapshot(let record): record.hash
    case .action(let record): record.hash
    case .rewind(let record): record.hash
    default: nil
    }
  }

  /// Microseconds since the session's start, if the record states them.
  package var at: Int? {
    switch self {
    case .snapshot(let record): record.at
    case .action(let record): record.at
    case .rewind(let record): record.at
    case .mark(let record): record.at
    case .gap(let record): record.at
    case .seal(let record): record.at
    case .header, .unknown: nil
    }
  }
}
