/// Keeps named secrets: the Keychain on Apple's platforms; elsewhere a folder that only its owner can read.
public protocol SecretStore: Sendable {
  /// Returns the secret with a name, or `nil`.
  ///
  /// - Throws: `PersistenceError` if it can't be read now.
  func read(_ name: String) throws(PersistenceError) -> [UInt8]?

  /// Stores a secret, replacing one of the same name.
  ///
  /// - Throws: `PersistenceError`. The old secret is still stored then, or the new one if only the last step failed: waiting
  ///   for the disk.
  func write(_ secret: [UInt8], as name: String) throws(PersistenceError)

  /// Removes a secret, if it exists.
  ///
  /// - Throws: `PersistenceError` if it still exists.
  func remove(_ name: String) throws(PersistenceError)
}
