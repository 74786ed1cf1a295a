/// A value that keeps its own state hash, so that hashing the state around it costs nothing for it.
///
/// The hash must always be the one that the value's encoded JSON has; `EntityTable` is the model. A test that
/// compares it with `StateEncoder().tree(_:)`'s hash after random changes belongs with every conformance.
package protocol StateHashProviding: Encodable, SendableMetatype {
  /// The hash of the value's encoded JSON, or `nil` if it isn't known just now, so that the value is walked like any
  /// other. Should be O(1).
  var stateHash: StateHash? { get }

  /// Whether nothing in the value is ever redacted, so that its hash is right for an encoder with rules too. A value that
  /// doesn't say so is walked by such an encoder like any other.
  var isFreeOfSecrets: Bool { get }

  /// The hashes of the members, if the value encodes as an object whose members keep theirs too; otherwise `nil`.
  var memberHashes: [(key: String, hash: StateHash)]? { get }

  /// Calls the body with each of `memberHashes`; `false` if there are none. A recorder asks with each action, so a
  /// conformance that does without the array in between spares it an allocation.
  func forEachMemberHash(_ body: (_ key: String, _ hash: StateHash) -> Void) -> Bool
}

extension StateHashProviding {
  /// May hold secrets, as long as nothing is known.
  package var isFreeOfSecrets: Bool { false }

  /// Shows no members, as is right for everything but objects.
  package var memberHashes: [(key: String, hash: StateHash)]? { nil }

  /// Goes through `memberHashes`.
  package func forEachMemberHash(_ body: (_ key: String, _ hash: StateHash) -> Void) -> Bool {
    guard let memberHashes else { return false }
    for (key, hash) in memberHashes { body(key, hash) }
    return true
  }
}
