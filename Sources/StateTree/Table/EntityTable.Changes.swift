extension EntityTable {
  /// What became of the entities of an earlier table in a later one.
  public struct Changes {
    /// The ids of the entities that only the later table has, in its order.
    public let inserted: [ID]
    /// The ids of the entities that only the earlier table has, in its order.
    public let removed: [ID]
    /// The ids of the entities that are in both and differ, as the later table has them, in its order.
    public let updated: [ID]
    /// Whether the entities that are in both stand in another order.
    public let isReordered: Bool

    /// Whether the tables hold the same.
    public var isEmpty: Bool { inserted.isEmpty && removed.isEmpty && updated.isEmpty && !isReordered }
  }

  /// What changed since an earlier table.
  ///
  /// Entities differ if their kept hashes do; one that cannot be encoded has none, and counts as updated.
  ///
  /// If one table was made from the other by changes, what they share is skipped: it takes O(log n) for each entity that
  /// was inserted, removed or updated, and the chunks that these stand in. Otherwise O(n). In either case another order
  /// adds the number of positions between the first and the last that differ.
  public func changes(since earlier: EntityTable) -> Changes {
    let slots = TableDifference(from: earlier, to: self)
    return Changes(
      inserted: slots.inserted.map { entity(in: $0).id }, removed: slots.removed.map { earlier.entity(in: $0).id },
      updated: slots.updated.map { entity(in: $0.new).id }, isReordered: isReordered(since: earlier))
  }

  /// Whether the entities that are in both tables stand in another order.
  private func isReordered(since earlier: EntityTable) -> Bool {
    guard order.run != earlier.order.run || stateHash == nil else { return false }
    // Ids that cannot be encoded have hashes that tell nothing.
    let common = stateHash == nil || earlier.stateHash == nil ? (prefix: 0, suffix: 0) : order.ends(like: earlier.order)
    let old = earlier.ids[common.prefix..<(earlier.count - common.suffix)].lazy.filter { contains(id: $0) }
    let new = ids[common.prefix..<(count - common.suffix)].lazy.filter { earlier.contains(id: $0) }
    return !old.elementsEqual(new)
  }
}

extension EntityTable.Changes: Sendable where Entity: Sendable {}
extension EntityTable.Changes: Equatable {}
