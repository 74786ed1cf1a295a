@_spi(Kernel) import StateTree

/// A table as an outline has it.
struct KnownTable {
  var version: UInt64
  var members: TableMemberHashes
  /// The hash in the outline: the table's, or the one of its entities.
  var hash: StateHash
}
