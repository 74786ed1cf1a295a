import StateTree

/// A slice of the state in a secret store: a session's credentials.
///
/// A slice that is `nil` leaves no secret behind: signing out takes it away. What can't be read is set aside in the same
/// store, under the name with `.aside` behind it, until it is signed out as well, or something else is set aside.
public struct SecretSlice<Value: Codable & Sendable>: SlicePersistence {
  /// What the slice is called in reports and in the store.
  public let name: String
  private let store: any SecretStore
  private let text: SliceText<Value>

  /// What a secret is wrapped in.
  private struct Envelope: Codable {
    var schema: Int
    var value: JSONValue
  }

  /// Keeps a slice in a secret store.
  ///
  /// - Parameters:
  ///   - name: what it is called; letters, digits, `-` and `_`.
  ///   - store: where it is kept.
  ///   - schema: the version of its shape, counted up by the app.
  ///   - migrations: the steps from older versions, one for each.
  /// - Precondition: The name has no other characters, and is not empty.
  public init(_ name: String, in store: any SecretStore, schema: Int = 1, migrations: [SliceMigration] = []) {
    precondition(
      !name.isEmpty && name.utf8.allSatisfy { UInt8.isNamePart($0) },
      "a slice's name has letters, digits, - and _ only: \(name)")
    self.name = name
    self.store = store
    // What an error says may quote the secret.
    text = SliceText(schema: schema, migrations: migrations, quotesErrors: false)
  }

  /// Errors don't quote it.
  public var isSecret: Bool { true }

  /// No slice's name has a `.`.
  private var nameAside: String { name + ".aside" }

  /// Reads the secret.
  ///
  /// - Throws: `PersistenceError` if the store can't give it now.
  public func restore() throws(PersistenceError) -> RestoredSlice<Value> {
    guard let bytes = try store.read(name) else { return .absent }
    do throws(UnusableSlice) {
      guard let root = try? JSONDocument(bytes).root, let schema = root.member("schema")?.integer,
        let value = root.member("value")
      else { throw UnusableSlice("it is not what a SecretSlice stores") }
      return try text.value(of: value, schema: schema)
    } catch {
      try store.write(bytes, as: nameAside)
      try store.remove(name)
      return .setAside(place: nameAside, reason: error.reason)
    }
  }

  /// Keeps the value as a secret, or takes the secret away if it is `nil`.
  ///
  /// - Throws: `PersistenceError` if it can't be encoded, or the store refuses.
  public func store(_ value: Value) throws(PersistenceError) {
    let bytes: [UInt8]
    do {
      let tree = try StateEncoder().tree(value)
      if tree == .null {
        // Who was never signed in leaves alone what could not be read at launch.
        guard try store.read(name) != nil else { return }
        try store.remove(nameAside)
        return try store.remove(name)
      }
      bytes = try StateEncoder().encode(Envelope(schema: text.schema, value: tree))
    } catch let error as PersistenceError {
      throw error
    } catch {
      throw PersistenceError(.encoding(reason: "it is no JSON"), place: name)
    }
    try store.write(bytes, as: name)
  }
}
