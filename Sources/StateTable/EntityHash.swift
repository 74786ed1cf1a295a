@_spi(Kernel) public import StateTree

/// The hashes of an entity in a table.
@usableFromInline
struct EntityHash: Sendable {
  /// Its hash as a member of an object, under its id's key.
  @usableFromInline let member: StateHash
  /// Its own hash.
  let entity: StateHash
}
