/// Where secrets are kept, by names: the Keychain on Apple's platforms, elsewhere a folder that only its owner may read.
public protocol SecretStore: Sendable {
  /// The secret with a name; `nil` if there is none.
  ///
  /// - Throws: `PersistenceError` if it can't be read now.
  func read(_ name: String) throws(PersistenceError) -> [UInt8]?

  /// Keeps a secret, in the place of the one with the same name.
  ///
  /// - Throws: `PersistenceError`; the one before is still there then, or if only the last step failed, which is to wait for
  ///   the disk, the new one.
  func write(_ secret: [UInt8], as name: String) throws(PersistenceError)

  /// Takes a secret away, if there is one.
  ///
  /// - Throws: `PersistenceError` if it is still there.
  func remove(_ name: String) throws(PersistenceError)
}
