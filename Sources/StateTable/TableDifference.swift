import StateTree

/// The slots in which two tables differ.
struct TableDifference {
  /// The slots in the new table of the entities that only it has, in its order.
  private(set) var inserted: [Int] = []
  /// The slots in the old table of the entities that only it has, in its order.
  private(set) var removed: [Int] = []
  /// The slots of the entities that differ between the tables, in the order of the new table.
  private(set) var updated: [Update] = []

  /// An entity that differs between the tables.
  struct Update {
    let old: Int
    let new: Int
    /// Whether its id is known to have the same bits in both tables.
    let keepsID: Bool
  }

  init<Entity>(from old: EntityTable<Entity>, to new: EntityTable<Entity>) {
    for slot in TableDifference.slots(from: old, to: new) { compare(slot, old, new) }
    removed = TableDifference.sorted(removed, in: old) { $0 }
    inserted = TableDifference.sorted(inserted, in: new) { $0 }
    updated = TableDifference.sorted(updated, in: new, by: \.new)
  }

  /// The slots with different contents.
  static func slots<Entity>(from old: EntityTable<Entity>, to new: EntityTable<Entity>) -> [Int] {
    // An entity that can't be encoded counts as changed.
    if old.members.count == old.count, new.members.count == new.count,
      let slots = new.log.slots(since: old.log.version)
    {
      return slots
    }
    let member = MemberHashOffset(in: EntityTable<Entity>.self)
    return old.slots.elements.indices(differingFrom: new.slots.elements) {
      !member.hasSameHash($0, $1) && areDifferent($0, $1)
    }
  }

  /// Whether two slots with the same number have different contents.
  private static func areDifferent<Entity>(
    _ old: UnsafePointer<EntityTable<Entity>.Slot>, _ new: UnsafePointer<EntityTable<Entity>.Slot>
  ) -> Bool {
    guard let member = old.pointee.member else { return old.pointee.id != nil || new.pointee.id != nil }
    return member != new.pointee.member
  }

  /// Compares the entities that a slot holds in each of the tables.
  private mutating func compare<Entity>(_ slot: Int, _ old: EntityTable<Entity>, _ new: EntityTable<Entity>) {
    if slot < old.slots.elements.count, slot < new.slots.elements.count {
      let isChanged: Bool? = old.slots.elements.withElement(at: slot) { before in
        new.slots.elements.withElement(at: slot) { after in
          guard haveSameBits(before.pointee.id, after.pointee.id) else { return nil }
          let member = before.pointee.member
          return before.pointee.id != nil && (member == nil || member != after.pointee.member)
        }
      }
      if let isChanged {
        if isChanged { updated.append(Update(old: slot, new: slot, keepsID: true)) }
        return
      }
    }
    if slot < old.slots.elements.count, let id = old.slots[slot].id {
      if let other = new.slot(of: id) {
        let (before, after) = (old.slots[slot].member, new.slots[other].member)
        if before == nil || before != after { updated.append(Update(old: slot, new: other, keepsID: false)) }
      } else {
        removed.append(slot)
      }
    }
    // An entity in both tables is compared at its slot in the old one.
    if slot < new.slots.elements.count, let id = new.slots[slot].id, old.slot(of: id) == nil {
      inserted.append(slot)
    }
  }

  private static func sorted<Found, Entity>(
    _ found: [Found], in table: EntityTable<Entity>, by slot: (Found) -> Int
  ) -> [Found] {
    guard found.count > 1 else { return found }
    let places = found.map { (table.order.position(of: slot($0)), $0) }
    return places.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
