/// What is known of the types that a run has met: a direct-mapped table, because a dictionary's hashing costs as much
/// as coding a number.
struct TypeCache<Knowledge> {
  private var entries: [(id: ObjectIdentifier, knowledge: Knowledge)?] = Array(repeating: nil, count: 64)

  /// What is known of a type, made by the body if it is not.
  @inline(__always)
  mutating func knowledge(of type: Any.Type, make: () -> Knowledge) -> Knowledge {
    let id = ObjectIdentifier(type)
    // Metadata is aligned to words, so the lowest bits tell nothing.
    let slot = (Int(bitPattern: id) &>> 4) & 63
    if let entry = entries[slot], entry.id == id { return entry.knowledge }
    let knowledge = make()
    entries[slot] = (id, knowledge)
    return knowledge
  }
}
