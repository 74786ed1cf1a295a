public import StateTree

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
