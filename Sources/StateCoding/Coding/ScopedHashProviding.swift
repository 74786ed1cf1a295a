import StateTree

/// A table that provides its hashes under rules.
package protocol ScopedHashProviding: MemberHashProviding {
  /// The hashes without rules, and whether the default rules would leave anything out; `nil` if unknown.
  var plainMembers: TableMemberHashes? { get }
  /// The hashes in a scope; `nil` if one of the entities can't be encoded.
  func members(in scope: RuleScope) -> TableMemberHashes?
  /// The number of entities.
  var entityCount: Int { get }
  /// The keys of the entities that have changed since an earlier version, and their hashes; `nil` for an entity that is
  /// gone, and `nil` for all if that is unknown.
  func entities(since version: UInt64) -> [(key: String, hash: StateHash?)]?
  /// Adds the operations that turn this table's JSON into a later one's under rules; `false`, without operations, if it
  /// can't compare the two under these rules.
  func compare(with later: Self, under scope: RuleScope?, in differ: inout StateDiffer) throws -> Bool
  /// The memory of a copy that shares no entities, without what they refer to.
  var copySize: Int { get }
  /// Makes a table that is only compared the copy of another one. They share no memory that a change to an entity would
  /// copy. O(n), or the number of changes if this was a copy of the other table before.
  mutating func copy(_ later: Self)
  /// Creates an empty table.
  init()
}

/// The hashes of a table's two members, up to their keys.
private enum TableKey {
  static let ids = "ids".withBytes { MemberHash.begin(utf8: $0) }
  static let entities = "entities".withBytes { MemberHash.begin(utf8: $0) }
}

/// The hashes of a table's members, which stand in for the table.
package struct TableMemberHashes: MemberHashProviding {
  package let ids: StateHash
  package let entities: StateHash
  package let holdsSecrets: Bool
  package let leavesOut: Bool
  /// The table's version, if it keeps these hashes.
  package let version: UInt64?

  package init(ids: StateHash, entities: StateHash, holdsSecrets: Bool, leavesOut: Bool, version: UInt64?) {
    self.ids = ids
    self.entities = entities
    self.holdsSecrets = holdsSecrets
    self.leavesOut = leavesOut
    self.version = version
  }

  package var stateHash: StateHash? { stateHash { _, _ in } }

  package func stateHash(reportingMembers body: (_ key: String, _ hash: StateHash) -> Void) -> StateHash? {
    body("ids", ids)
    body("entities", entities)
    var hash = MemberHash()
    hash.insert(TableKey.ids, ids)
    hash.insert(TableKey.entities, entities)
    return hash.finalized()
  }

  package func forEachMemberHash(_ body: (_ key: String, _ hash: StateHash) -> Void) -> Bool {
    stateHash(reportingMembers: body) != nil
  }

  /// Encodes nothing: the hash is always known, and nothing else is requested.
  package func encode(to _: any Encoder) {}
}
