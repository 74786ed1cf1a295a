extension EntityTable: StateHashKeeping {
  /// The hash of the table's encoded JSON; `nil` while it holds an entity that cannot be encoded. O(1).
  public var stateHash: StateHash? {
    guard let memberHashes else { return nil }
    var hash = MemberHash()
    for member in memberHashes { hash.insert(member.key, member.hash) }
    return hash.finalized()
  }

  /// The hashes of the ids and of the entities; `nil` while there is an entity that cannot be encoded. O(1).
  public var memberHashes: [(key: String, hash: StateHash)]? {
    guard members.count == count else { return nil }
    return [("ids", order.run.hash.finalized()), ("entities", members.finalized())]
  }

  // MARK: Keeping it

  /// Puts an entity whose id is new into a slot; returns what the order is to hold for it.
  mutating func store(_ entity: Entity) -> OrderTree.Element {
    let id = entity.id
    let idHash = Self.hash(id)
    let hash = idHash == nil ? nil : Self.hash(entity)
    let slot = slots.insert(Slot(entity: entity, hash: hash))
    directory[id] = slot
    if let hash { members.insert(id.entityKey, hash) }
    return OrderTree.Element(slot: slot, hash: idHash ?? .null)
  }

  /// Does what is due after the entity in a slot was changed, which had this id before.
  mutating func settle(_ slot: Int, _ before: ID) {
    let entity = entity(in: slot)
    let id = entity.id
    if id != before {
      if let other = directory[id] { discard(other, id) }
      directory[before] = nil
      directory[id] = slot
    }
    let (oldKey, newKey) = (before.entityKey, id.entityKey)
    let oldHash = slots[slot].hash
    var hash = Self.hash(entity)
    // Equal strings may differ in their bytes, and it is these that are hashed.
    if oldHash == nil || !oldKey.hasSameBytes(as: newKey) {
      let idHash = Self.hash(id)
      if idHash == nil { hash = nil }
      order.setHash(idHash ?? .null, of: slot)
    }
    guard hash != oldHash || !oldKey.hasSameBytes(as: newKey) else { return }
    if let oldHash { members.remove(oldKey, oldHash) }
    if let hash { members.insert(newKey, hash) }
    slots[slot].hash = hash
  }

  /// Takes out a slot, whose entity has or had this id.
  mutating func discard(_ slot: Int, _ id: ID) {
    if let hash = slots[slot].hash { members.remove(id.entityKey, hash) }
    directory[id] = nil
    order.remove(slot)
    slots.remove(slot, leaving: Slot())
  }

  /// The hash of an entity or its id; `nil` if it cannot be encoded.
  private static func hash(_ value: some Encodable) -> StateHash? {
    do {
      return try StateEncoder().hash(value)
    } catch {
      // Whoever encodes the table gets the error: without a kept hash the coder goes through the entities.
      return nil
    }
  }
}
