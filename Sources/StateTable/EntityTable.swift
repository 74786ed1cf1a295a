public import StateTree

/// A normalised collection: entities in an order, each found by its id.
///
///     var tasks = EntityTable([Task(id: "a", title: "Water the plants"), Task(id: "b", title: "Sleep")])
///     tasks[id: "a"]?.isDone = true
///     tasks.move("b", to: 0)
///     tasks.map(\.id)  // ["b", "a"]
///
/// It has the shape of Redux Toolkit's entity adapter and encodes as `{"ids": [...], "entities": {...}}`. It keeps the
/// hash of that JSON current: a change to an entity costs the hash of that entity, whatever the size of the table.
///
/// The table is a value, stored in chunks. Copies share all chunks, and a change to one of them copies only the chunks on
/// the way to the change. New entities reuse the memory of removed ones.
///
/// The table hashes entities like `StateEncoder()`, without a `userInfo`. After its hash was requested under redaction
/// rules, it hashes them under these rules.
public struct EntityTable<Entity: Codable & Identifiable> where Entity.ID: EntityID {
  /// The type of the entities' identifiers.
  public typealias ID = Entity.ID

  @usableFromInline
  struct Slot {
    /// The id that the entity has in the table; `nil` while the slot is vacant.
    ///
    /// A look-up compares this copy, because the compiler copies a whole entity to read its id. In a large table it would
    /// then wait for the reference counts of everything that the entity holds.
    @usableFromInline var id: ID?
    /// The hash of the entity as a member of an object, under its id's key; `nil` if one of the two cannot be encoded.
    @usableFromInline var member: StateHash?
    /// `nil` only while the slot is vacant, or lent out to a change.
    @usableFromInline var entity: Entity?

    @inlinable @_transparent
    init(id: ID? = nil, member: StateHash? = nil, entity: Entity? = nil) {
      self.id = id
      self.member = member
      self.entity = entity
    }
  }

  @usableFromInline var slots = Arena<Slot>()
  /// Everything else, in one object: encoding copies the table, which would count ten references otherwise.
  @usableFromInline var tableIndex = Shared(TableIndex())

  /// Creates an empty table.
  @inlinable
  public init() {}

  /// Creates a table of entities in their order; of two with the same id, the first stays.
  ///
  /// O(n), faster than adding them one by one.
  @inlinable
  public init(_ entities: some Sequence<Entity>) { self.init(entities, hashing: TableHashing()) }

  @inlinable
  init(_ entities: some Sequence<Entity>, hashing: TableHashing) {
    self.hashing = hashing
    if self.hashing.isOutdated { rehash() }
    var elements: [OrderTree.Element] = []
    elements.reserveCapacity(entities.underestimatedCount)
    var entities = entities.makeIterator()
    var isAtEnd = false
    while !isAtEnd {
      // A chunk at a time: unspecialised code asks the runtime for an array's type at each access.
      let first = elements.count
      let chunk = [Slot](unsafeUninitializedCapacity: ChunkedArray<Slot>.chunkCapacity) { chunk, count in
        while count < chunk.count {
          guard let entity = entities.next() else { return isAtEnd = true }
          let id = entity.id
          let hash = id.hashValue
          let isKnown = directory.slot(of: hash) { $0 < first ? slots[$0].id == id : chunk[$0 - first].id == id } != nil
          if isKnown { continue }
          let (new, idHash) = hashes(of: entity, id, id.entityKey)
          directory.insert(hash, first + count)
          elements.append(OrderTree.Element(slot: first + count, hash: idHash ?? .null))
          chunk.initializeElement(at: count, to: Slot(id: id, member: new?.member, entity: entity))
          count += 1
        }
      }
      slots.elements.append(chunk: chunk)
    }
    order = OrderTree(elements)
  }

  /// The entity in a slot that is known to hold one.
  @inlinable
  func entity(in slot: Int) -> Entity {
    guard let entity = slots[slot].entity else { preconditionFailure("the table's order names a vacant slot") }
    return entity
  }

  /// The slot of the entity with an id.
  @inlinable @_transparent
  func slot(of id: ID) -> Int? { slot(of: id, id.hashValue) }

  /// The slot of the entity with an id and that id's hash value.
  @inlinable @_transparent
  func slot(of id: ID, _ hash: Int) -> Int? {
    directory.slot(of: hash) { slots[$0].id == id }
  }
}

extension EntityTable.Slot: Sendable where Entity: Sendable {}
extension EntityTable: Sendable where Entity: Sendable {}

extension EntityTable: Equatable where Entity: Equatable {
  /// Whether two tables have equal entities in the same order. O(n).
  public static func == (left: EntityTable, right: EntityTable) -> Bool { left.elementsEqual(right) }
}

extension EntityTable: Hashable where Entity: Hashable {
  /// Hashes the entities in their order. O(n).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for entity in self { hasher.combine(entity) }
  }
}

extension EntityTable: ExpressibleByArrayLiteral {
  /// Creates a table of entities in their order; of two with the same id the first stays.
  public init(arrayLiteral entities: Entity...) { self.init(entities) }
}

extension EntityTable: CustomReflectable {
  /// The ids and the entities, as the table is encoded.
  public var customMirror: Mirror {
    Mirror(self, children: ["ids": Array(ids), "entities": Array(self)], displayStyle: .struct)
  }
}
