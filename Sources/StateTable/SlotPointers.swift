/// Pointers to a table's slots, for generic code that reads all of them.
///
/// Such code isn't specialised: to read a slot it asks the runtime for the types of the chunks, and copies the slot.
/// Encoding a table of tasks spent 3,100 instructions a task on that, besides 4,900 on everything else.
struct SlotPointers<Entity: Codable & Identifiable> where Entity.ID: EntityID {
  private typealias Slot = EntityTable<Entity>.Slot

  /// The starts of the chunks.
  private var chunks: [UnsafeRawPointer] = []
  private let chunkBits = ChunkedArray<Slot>.chunkBits
  private let stride = MemoryLayout<Slot>.stride
  private let id: Int
  private let entity: Int

  /// Points to the slots of a table, which must live and stay unchanged while the pointers are used.
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
  func withID<Result>(in slot: Int, _ body: (Entity.ID) throws -> Result) rethrows -> Result {
    try with(Entity.ID.self, at: id, of: slot, body)
  }

  /// Calls the body with the entity in a slot that is known to hold one.
  func withEntity<Result>(in slot: Int, _ body: (Entity) throws -> Result) rethrows -> Result {
    try with(Entity.self, at: entity, of: slot, body)
  }

  /// An optional that isn't `nil` begins with its value.
  private func with<Part, Result>(
    _: Part.Type, at offset: Int, of slot: Int, _ body: (Part) throws -> Result
  ) rethrows -> Result {
    let place = chunks[slot &>> chunkBits] + ((slot & (1 &<< chunkBits &- 1)) &* stride &+ offset)
    assert(place.assumingMemoryBound(to: Part?.self).pointee != nil)
    return try body(place.assumingMemoryBound(to: Part.self).pointee)
  }
}
