/// What several slices are stored in together, so that a crash leaves all of them as they were, or none: a database, a
/// folder of files.
public protocol PersistenceTransaction: AnyObject, Sendable {
  /// Stores what `body` stores in this place, all of it or nothing.
  ///
  /// - Throws: What `body` throws, or `PersistenceError` if what it did can't be kept; then nothing was stored.
  func perform(_ body: () throws(PersistenceError) -> Void) throws(PersistenceError)
}
