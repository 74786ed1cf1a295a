extension EntityTable {
  /// The ids in their order.
  @inlinable public var ids: IDs { IDs(table: self) }

  /// A view of a table's ids in their order.
  public struct IDs: RandomAccessCollection {
    @usableFromInline let table: EntityTable

    @inlinable
    init(table: EntityTable) {
      self.table = table
    }

    /// The first position.
    @inlinable
    public var startIndex: Int { table.startIndex }

    /// The position after the last one.
    @inlinable
    public var endIndex: Int { table.endIndex }

    /// The id at a position, which must be valid. O(log n).
    @inlinable
    public subscript(position: Int) -> ID { table[position].id }

    /// Whether the table contains an entity with this id. O(1).
    @inlinable
    public func contains(_ id: ID) -> Bool { table.contains(id: id) }

    /// The position of an id. O(log n).
    @inlinable
    public func firstIndex(of id: ID) -> Int? { table.index(of: id) }

    /// Iterates over the ids in order. O(n) in total.
    @inlinable
    public func makeIterator() -> Iterator {
      Iterator(entities: table.makeIterator())
    }

    /// An iterator over a table's ids.
    public struct Iterator: IteratorProtocol {
      @usableFromInline var entities: EntityTable.Iterator

      @inlinable
      init(entities: EntityTable.Iterator) {
        self.entities = entities
      }

      /// The next id; `nil` after the last one.
      @inlinable
      public mutating func next() -> ID? { entities.next()?.id }
    }
  }
}

extension EntityTable.IDs: Sendable where Entity: Sendable {}
extension EntityTable.IDs.Iterator: Sendable where Entity: Sendable {}
