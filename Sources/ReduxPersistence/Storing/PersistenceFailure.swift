/// A slice that could not be stored. The persister retries with the next change and on `Persister.flush()`.
public struct PersistenceFailure: Hashable, Sendable {
  /// The slice's name.
  public let slice: String
  /// The error.
  public let error: PersistenceError

  package init(slice: String, error: PersistenceError) {
    self.slice = slice
    self.error = error
  }
}

extension PersistenceFailure: CustomStringConvertible {
  /// The slice and the error.
  public var description: String { error.place == slice ? "\(error)" : "\(slice): \(error)" }
}
