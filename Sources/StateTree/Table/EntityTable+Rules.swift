/// A table that provides its hashes under rules.
protocol ScopedHashProviding: MemberHashProviding {
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
struct TableMemberHashes: MemberHashProviding {
  let ids: StateHash
  let entities: StateHash
  let holdsSecrets: Bool
  let leavesOut: Bool
  /// The table's version, if it keeps these hashes.
  let version: UInt64?

  var stateHash: StateHash? { stateHash { _, _ in } }

  func stateHash(reportingMembers body: (_ key: String, _ hash: StateHash) -> Void) -> StateHash? {
    body("ids", ids)
    body("entities", entities)
    var hash = MemberHash()
    hash.insert(TableKey.ids, ids)
    hash.insert(TableKey.entities, entities)
    return hash.finalized()
  }

  func forEachMemberHash(_ body: (_ key: String, _ hash: StateHash) -> Void) -> Bool {
    stateHash(reportingMembers: body) != nil
  }

  /// Encodes nothing: the hash is always known, and nothing else is requested.
  func encode(to _: any Encoder) {}
}

extension EntityTable: ScopedHashProviding {
  var entityCount: Int { count }

  var plainMembers: TableMemberHashes? {
    guard members.count == count, hashing.isPlain else { return nil }
    return kept(hashing.entities(members), version: log.version)
  }

  func entities(since version: UInt64) -> [(key: String, hash: StateHash?)]? { log.entities(since: version) }

  func members(in scope: RuleScope) -> TableMemberHashes? {
    guard members.count == count else { return nil }
    if hashing.isGood(for: scope) { return kept(hashing.entities(members), version: log.version) }
    let found = hashing.entities(in: scope, of: log.version) {
      var found = EntityHashes()
      for element in order.elements {
        let entity = entity(in: element.slot)
        let key = entity.id.entityKey
        guard let hash = scope.hash(of: entity, key: key) else { return nil }
        found.add(hash, key: key)
      }
      return found
    }
    return found.map { kept($0) }
  }

  private func kept(_ entities: EntityHashes, version: UInt64? = nil) -> TableMemberHashes {
    TableMemberHashes(
      ids: order.run.hash.finalized(), entities: entities.members.finalized(), holdsSecrets: entities.holdSecrets,
      leavesOut: entities.leaveOut, version: version)
  }

  /// Hashes all entities under the requested rules. O(n).
  @usableFromInline
  mutating func rehash() {
    hashing.adoptRequest()
    members = MemberHash()
    for element in order.elements {
      let entity = entity(in: element.slot)
      let member = element.hash == .null ? nil : hashing.hashes(entity.id.entityKey, entity)?.member
      slots[element.slot].member = member
      if let member { members.insert(member) }
    }
    log = TableLog()
  }
}
