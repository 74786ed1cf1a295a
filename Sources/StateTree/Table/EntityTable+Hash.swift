extension EntityTable: MemberHashProviding {
  /// The hash of the table's encoded JSON; `nil` while it holds an entity that cannot be encoded, or keeps hashes in which
  /// secrets have no part. O(1).
  package var stateHash: StateHash? { plainMembers?.stateHash }

  func stateHash(tellingMembers body: (_ key: String, _ hash: StateHash) -> Void) -> StateHash? {
    plainMembers?.stateHash(tellingMembers: body)
  }

  /// The hashes of the ids and of the entities; `nil` while there is an entity that cannot be encoded. O(1).
  package var memberHashes: [(key: String, hash: StateHash)]? {
    var hashes: [(key: String, hash: StateHash)] = []
    return forEachMemberHash { hashes.append(($0, $1)) } ? hashes : nil
  }

  /// Calls the body with the hashes of the ids and of the entities; `false` while there is an entity that cannot be
  /// encoded. O(1).
  package func forEachMemberHash(_ body: (_ key: String, _ hash: StateHash) -> Void) -> Bool {
    plainMembers?.forEachMemberHash(body) ?? false
  }

  // MARK: Keeping it

  /// Puts an entity, whose id is new, into a slot; returns what the order is to hold for it.
  @inlinable @inline(__always)
  mutating func store(_ entity: Entity, _ id: ID, _ idHashValue: Int) -> OrderTree.Element {
    if hashing.isOutdated { rehash() }
    let (member, idHash) = hashes(of: entity, id)
    let slot = slots.insert(Slot(id: id, member: member, entity: entity))
    directory.insert(idHashValue, slot)
    return OrderTree.Element(slot: slot, hash: idHash ?? .null)
  }

  /// The hashes of an entity that comes into the table, and of its id; `nil` if they cannot be encoded.
  @inlinable @inline(__always)
  mutating func hashes(of entity: Entity, _ id: ID) -> (member: StateHash?, id: StateHash?) {
    guard let idHash = Self.hash(id: id) else { return (nil, nil) }
    let member = hashing.member(id.entityKey, entity)
    if let member { members.insert(member) }
    return (member, idHash)
  }

  /// Does what is due after the entity in a slot was changed.
  @inlinable
  mutating func settle(_ slot: Int) {
    if hashing.isOutdated { rehash() }
    let entity = entity(in: slot)
    let id = entity.id
    let old = slots[slot].member
    if let old { members.remove(old) }
    var member = hashing.member(id.entityKey, entity)
    if old == nil || !haveSameBits(slots[slot].id, id) { settle(slot, id, &member) }
    if let member { members.insert(member) }
    slots[slot].member = member
  }

  /// Does what is due after an id was changed, or may have been.
  @inlinable @inline(never)
  mutating func settle(_ slot: Int, _ id: ID, _ member: inout StateHash?) {
    if let before = slots[slot].id, before != id {
      directory.remove(before.hashValue, slot)
      if let other = self.slot(of: id) { discard(other) }
      directory.insert(id.hashValue, slot)
    }
    slots[slot].id = id
    // Equal strings may differ in their bytes, and it is these that are hashed.
    let idHash = Self.hash(id: id)
    if idHash == nil { member = nil }
    order.setHash(idHash ?? .null, of: slot)
  }

  /// Takes out a slot that holds an entity, or from which it has been taken.
  @inlinable
  mutating func discard(_ slot: Int) {
    if let member = slots[slot].member { members.remove(member) }
    if let id = slots[slot].id { directory.remove(id.hashValue, slot) }
    order.remove(slot)
    slots.remove(slot, leaving: Slot())
  }

  /// The hash of an id; `nil` if it cannot be encoded.
  @inlinable @inline(__always)
  static func hash(id: ID) -> StateHash? {
    // The usual ones need no encoder. The types are compared first, because a cast to another type takes long where the
    // code isn't specialised.
    if ID.self == String.self, let id = id as? String { return .string(id) }
    if ID.self == Int.self, let id = id as? Int { return numberHash(of: id) }
    return encodedHash(of: id)
  }
}

/// The hash of a value; `nil` if it cannot be encoded.
@usableFromInline
func encodedHash(of value: some Encodable) -> StateHash? {
  do {
    return try StateEncoder().hash(value)
  } catch {
    // Whoever encodes the table gets the error: without a kept hash the coder goes through the entities.
    return nil
  }
}

@usableFromInline
func numberHash(of value: Int) -> StateHash { .number(value) }
