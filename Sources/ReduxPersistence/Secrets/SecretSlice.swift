import StateCoding
import StateTree

/// A slice of the state in a secret store, such as a session's credentials.
///
/// A slice that is `nil` leaves no secret behind: signing out removes it. An unreadable value is moved aside in the same
/// store, under its name with `.aside` appended, until the user signs out or another value is moved aside.
public struct SecretSlice<Value: Codable & Sendable>: SlicePersistence {
  /// The slice's name in reports and in the store.
  public let name: String
  private let store: any SecretStore
  private let decoder: SliceDecoder<Value>

  /// The stored form of a secret.
  private struct Envelope: Codable {
    var schema: Int
    var value: JSONValue
  }

  /// Keeps a slice in a secret store.
  ///
  /// - Parameters:
  ///   - name: its name: letters, digits, `-` and `_`.
  ///   - store: the secret store.
  ///   - schema: the version of its shape; raise it when the shape changes.
  ///   - migrations: one step from each older version.
  /// - Precondition: The name is not empty and has no other characters.
  public init(_ name: String, in store: any SecretStore, schema: Int = 1, migrations: [SliceMigration] = []) {
    precondition(
      !name.isEmpty && name.utf8.allSatisfy { UInt8.isNamePart($0) },
      "a slice's name may contain only letters, digits, - and _: \(name)")
    self.name = name
    self.store = store
    // An error may quote the secret.
    decoder = SliceDecoder(schema: schema, migrations: migrations, quotesErrors: false)
  }

  /// `true`: errors don't quote the slice.
  public var isSecret: Bool { true }

  /// No slice has this name, as it contains a `.`.
  private var nameAside: String { name + ".aside" }

  /// Reads the secret.
  ///
  /// - Throws: `PersistenceError` if the store can't read it now.
  public func restore() throws(PersistenceError) -> RestoredSlice<Value> {
    guard let bytes = try store.read(name) else { return .absent }
    do throws(UnusableSlice) {
      guard let root = try? JSONDocument(bytes).root, let schema = root.member("schema")?.integer,
        let value = root.member("value")
      else { throw UnusableSlice("it is not the form that SecretSlice stores") }
      return try decoder.value(of: value, schema: schema)
    } catch {
      try store.write(bytes, as: nameAside)
      try store.remove(name)
      return .setAside(place: nameAside, reason: error.reason)
    }
  }

  /// Stores the value as a secret, or removes the secret if the value is `nil`.
  ///
  /// - Throws: `PersistenceError` if the value can't be encoded, or the store refuses.
  public func store(_ value: Value) throws(PersistenceError) {
    let bytes: [UInt8]
    do {
      let tree = try StateEncoder().tree(value)
      if tree == .null {
        // If the user never signed in, keep the value that could not be read at launch.
        guard try store.read(name) != nil else { return }
        try store.remove(nameAside)
        return try store.remove(name)
      }
      bytes = try StateEncoder().encode(Envelope(schema: decoder.schema, value: tree))
    } catch let error as PersistenceError {
      throw error
    } catch {
      throw PersistenceError(.encoding(reason: "it is not JSON"), place: name)
    }
    try store.write(bytes, as: name)
  }
}
