import StateCoding
public import StateTree

/// A record of a journal, or what stands in place of one at the end of a session or of the file.
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
  /// The bytes after the last line end: most often an action in flight. Readers pass it on as a tail, not as a record.
  case torn(TornLine)
  /// The end of a session without a seal, which has no line; and whether another session follows.
  case notClosed(isFollowed: Bool)

  /// The members that all or most records have. A new kind adds a line here.
  @inline(__always)
  private var common: (kind: String, seq: Int, at: Int?, hash: StateHash?, target: Int?) {
    switch self {
    case .header(let record): ("header", record.seq, nil, nil, nil)
    case .snapshot(let record): ("snapshot", record.seq, record.at, record.hash, record.equal)
    case .action(let record): ("action", record.seq, record.at, record.hash, nil)
    case .rewind(let record): ("rewind", record.seq, record.at, record.hash, record.to)
    case .mark(let record): ("mark", record.seq, record.at, nil, record.to)
    case .gap(let record): ("gap", record.seq, record.at, nil, nil)
    case .seal(let record): ("seal", record.seq, record.at, nil, nil)
    case .unknown(let record): (record.kind, record.seq, nil, nil, nil)
    case .torn(let line): (line.action == nil ? "torn" : "in-flight", line.action?.seq ?? 0, line.action?.at, nil, nil)
    case .notClosed: ("not-closed", 0, nil, nil, nil)
    }
  }

  /// The seq of the state that the record set or follows.
  public var seq: Int { common.seq }

  /// The record's `kind`, as written.
  public var kind: String { common.kind }

  /// The hash of the state that the record set or holds, if it states one.
  package var hash: StateHash? { common.hash }

  /// Microseconds since the session's start, if the record states them.
  package var at: Int? { common.at }

  /// The seq of the earlier state to which the record refers.
  package var target: Int? { common.target }

  /// Whether a record of its kind always sets a state, from the one before it or an earlier one.
  package var isStep: Bool {
    switch self {
    case .action, .rewind: true
    default: false
    }
  }
}

/// The record of a whole state, or of a state that equals an earlier one.
public struct SnapshotRecord: Sendable {
  /// The seq of the state.
  public var seq: Int
  /// Microseconds since the session's start, if known.
  public var at: Int?
  /// The contents.
  public var content: Content
  /// The hash of the state.
  public var hash: StateHash
  /// The distance in bytes back to the start of the session's header; `nil` if the record doesn't state it.
  public var header: Int?
  /// Whether the state decodes to the original; `false` if parts were left out.
  public var isWhole: Bool
  /// The places in the state that hold a stand-in for a secret.
  public var redacted: [String]

  /// The contents of a snapshot.
  public enum Content: Sendable {
    /// The state.
    case state(JSONNode)
    /// The seq of an equal earlier state.
    case sameAs(Int)
  }

  /// The state, if this snapshot contains it.
  public var state: JSONNode? {
    if case .state(let node) = content { node } else { nil }
  }

  /// The seq of the equal earlier state that this snapshot names in place of one.
  package var equal: Int? { if case .sameAs(let seq) = content { seq } else { nil } }

  /// Whether a replay can start here.
  public var holdsWholeState: Bool { isWhole && state != nil }
}

/// The record that takes up an earlier state again.
public struct RewindRecord: Sendable {
  /// The new seq of the state.
  public var seq: Int
  /// Microseconds since the session's start, if known.
  public var at: Int?
  /// The seq of the state taken up again.
  public var to: Int
  /// The hash of the state.
  public var hash: StateHash
}

/// The record that gives a state a name.
public struct MarkRecord: Hashable, Sendable {
  /// The seq of the state it follows.
  public var seq: Int
  /// Microseconds since the session's start, if known.
  public var at: Int?
  /// The seq of the named state.
  public var to: Int
  /// The name.
  public var name: String
  /// A longer text.
  public var text: String?
}

/// The record that states that actions or bytes are missing, and why.
public struct GapRecord: Hashable, Sendable {
  /// The seq of the last state before the gap.
  public var seq: Int
  /// Microseconds since the session's start, if known.
  public var at: Int?
  /// The reason.
  public var why: String
  /// The number of missing actions, if known.
  public var missing: Int?
  /// The bytes of a line that couldn't become a record.
  public var bytes: [UInt8]?

  /// Whether a gap can hold so many bytes.
  static func canKeep(_ byteCount: Int, maximumLineBytes: Int) -> Bool {
    byteCount <= max(0, maximumLineBytes / 4 * 3 - 512)
  }

  /// The reason and contents of a gap for a torn line, with as many bytes as a line can hold.
  package static func keeping(torn: [UInt8], maximumLineBytes: Int) -> (why: String, bytes: [UInt8]) {
    let kept = torn.prefix(max(0, maximumLineBytes / 4 * 3 - 512))
    let isAll = kept.count == torn.count
    return (
      isAll ? "a line was cut short" : "a line was cut short; of \(torn.count) bytes the first are kept", Array(kept)
    )
  }
}

/// The record that closes a session in good order.
public struct SealRecord: Hashable, Sendable {
  /// The seq of the session's last state.
  public var seq: Int
  /// Microseconds since the session's start, if known.
  public var at: Int?
  /// The number of records before this one in the file.
  public var records: Int
}

/// A record of a kind from a later version of the format, which readers may skip.
public struct UnknownRecord: Sendable {
  /// The kind.
  public var kind: String
  /// The seq of the state it follows.
  public var seq: Int
  /// The whole record.
  public var json: JSONNode
}
