/// A slice that could not be stored. It is tried again with the next change, and when `Persister.flush()` is called.
public struct PersistenceFailure: Hashable, Sendable {
  /// What the slice is called.
  public let slice: String
  /// Why it could not be stored.
  public let error: PersistenceError

  /// Makes a failure.
  public init(slice: String, error: PersistenceError) {
    self.slice = slice
    self.error = error
  }
}

extension PersistenceFailure: CustomStringConvertible {
  /// The slice, and why it could not be stored.
  public var description: String { error.place == slice ? "\(error)" : "\(slice): \(error)" }
}
