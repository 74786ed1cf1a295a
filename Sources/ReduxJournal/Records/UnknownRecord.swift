public import StateTree

/// A record of a kind from a later version of the format, which readers may skip.
public struct UnknownRecord: Sendable {
  /// The kind.
  public var kind: String
  /// The seq of the state it follows.
  public var seq: Int
  /// The whole record.
  public var json: JSONNode
}
