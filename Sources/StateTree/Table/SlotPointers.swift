/// Where a table's slots are in memory, for code that is generic in the entities and goes through all of them.
///
/// Such code isn't specialised: to read a slot it asks the runtime for the types of the chunks, and copies the slot for
/// what it needs of it. Encoding a table of tasks took 3,100 instructions a task for that, beside 4,900 for all else.
struct SlotPointers<Entity: Codable & Identifiable> where Entity.ID: EntityID {
  private typealias Slot = EntityTable<Entity>.Slot

  /// Where the chunks begin.
  private var chunks: [UnsafeRawPointer] = []
  private let chunkBits = ChunkedArray<Slot>.chunkBits
  private let stride = MemoryLayout<Slot>.stride
  private let id: Int
  private let entity: Int

  /// The places of the slots of a table, which must live and not change as long as they are used.
  init(_ table: EntityTable<Entity>) {
    guard let id = MemoryLayout<Slot>.offset(of: \.id), let entity = MemoryLayout<Slot>.offset(of: \.entity) else {
      preconditionFailure("a slot stores its parts")
    }
    self.id = id
    self.entity = entity
    for chunk in table.slots.elements.blocks.joined() {
      chunk.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress { chunks.append(start) }
      }
    }
  }

  /// Calls the body with the id of the entity in a slot that is known to hold one.
  @inline(__always)
  func withID<Result>(in slot: Int, _ body: (borrowing Entity.ID) throws -> Result) rethrows -> Result {
    try with(Entity.ID.self, at: id, of: slot, body)
  }

  /// Calls the body with the entity in a slot that is known to hold one.
  @inline(__always)
  func withEntity<Result>(in slot: Int, _ body: (borrowing Entity) throws -> Result) rethrows -> Result {
    try with(Entity.self, at: entity, of: slot, body)
  }

  /// An optional that isn't nil begins with what it holds.
  @inline(__always)
  private func with<Part, Result>(
    _: Part.Type, at offset: Int, of slot: Int, _ body: (borrowing Part) throws -> Result
  ) rethrows -> Result {
    let place = chunks[slot &>> chunkBits] + ((slot & (1 &<< chunkBits &- 1)) &* stride &+ offset)
    assert(place.assumingMemoryBound(to: Part?.self).pointee != nil)
    return try place.assumingMemoryBound(to: InPlace<Part>.self).pointee.use(body)
  }
}
