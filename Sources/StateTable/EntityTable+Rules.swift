public import StateCoding
package import StateTree

extension EntityTable: ScopedHashProviding {
  package var entityCount: Int { count }

  package var plainMembers: TableMemberHashes? {
    guard members.count == count, hashing.isPlain else { return nil }
    return kept(hashing.entities(members), version: log.version)
  }

  package func entities(since version: UInt64) -> [(key: String, hash: StateHash?)]? { log.entities(since: version) }

  package func members(in scope: RuleScope) -> TableMemberHashes? {
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

extension EntityTable: SecretStandIn {
  /// An empty table.
  public static var standIn: EntityTable { EntityTable() }
}
