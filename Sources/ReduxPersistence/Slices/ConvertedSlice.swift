extension SlicePersistence {
  /// Keeps a slice that has another form in the state, such as a dictionary that is kept as a table.
  ///
  /// The conversion runs on the thread that stores, so no action waits for it.
  ///
  /// - Parameters:
  ///   - store: converts a slice to its stored form.
  ///   - restore: converts the stored form to a slice.
  /// - Returns: the same persistence, for slices of the other form.
  public func converting<Slice: Encodable & Sendable>(
    storing store: @escaping @Sendable (Slice) -> Value, restoring restore: @escaping @Sendable (Value) -> Slice
  ) -> some SlicePersistence<Slice> {
    ConvertedSlice(base: self, forth: store, back: restore)
  }
}

/// A persistence whose values have another form in the state.
private struct ConvertedSlice<Base: SlicePersistence, Value: Encodable & Sendable>: SlicePersistence {
  let base: Base
  let forth: @Sendable (Value) -> Base.Value
  let back: @Sendable (Base.Value) -> Value

  var name: String { base.name }
  var isSecret: Bool { base.isSecret }
  var transaction: (any PersistenceTransaction)? { base.transaction }

  func restore() throws(PersistenceError) -> RestoredSlice<Value> {
    switch try base.restore() {
    case .absent: .absent
    case .restored(let value, let version): .restored(back(value), migratedFrom: version)
    case .setAside(let place, let reason): .setAside(place: place, reason: reason)
    }
  }

  func store(_ value: Value) throws(PersistenceError) {
    try base.store(forth(value))
  }
}
