extension EntityTable {
  func compare(with later: EntityTable, under scope: RuleScope?, in differ: inout StateDiffer) throws -> Bool {
    guard hasHashes(in: scope), later.hasHashes(in: scope) else { return false }
    try differ.at("ids") { differ in try compareIDs(with: later, in: &differ.json) }
    try differ.at("entities") { differ in try compareEntities(with: later, under: scope, in: &differ) }
    return true
  }

  /// Whether the slots keep the hashes of all entities under the rules.
  private func hasHashes(in scope: RuleScope?) -> Bool {
    scope.map { members.count == count && hashing.isGood(for: $0) } ?? (stateHash != nil)
  }

  /// Compares the ids like `JSONDiffer` compares arrays of scalars, but encodes only those that differ.
  private func compareIDs(with later: EntityTable, in differ: inout JSONDiffer) throws {
    guard order.run != later.order.run else { return }
    let common = order.ends(like: later.order)
    let (oldMiddle, newMiddle) = (
      common.prefix..<(count - common.suffix), common.prefix..<(later.count - common.suffix)
    )
    // Ids that are objects may have an `id` member, which the comparison of arrays would match.
    let samples = try [first, later.first].compactMap { try $0.map { try Self.json($0.id) } }
    if samples.contains(where: \.isContainer) {
      return differ.compare(.array(try allIDs()), .array(try later.allIDs()))
    }
    let hunks =
      order.move(oldMiddle, to: newMiddle, of: later.order)
      ?? EditScript(hashes: order.hashes(in: oldMiddle), later.order.hashes(in: newMiddle)).hunks
      .map { $0.moved(by: common.prefix) }
    let start = differ.operations.count
    for hunk in hunks {
      try differ.apply(hunk, old: { try Self.json(self[$0].id) }, new: { try Self.json(later[$0].id) })
    }
    try differ.replaceArray(from: start, count: later.count, by: { try Self.json(later[$0].id) }) {
      .array(try allIDs())
    }
  }

  private func compareEntities(
    with later: EntityTable, under scope: RuleScope?, in differ: inout StateDiffer
  ) throws {
    let difference = TableDifference(from: self, to: later)
    // Equal ids may differ in their bytes, and so in their keys.
    let respelled = difference.updated.filter {
      !entity(in: $0.old).id.entityKey.hasSameBytes(as: later.entity(in: $0.new).id.entityKey)
    }
    let gone = difference.removed + respelled.map(\.old)
    for slot in gone.sorted(by: { order.position(of: $0) < order.position(of: $1) }) {
      let entity = entity(in: slot)
      let key = entity.id.entityKey
      try differ.json.appendRemoval(of: key, Self.json(entity, key, under: scope))
    }
    let come =
      difference.inserted.map { (old: Int?.none, new: $0) } + difference.updated.map { (old: $0.old, new: $0.new) }
    for slots in come.sorted(by: { later.order.position(of: $0.new) < later.order.position(of: $1.new) }) {
      let entity = later.entity(in: slots.new)
      let key = entity.id.entityKey
      if let old = slots.old.map({ self.entity(in: $0) }), old.id.entityKey.hasSameBytes(as: key) {
        try differ.at(key) { differ in
          guard scope != nil else { return try differ.compare(old, entity) }
          differ.json.compare(try Self.json(old, key, under: scope), try Self.json(entity, key, under: scope))
        }
      } else {
        differ.json.appendAddition(of: key, try Self.json(entity, key, under: scope))
      }
    }
  }

  var copySize: Int { slots.elements.count * MemoryLayout<Slot>.stride }

  mutating func copy(_ later: EntityTable) {
    var index = later.tableIndex.value
    index.log = index.log.withoutEntries
    if slots.elements.count == 0 || slots.elements.count > later.slots.elements.count {
      slots.elements = later.slots.elements.copied()
    } else {
      for slot in TableDifference.slots(from: self, to: later) where slot < slots.elements.count {
        slots[slot] = later.slots[slot]
      }
      while slots.elements.count < later.slots.elements.count {
        slots.elements.append(later.slots[slots.elements.count])
      }
    }
    tableIndex.value = index
  }

  private static func json(_ entity: Entity, _ key: String, under scope: RuleScope?) throws -> JSONValue {
    try scope?.tree(of: entity, key: key) ?? StateEncoder().tree(entity)
  }

  private func allIDs() throws -> [JSONValue] { try ids.map { try Self.json($0) } }

  private static func json(_ id: ID) throws -> JSONValue { try StateEncoder().tree(id) }
}
