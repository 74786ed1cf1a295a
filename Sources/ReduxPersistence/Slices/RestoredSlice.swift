/// The result of reading a slice at launch.
public enum RestoredSlice<Value> {
  /// Nothing was ever stored.
  case absent
  /// The stored value; `migratedFrom` is its schema version, if older than the app's.
  case restored(Value, migratedFrom: Int? = nil)
  /// The stored value is unusable and was moved aside.
  ///
  /// - Parameters:
  ///   - place: its new path, or its new name in a secret store.
  ///   - reason: why it is unusable, as a clause: `it is cut short`.
  case setAside(place: String, reason: String)
}

extension RestoredSlice: Sendable where Value: Sendable {}
extension RestoredSlice: Equatable where Value: Equatable {}
