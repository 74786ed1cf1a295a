import StateCoding
public import StateTree

extension EntityTable: MemberHashProviding {
  /// The hash of the table's encoded JSON. O(1).
  ///
  /// `nil` while the table holds an entity that can't be encoded, or keeps hashes that leave out secrets.
  package var stateHash: StateHash? { plainMembers?.stateHash }

  package func stateHash(reportingMembers body: (_ key: String, _ hash: StateHash) -> Void) -> StateHash? {
    plainMembers?.stateHash(reportingMembers: body)
  }

  /// The hashes of the ids and of the entities; `nil` while an entity can't be encoded. O(1).
  package var memberHashes: [(key: String, hash: StateHash)]? {
    var hashes: [(key: String, hash: StateHash)] = []
    return forEachMemberHash { hashes.append(($0, $1)) } ? hashes : nil
  }

  /// Calls the body with the hashes of the ids and of the entities; `false` while an entity can't be encoded. O(1).
  package func forEachMemberHash(_ body: (_ key: String, _ hash: StateHash) -> Void) -> Bool {
    plainMembers?.forEachMemberHash(body) ?? false
  }

  // MARK: Updating

  /// Puts an entity with a new id into a slot; returns the element for the order.
  @inlinable @_transparent
  mutating func store(_ entity: Entity, _ id: ID, _ idHashValue: Int) -> OrderTree.Element {
    if hashing.isOutdated { rehash() }
    let key = id.entityKey
    let (new, idHash) = hashes(of: entity, id, key)
    let slot = slots.insert(Slot(id: id, member: new?.member, entity: entity))
    directory.insert(idHashValue, slot)
    log.note(slot, key, from: nil, to: new)
    return OrderTree.Element(slot: slot, hash: idHash ?? .null)
  }

  /// The hashes of a new entity and of its id; `nil` if they can't be encoded.
  @inlinable @_transparent
  mutating func hashes(of entity: Entity, _ id: ID, _ key: String) -> (entity: EntityHash?, id: StateHash?) {
    guard let idHash = Self.hash(id: id) else { return (nil, nil) }
    let new = hashing.hashes(key, entity)
    if let new { members.insert(new.member) }
    return (new, idHash)
  }

  /// Updates the hashes after a change to the entity in a slot.
  @inlinable
  mutating func settle(_ slot: Int) {
    if hashing.isOutdated { rehash() }
    let entity = entity(in: slot)
    let id = entity.id
    let key = id.entityKey
    let old = slots[slot].member
    if let old { members.remove(old) }
    var new = hashing.hashes(key, entity)
    let keepsID = old != nil && haveSameBits(slots[slot].id, id)
    if !keepsID { settle(slot, id, &new) }
    if let new { members.insert(new.member) }
    slots[slot].member = new?.member
    log.note(slot, key, from: keepsID ? old : nil, to: new)
  }

  /// Updates the directory and the order after a possible change of an id.
  @inlinable @inline(never)
  mutating func settle(_ slot: Int, _ id: ID, _ new: inout EntityHash?) {
    if let before = slots[slot].id {
      log.note(slot, before.entityKey, from: slots[slot].member, to: nil)
      if before != id {
        directory.remove(before.hashValue, slot)
        if let other = self.slot(of: id) { discard(other) }
        directory.insert(id.hashValue, slot)
      }
    }
    slots[slot].id = id
    // Equal strings may differ in their bytes, which are hashed.
    let idHash = Self.hash(id: id)
    if idHash == nil { new = nil }
    order.setHash(idHash ?? .null, of: slot)
  }

  /// Frees a slot, whether or not its entity was taken out already.
  @inlinable
  mutating func discard(_ slot: Int) {
    let old = slots[slot].member
    if let old { members.remove(old) }
    if let id = slots[slot].id {
      directory.remove(id.hashValue, slot)
      log.note(slot, id.entityKey, from: old, to: nil)
    }
    order.remove(slot)
    slots.remove(slot, leaving: Slot())
  }

  /// The hash of an id; `nil` if it can't be encoded.
  @inlinable @_transparent
  static func hash(id: ID) -> StateHash? {
    // Common types need no encoder. Comparing types first avoids the casts, which are slow in unspecialised code.
    if ID.self == String.self, let id = id as? String { return .string(id) }
    if ID.self == Int.self, let id = id as? Int { return numberHash(of: id) }
    return encodedHash(of: id)
  }
}

/// The hash of a value; `nil` if it can't be encoded.
@usableFromInline
func encodedHash(of value: some Encodable) -> StateHash? {
  do {
    return try StateEncoder().hash(value)
  } catch {
    // Encoding the table throws this error: without a hash, the coder iterates over the entities.
    return nil
  }
}

@usableFromInline
func numberHash(of value: Int) -> StateHash { .number(Int64(truncatingIfNeeded: value)) }
