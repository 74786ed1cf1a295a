/// A value that keeps its own state hash, so that hashing the state around it costs nothing for it.
///
/// The hash must always equal the hash of the value's encoded JSON; `EntityTable` is the model. Test each conformance: make
/// random changes and compare the hash with that of `StateEncoder().tree(_:)`.
package protocol StateHashProviding: Encodable, SendableMetatype {
  /// The hash of the value's encoded JSON; `nil` if it is unknown now and the encoder must walk the value. Should be O(1).
  var stateHash: StateHash? { get }

  /// Whether nothing in the value is ever redacted. Otherwise an encoder with rules ignores the hash and walks the value.
  var isFreeOfSecrets: Bool { get }

  /// The hashes of the members, if the value encodes as an object and keeps them; otherwise `nil`.
  var memberHashes: [(key: String, hash: StateHash)]? { get }

  /// Calls the body with each of `memberHashes`; `false` if they are `nil`. A recorder calls it with each action, so a
  /// conformance that doesn't make the array saves an allocation.
  func forEachMemberHash(_ body: (_ key: String, _ hash: StateHash) -> Void) -> Bool
}

extension StateHashProviding {
  /// `false`: the value may hold secrets.
  package var isFreeOfSecrets: Bool { false }

  /// `nil`, which is right for everything but objects.
  package var memberHashes: [(key: String, hash: StateHash)]? { nil }

  /// Iterates over `memberHashes`.
  package func forEachMemberHash(_ body: (_ key: String, _ hash: StateHash) -> Void) -> Bool {
    guard let memberHashes else { return false }
    for (key, hash) in memberHashes { body(key, hash) }
    return true
  }
}

/// A value that provides its hash and those of its members in one call.
///
/// A recorder needs both with each action, and the hash of the whole is made of the others.
package protocol MemberHashProviding: StateHashProviding {
  /// Calls the body with the hashes of all members and returns the state hash; `nil`, without a call, if it is unknown.
  func stateHash(reportingMembers body: (_ key: String, _ hash: StateHash) -> Void) -> StateHash?
}
