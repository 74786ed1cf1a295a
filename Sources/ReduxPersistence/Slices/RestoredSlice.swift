/// What became of a slice when it was read at launch.
public enum RestoredSlice<Value> {
  /// Nothing was ever stored.
  case absent
  /// It is as it was stored; `migratedFrom` is the schema version it was stored in, if that was an older one.
  case restored(Value, migratedFrom: Int? = nil)
  /// What was stored can't be used, and was put aside.
  ///
  /// - Parameters:
  ///   - place: where it is now: a path, or a name in a secret store.
  ///   - reason: why it can't be used, as a clause: `it is cut short`.
  case setAside(place: String, reason: String)
}

extension RestoredSlice: Sendable where Value: Sendable {}
extension RestoredSlice: Equatable where Value: Equatable {}
