/// A value that keeps its own state hash, so that hashing the state around it costs nothing for it.
///
/// The hash must always be the one that the value's encoded JSON has; `EntityTable` is the model. A test that
/// compares it with `StateEncoder().tree(_:)`'s hash after random changes belongs with every conformance.
public protocol StateHashKeeping: Encodable, SendableMetatype {
  /// The hash of the value's encoded JSON, or `nil` if it isn't known just now, so that the value is walked like any
  /// other. Should be O(1).
  var stateHash: StateHash? { get }

  /// The hashes of the members, if the value encodes as an object whose members keep theirs too; otherwise `nil`.
  var memberHashes: [(key: String, hash: StateHash)]? { get }
}

extension StateHashKeeping {
  /// Shows no members, as is right for everything but objects.
  public var memberHashes: [(key: String, hash: StateHash)]? { nil }
}
