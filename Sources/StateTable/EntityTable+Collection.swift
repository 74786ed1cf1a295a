extension EntityTable: RandomAccessCollection {
  /// The first position.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position after the last one.
  @inlinable
  public var endIndex: Int { order.count }

  /// The number of entities. O(1).
  @inlinable
  public var count: Int { order.count }

  /// The entity at a position, which must be valid. O(log n).
  @inlinable
  public subscript(position: Int) -> Entity {
    precondition(position >= 0 && position < count, "the position \(position) is not below the count \(count)")
    return entity(in: order.slot(at: position))
  }

  /// The position of the entity with an id. O(log n).
  @inlinable
  public func index(of id: ID) -> Int? {
    slot(of: id).map { order.position(of: $0) }
  }

  /// Whether the table contains an entity with an id. O(1).
  @inlinable
  public func contains(id: ID) -> Bool {
    slot(of: id) != nil
  }

  /// Iterates over the entities in order. O(n) in total.
  @inlinable
  public func makeIterator() -> Iterator {
    Iterator(table: self)
  }

  /// An iterator over a table's entities.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let table: EntityTable
    @usableFromInline var elements: ArraySlice<OrderTree.Element> = []
    @usableFromInline var position = 0

    @inlinable
    init(table: EntityTable) {
      self.table = table
    }

    /// The next entity; `nil` after the last one.
    @inlinable
    public mutating func next() -> Entity? {
      if elements.isEmpty {
        guard position < table.count else { return nil }
        elements = table.order.elements(from: position)
        position += elements.count
      }
      return elements.popFirst().map { table.entity(in: $0.slot) }
    }
  }
}

extension EntityTable.Iterator: Sendable where Entity: Sendable {}
