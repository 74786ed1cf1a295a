// Written for Apple's platforms, and not compiled anywhere yet: only Linux is checked.
#if canImport(Security)
  import Foundation
  import Security

  /// Secrets in the Keychain, as generic passwords of one service; on this device alone, after its first unlock.
  public struct Keychain: SecretStore {
    let service: String

    /// Names the service of the passwords; reads nothing yet.
    public init(service: String) {
      self.service = service
    }

    /// Returns the password of an account.
    ///
    /// - Throws: `PersistenceError` with the Keychain's message.
    public func read(_ name: String) throws(PersistenceError) -> [UInt8]? {
      var query = item(name)
      query[kSecReturnData] = true
      var result: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &result)
      if status == errSecItemNotFound { return nil }
      try check(status, name)
      return (result as? Data).map(Array.init)
    }

    /// Adds or updates the password of an account.
    ///
    /// - Throws: `PersistenceError` with the Keychain's message.
    public func write(_ secret: [UInt8], as name: String) throws(PersistenceError) {
      let value: [CFString: Any] = [
        kSecValueData: Data(secret), kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
      let status = SecItemUpdate(item(name) as CFDictionary, value as CFDictionary)
      guard status == errSecItemNotFound else { return try check(status, name) }
      try check(SecItemAdd(item(name).merging(value) { $1 } as CFDictionary, nil), name)
    }

    /// Deletes the password of an account.
    ///
    /// - Throws: `PersistenceError` with the Keychain's message.
    public func remove(_ name: String) throws(PersistenceError) {
      let status = SecItemDelete(item(name) as CFDictionary)
      if status != errSecItemNotFound { try check(status, name) }
    }

    private func item(_ name: String) -> [CFString: Any] {
      [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: name]
    }

    private func check(_ status: OSStatus, _ name: String) throws(PersistenceError) {
      guard status != errSecSuccess else { return }
      let reason = SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)"
      throw PersistenceError(.secretStore(reason: reason), place: "\(service)/\(name)")
    }
  }
#endif
