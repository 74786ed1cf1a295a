/// Stores several slices together, all or none even after a crash: a database or a folder of files.
public protocol PersistenceTransaction: AnyObject, Sendable {
  /// Stores everything that `body` stores here, or nothing.
  ///
  /// - Throws: The error of `body`, or `PersistenceError` if its changes can't be stored; then nothing was stored.
  func perform(_ body: () throws(PersistenceError) -> Void) throws(PersistenceError)
}
