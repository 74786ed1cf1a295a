/// Keeps one slice of the state in a file, a table of a database, or a secret store.
///
/// The persister calls `store(_:)` only if the slice's state hash has changed, for one state at a time, in their order, and
/// never on the dispatching thread.
public protocol SlicePersistence<Value>: Sendable {
  /// The type of the slice.
  associatedtype Value: Encodable & Sendable

  /// The slice's name in reports, unique among the slices of a state.
  var name: String { get }

  /// Whether errors must not quote the slice.
  var isSecret: Bool { get }

  /// The transaction that stores the slice together with others; `nil` if the slice is stored alone.
  var transaction: (any PersistenceTransaction)? { get }

  /// Reads the value stored last.
  ///
  /// A damaged value, or one of a newer version, is moved aside, never deleted, and the result says so.
  ///
  /// - Throws: `PersistenceError` if it can't be read now; then it stays, and isn't overwritten.
  func restore() throws(PersistenceError) -> RestoredSlice<Value>

  /// Replaces the stored value. A crash leaves either the old value or the new one, whole.
  ///
  /// - Throws: `PersistenceError` if storing failed. The old value is still stored then, or the new one if only the last
  ///   step failed: waiting for the disk.
  func store(_ value: Value) throws(PersistenceError)
}

extension SlicePersistence {
  /// `false`: errors may quote the slice.
  public var isSecret: Bool { false }

  /// `nil`: the slice is stored alone.
  public var transaction: (any PersistenceTransaction)? { nil }
}
