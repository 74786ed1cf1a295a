extension EntityTable {
  // MARK: Adding

  /// Adds an entity at the end unless the table contains its id; returns whether it was added. O(log n).
  @inlinable @discardableResult
  public mutating func add(_ entity: Entity) -> Bool {
    add(entity, at: count)
  }

  /// Adds an entity at a position unless the table contains its id; returns whether it was added.
  ///
  /// A position out of bounds means the nearest one. O(log n).
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

  /// Replaces the entity with the same id, or adds the entity at the end. O(1), or O(log n) if it is added.
  @inlinable
  public mutating func upsert(_ entity: Entity) {
    self[id: entity.id] = entity
  }

  /// Replaces the entities with the same ids, and adds the others at the end in their order.
  @inlinable
  public mutating func upsert(contentsOf entities: some Sequence<Entity>) {
    for entity in entities { upsert(entity) }
  }

  /// Replaces all entities; of two with the same id, the first stays. O(n).
  @inlinable
  public mutating func setAll(_ entities: some Sequence<Entity>) {
    self = EntityTable(entities, hashing: hashing.renewed())
  }

  // MARK: Changing

  /// The entity with an id.
  ///
  /// You can change it in place, at the cost of hashing it. Setting `nil` removes it. Setting an entity for an unknown id
  /// adds it at the end. O(1), or O(log n) if an entity is added, removed, or gets another id.
  ///
  /// An entity whose id changes keeps its position and replaces the entity that had the new id.
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
      // The entity is moved out, so that its contents are changed in place as well.
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

  /// Changes the entity with an id in place; returns whether the table contains it.
  ///
  /// An entity whose id changes keeps its position and replaces the entity that had the new id. Changes made before an
  /// error was thrown stay. O(1), or O(log n) if the id changes.
  ///
  /// - Throws: The error of the change.
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

  /// Removes and returns the entity with an id, if the table contains it. O(log n).
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

  /// Removes the entities that meet a condition. O(n) calls, and O(log n) for each removed entity.
  ///
  /// - Throws: The condition's error; the table is then unchanged.
  @inlinable
  public mutating func removeAll(where isUnwanted: (Entity) throws -> Bool) rethrows {
    let unwanted = try filter(isUnwanted).map(\.id)
    for id in unwanted { remove(id) }
  }

  // MARK: Ordering

  /// Moves the entity with an id to a position; returns whether the table contains it.
  ///
  /// A position out of bounds means the nearest one. O(log n).
  @inlinable @discardableResult
  public mutating func move(_ id: ID, to position: Int) -> Bool {
    guard let slot = slot(of: id) else { return false }
    let element = order.remove(slot)
    order.insert(element, at: Swift.min(Swift.max(0, position), order.count))
    return true
  }

  /// Sorts the entities. O(n log n).
  ///
  /// - Throws: The comparison's error; the order is then unchanged.
  @inlinable
  public mutating func sort(by areInIncreasingOrder: (Entity, Entity) throws -> Bool) rethrows {
    order = OrderTree(
      try order.elements.sorted { try areInIncreasingOrder(entity(in: $0.slot), entity(in: $1.slot)) })
  }
}
