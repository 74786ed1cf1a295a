extension EntityTable {
  /// The differences between an earlier table and a later one.
  public struct Changes {
    /// The ids of the entities that only the later table has, in its order.
    public let inserted: [ID]
    /// The ids of the entities that only the earlier table has, in its order.
    public let removed: [ID]
    /// The ids of the entities that differ between the tables, in the later table's order.
    public let updated: [ID]
    /// Whether the entities that both tables contain have another order.
    public let isReordered: Bool

    /// Whether the tables have the same contents.
    public var isEmpty: Bool { inserted.isEmpty && removed.isEmpty && updated.isEmpty && !isReordered }
  }

  /// The changes since an earlier table.
  ///
  /// Entities differ if their hashes differ. An entity that can't be encoded has no hash and counts as updated.
  ///
  /// If one table is a changed copy of the other, the comparison skips the chunks that they share: it takes O(log n) for
  /// each inserted, removed or updated entity, plus the chunks that hold them. Otherwise it takes O(n). A different order
  /// adds the number of positions from the first to the last difference.
  public func changes(since earlier: EntityTable) -> Changes {
    let slots = TableDifference(from: earlier, to: self)
    return Changes(
      inserted: slots.inserted.map { entity(in: $0).id }, removed: slots.removed.map { earlier.entity(in: $0).id },
      updated: slots.updated.map { entity(in: $0.new).id }, isReordered: isReordered(since: earlier))
  }

  /// Whether the entities that both tables contain have another order.
  private func isReordered(since earlier: EntityTable) -> Bool {
    guard order.run != earlier.order.run || stateHash == nil else { return false }
    // The hashes of ids that can't be encoded are all the same.
    let common = stateHash == nil || earlier.stateHash == nil ? (prefix: 0, suffix: 0) : order.ends(like: earlier.order)
    let old = earlier.ids[common.prefix..<(earlier.count - common.suffix)].lazy.filter { contains(id: $0) }
    let new = ids[common.prefix..<(count - common.suffix)].lazy.filter { earlier.contains(id: $0) }
    return !old.elementsEqual(new)
  }
}

extension EntityTable.Changes: Sendable where Entity: Sendable {}
extension EntityTable.Changes: Equatable {}
