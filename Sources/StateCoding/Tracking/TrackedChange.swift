@_spi(Kernel) import StateTree

/// The elements or members in which a tracked container differs from what it was before its last change.
struct TrackedChange {
  /// The hash of the container before.
  let earlier: StateHash
  /// The keys or indexes, and the new hashes; `nil` for what is gone.
  let elements: [(key: String, hash: StateHash?)]

  /// `nil` if nothing differs, or too much to be named.
  init?(since earlier: StateHash, _ elements: [(key: String, hash: StateHash?)]) {
    guard !elements.isEmpty, elements.count <= ElementChange.limit else { return nil }
    self.earlier = earlier
    self.elements = elements
  }
}

extension TrackedNode {
  /// The last change, by element; `nil` if elements of an array have moved, or too many differ.
  var change: TrackedChange? {
    switch self {
    case .array(let array): array.change
    case .object(let object): object.change
    }
  }
}
