@_spi(Kernel) import StateTree

/// The offset of the entity's hash in a table's slots.
///
/// The code that compares two tables is generic and not specialised: for each slot it would ask the runtime for the types
/// of the slot and its members. Hashes have the same type in all tables, so their offset is enough to read them. With it,
/// the patch between two tables of 10,000 entities that share no memory takes 135 µs instead of 729 µs.
struct MemberHashOffset {
  private let offset: Int?

  init<Entity>(in _: EntityTable<Entity>.Type) {
    offset = MemoryLayout<EntityTable<Entity>.Slot>.offset(of: \.member)
  }

  /// Whether two slots have the same hash; `false` if one of them has none.
  ///
  /// The pointers must lead to slots of the type of table that this offset was made for.
  @_transparent
  func hasSameHash(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    guard let offset, let hash = left.load(fromByteOffset: offset, as: StateHash?.self) else { return false }
    return hash == right.load(fromByteOffset: offset, as: StateHash?.self)
  }
}
