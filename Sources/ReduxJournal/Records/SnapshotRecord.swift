public import StateTree

/// The record of a whole state, or of a state that equals an earlier one.
public struct SnapshotRecord: Sendable {
  /// The seq of the state.
  public var seq: Int
  /// Microseconds since the session's start, if known.
  public var at: Int?
  /// What it holds.
  public var content: Content
  /// The hash of the state.
  public var hash: StateHash
  /// The distance in bytes back to the start of the session's header; `nil` if the record doesn't state it.
  public var header: Int?
  /// Whether the state decodes to what it was; `false` if parts were left out.
  public var isWhole: Bool

  /// What a snapshot holds.
  public enum Content: Sendable {
    /// The state.
    case state(JSONNode)
    /// The seq of an earlier state that it equals.
    case sameAs(Int)
  }

  /// The state, if it is held here.
  public var state: JSONNode? {
    if case .state(let node) = content { node } else { nil }
  }

  /// Whether replay can start from here.
  public var holdsWholeState: Bool { isWhole && state != nil }
}
