public import StateTree

/// The indexes and hashes that a table keeps besides its entities.
@usableFromInline
struct TableIndex: Sendable {
  @usableFromInline var directory = EntityDirectory()
  @usableFromInline var order = OrderTree()
  /// The running hash of the entities by their keys, without those that can't be encoded.
  @usableFromInline var members = MemberHash()
  /// How the entities are hashed.
  @usableFromInline var hashing = TableHashing()
  /// The last changes.
  @usableFromInline var log = TableLog()

  @usableFromInline
  init() {}
}

extension EntityTable {
  @inlinable var directory: EntityDirectory {
    _read { yield tableIndex.value.directory }
    _modify { yield &tableIndex.value.directory }
  }

  @inlinable var order: OrderTree {
    _read { yield tableIndex.value.order }
    _modify { yield &tableIndex.value.order }
  }

  @inlinable var members: MemberHash {
    _read { yield tableIndex.value.members }
    _modify { yield &tableIndex.value.members }
  }

  @inlinable var hashing: TableHashing {
    _read { yield tableIndex.value.hashing }
    _modify { yield &tableIndex.value.hashing }
  }

  @inlinable var log: TableLog {
    _read { yield tableIndex.value.log }
    _modify { yield &tableIndex.value.log }
  }
}
