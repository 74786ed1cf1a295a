package import StateCoding
import StateTree

extension EntityTable {
  package func compare(with later: EntityTable, under scope: RuleScope?, in differ: inout StateDiffer) throws -> Bool {
    guard hasHashes(in: scope), later.hasHashes(in: scope) else { return false }
    if order.run != later.order.run {
      try differ.at("ids") { differ in try compareIDs(with: later, in: &differ.json) }
    }
    try differ.at("entities") { differ in try compareEntities(with: later, under: scope, in: &differ) }
    return true
  }

  /// Whether the slots keep the hashes of all entities under the rules.
  private func hasHashes(in scope: RuleScope?) -> Bool {
    scope.map { members.count == count && hashing.isGood(for: $0) } ?? (stateHash != nil)
  }

  /// Compares the ids like `JSONDiffer` compares arrays of scalars, but encodes only those that differ.
  private func compareIDs(with later: EntityTable, in differ: inout JSONDiffer) throws {
    let common = order.ends(like: later.order)
    let (oldMiddle, newMiddle) = (
      common.prefix..<(count - common.suffix), common.prefix..<(later.count - common.suffix)
    )
    // Ids that are objects may have an `id` member, which the comparison of arrays would match.
    if !Self.hasScalarIDs,
      try [first, later.first].contains(where: { try $0.map { try Self.json($0.id) }?.isContainer == true })
    {
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
      !$0.keepsID && !key(in: $0.old).hasSameBytes(as: later.key(in: $0.new))
    }
    let replaced = Set(respelled.map(\.old))
    let gone = difference.removed + replaced
    for slot in sorted(gone, by: { $0 }) {
      let key = key(in: slot)
      try differ.json.appendRemoval(of: key, json(in: slot, key, under: scope))
    }
    let come =
      difference.inserted.map { (old: Int?.none, new: $0) }
      + difference.updated.map { (old: replaced.contains($0.old) ? nil : $0.old, new: $0.new) }
    for slots in later.sorted(come, by: \.new) {
      let key = later.key(in: slots.new)
      guard let old = slots.old else {
        differ.json.appendAddition(of: key, try later.json(in: slots.new, key, under: scope))
        continue
      }
      try differ.at(key) { differ in
        try withEntity(in: old) { old in
          try later.withEntity(in: slots.new) { try Self.compare(old, $0, key, under: scope, in: &differ) }
        }
      }
    }
  }

  private static func compare(
    _ old: Entity, _ new: Entity, _ key: String, under scope: RuleScope?, in differ: inout StateDiffer
  ) throws {
    guard let scope else { return try differ.compare(old, new) }
    differ.json.compare(
      try scope.document(of: old, key: key).root, try scope.document(of: new, key: key).root)
  }

  /// Sorts slots in the order of this table, which has their entities.
  private func sorted<Found>(_ found: [Found], by slot: (Found) -> Int) -> [Found] {
    found.count < 2 ? found : found.sorted { order.position(of: slot($0)) < order.position(of: slot($1)) }
  }

  /// The key of the entity in a slot that is known to hold one.
  private func key(in slot: Int) -> String {
    guard let key = slots.elements.withElement(at: slot, { $0.pointee.id?.entityKey }) else {
      preconditionFailure("the table's order names a vacant slot")
    }
    return key
  }

  private func withEntity<Result>(in slot: Int, _ body: (Entity) throws -> Result) rethrows -> Result {
    try slots.elements.withElement(at: slot) { slot in
      guard let entity = slot.pointee.entity else { preconditionFailure("the table's order names a vacant slot") }
      return try body(entity)
    }
  }

  package var copySize: Int { slots.elements.count * MemoryLayout<Slot>.stride }

  package mutating func copy(_ later: EntityTable) {
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
    tableIndex.value = later.tableIndex.value
    log.forget()
  }

  private func json(in slot: Int, _ key: String, under scope: RuleScope?) throws -> JSONValue {
    try withEntity(in: slot) { try scope?.document(of: $0, key: key).root.value ?? StateEncoder().tree($0) }
  }

  private func allIDs() throws -> [JSONValue] { try ids.map { try Self.json($0) } }

  /// Whether ids are known to be numbers or texts.
  private static var hasScalarIDs: Bool { ID.self == Int.self || ID.self == String.self }

  private static func json(_ id: ID) throws -> JSONValue {
    // Comparing types first avoids the casts, which are slow in unspecialised code.
    if ID.self == Int.self, let id = id as? Int { return .number(JSONNumber(id)) }
    if ID.self == String.self, let id = id as? String { return .string(id) }
    return try StateEncoder().tree(id)
  }
}
