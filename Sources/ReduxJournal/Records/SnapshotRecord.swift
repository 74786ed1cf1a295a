public import StateTree

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

  /// Whether a replay can start here.
  public var holdsWholeState: Bool { isWhole && state != nil }
}
