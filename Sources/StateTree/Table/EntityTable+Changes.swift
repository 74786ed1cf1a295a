extension EntityTable {
  // MARK: Adding

  /// Adds an entity at the end, unless there is one with its id; returns whether it was added. O(log n).
  @inlinable @discardableResult
  public mutating func add(_ entity: Entity) -> Bool {
    add(entity, at: count)
  }

  /// Adds an entity at a position, or the nearest one that there is, unless there is one with its id; returns whether
  /// it was added. O(log n).
  @inlinable @discardableResult
  public mutating func add(_ entity: Entity, at position: Int) -> Bool {
    let id = entity.id
    let hash = id.hashValue
    guard slot(of: id, hash) == nil else { return false }
    order.insert(store(entity, id, hash), at: Swift.min(Swift.max(0, position), count))
    return true
  }

  /// Adds the entities whose ids are new at the end, in their order.
  @inlinable
  public mutating func add(contentsOf entities: some Sequence<Entity>) {
    for entity in entities { add(entity) }
  }

  /// Puts an entity in the place of the one with its id, or adds it at the end. O(1), or O(log n) where it is added.
  @inlinable
  public mutating func upsert(_ entity: Entity) {
    self[id: entity.id] = entity
  }

  /// Puts entities in the places of those with their ids, and adds the others at the end, in their order.
  @inlinable
  public mutating func upsert(contentsOf entities: some Sequence<Entity>) {
    for entity in entities { upsert(entity) }
  }

  /// Has these entities instead of those that were there; of two with the same id the first stays. O(n).
  @inlinable
  public mutating func setAll(_ entities: some Sequence<Entity>) {
    self = EntityTable(entities, hashing: hashing.renewed())
  }

  // MARK: Changing

  /// The entity with an id.
  ///
  /// It can be changed in place, at the cost of hashing it. Setting `nil` removes it. An entity set for an id that there
  /// isn't is added at the end. O(1), or O(log n) where an entity is added, removed or gets another id.
  ///
  /// An entity that gets another id by the change keeps its position, and replaces the entity that had that id.
  @inlinable
  public subscript(id id: ID) -> Entity? {
    get { slot(of: id).flatMap { slots[$0].entity } }
    _modify {
      guard let slot = slot(of: id) else {
        var entity: Entity?
        defer { if let entity, !add(entity) { upsert(entity) } }
        yield &entity
        return
      }
      // The entity is taken out, so that what it holds is changed in place as well.
      var entity: Entity?
      swap(&entity, &slots[slot].entity)
      defer {
        let remains = entity != nil
        swap(&entity, &slots[slot].entity)
        if remains { settle(slot) } else { discard(slot) }
      }
      yield &entity
    }
  }

  /// Changes the entity with an id in place; returns whether there is one.
  ///
  /// An entity that gets another id by the change keeps its position, and replaces the entity that had that id. What
  /// was changed before an error was thrown stays changed. O(1), or O(log n) where the id changes.
  ///
  /// - Throws: What the change throws.
  @inlinable @discardableResult
  public mutating func update<Failure: Error>(
    _ id: ID, _ change: (inout Entity) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let slot = slot(of: id) else { return false }
    defer { settle(slot) }
    try change(&slots[slot].entity!)
    return true
  }

  // MARK: Removing

  /// Removes the entity with an id, and returns it if there is one. O(log n).
  @inlinable @discardableResult
  public mutating func remove(_ id: ID) -> Entity? {
    guard let slot = slot(of: id) else { return nil }
    var entity: Entity?
    swap(&entity, &slots[slot].entity)
    discard(slot)
    return entity
  }

  /// Removes all entities.
  @inlinable
  public mutating func removeAll() {
    self = EntityTable(EmptyCollection(), hashing: hashing.renewed())
  }

  /// Removes the entities that fulfil a condition. O(n) calls, and O(log n) for each entity that is removed.
  ///
  /// - Throws: What the condition throws; nothing is removed then.
  @inlinable
  public mutating func removeAll(where isUnwanted: (Entity) throws -> Bool) rethrows {
    let unwanted = try filter(isUnwanted).map(\.id)
    for id in unwanted { remove(id) }
  }

  // MARK: Ordering

  /// Moves the entity with an id so that it stands at a position, or the nearest one that there is; returns whether
  /// there is such an entity. O(log n).
  @inlinable @discardableResult
  public mutating func move(_ id: ID, to position: Int) -> Bool {
    guard let slot = slot(of: id) else { return false }
    let element = order.remove(slot)
    order.insert(element, at: Swift.min(Swift.max(0, position), order.count))
    return true
  }

  /// Sorts the entities. O(n log n).
  ///
  /// - Throws: What the comparison throws; the order is then as it was.
  @inlinable
  public mutating func sort(by areInIncreasingOrder: (Entity, Entity) throws -> Bool) rethrows {
    order = OrderTree(
      try order.elements.sorted { try areInIncreasingOrder(entity(in: $0.slot), entity(in: $1.slot)) })
  }
}
