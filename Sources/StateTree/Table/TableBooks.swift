/// What a table keeps beside its entities.
@usableFromInline
struct TableBooks: Sendable {
  @usableFromInline var directory = EntityDirectory()
  @usableFromInline var order = OrderTree()
  /// The running hash of the entities by their keys, without those that cannot be encoded.
  @usableFromInline var members = MemberHash()
  /// How the entities are hashed.
  @usableFromInline var hashing = TableHashing()

  @usableFromInline
  init() {}
}

extension EntityTable {
  @inlinable var directory: EntityDirectory {
    @inline(__always) _read { yield books.value.directory }
    @inline(__always) _modify { yield &books.value.directory }
  }

  @inlinable var order: OrderTree {
    @inline(__always) _read { yield books.value.order }
    @inline(__always) _modify { yield &books.value.order }
  }

  @inlinable var members: MemberHash {
    @inline(__always) _read { yield books.value.members }
    @inline(__always) _modify { yield &books.value.members }
  }

  @inlinable var hashing: TableHashing {
    @inline(__always) _read { yield books.value.hashing }
    @inline(__always) _modify { yield &books.value.hashing }
  }
}
