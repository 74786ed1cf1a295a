/// Where one slice of the state is kept: a file, a table of a database, a secret store.
///
/// The slice's state hash tells when it has changed, so nobody calls `store(_:)` with what is stored already. Calls come
/// one at a time, in the order of the states, and never from the thread that dispatches.
public protocol SlicePersistence<Value>: Sendable {
  /// The slice.
  associatedtype Value: Encodable & Sendable

  /// What the slice is called in reports; unique among the slices of a state.
  var name: String { get }

  /// Whether errors must not quote the slice.
  var isSecret: Bool { get }

  /// What is kept together with other slices, all of it or nothing; `nil` if the slice is kept by itself.
  var transaction: (any PersistenceTransaction)? { get }

  /// Reads what was stored last.
  ///
  /// What can't be used, because it is damaged or of a newer version, is put aside, never deleted, and the result says so.
  ///
  /// - Throws: `PersistenceError` if it can't be read now; it is left where it is then, and nothing is stored over it.
  func restore() throws(PersistenceError) -> RestoredSlice<Value>

  /// Stores a value in the place of the one before. A crash leaves the one or the other, whole.
  ///
  /// - Throws: `PersistenceError` if that failed. The one before is still there then, or if only the last step failed, which
  ///   is to wait for the disk, the new one.
  func store(_ value: Value) throws(PersistenceError)
}

extension SlicePersistence {
  /// The slice is no secret.
  public var isSecret: Bool { false }

  /// The slice is kept by itself.
  public var transaction: (any PersistenceTransaction)? { nil }
}
