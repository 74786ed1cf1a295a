import StateTree

/// How a slice is read from its JSON: of which schema, and by which steps from older ones.
struct SliceText<Value: Codable & Sendable>: Sendable {
  let schema: Int
  let migrations: [SliceMigration]
  /// Whether a reason may say what an error does.
  let quotesErrors: Bool

  /// The value of a text, and the version it was in if that is an older one.
  ///
  /// - Throws: `UnusableSlice`.
  func value(of bytes: [UInt8], schema version: Int) throws(UnusableSlice) -> RestoredSlice<Value> {
    let document: JSONDocument
    do { document = try JSONDocument(bytes) } catch { throw UnusableSlice("it is not JSON: \(error)") }
    return try value(of: document.root, schema: version)
  }

  /// The value of a place in a document, and the version it was in if that is an older one.
  ///
  /// - Throws: `UnusableSlice`.
  func value(of node: JSONNode, schema version: Int) throws(UnusableSlice) -> RestoredSlice<Value> {
    guard version <= schema else {
      throw UnusableSlice("it is of schema \(version), and this app knows those up to \(schema)")
    }
    do {
      guard version < schema else {
        return .restored(try StateDecoder().decode(Value.self, from: node), migratedFrom: nil)
      }
      var json = node.value
      for step in version..<schema {
        guard let migration = migrations.first(where: { $0.version == step }) else {
          throw UnusableSlice("it is of schema \(version), and no migration begins with schema \(step)")
        }
        try migration.change(&json)
      }
      return .restored(try StateDecoder().decode(Value.self, from: json), migratedFrom: version)
    } catch let error as UnusableSlice {
      throw error
    } catch {
      let advice =
        version == schema
        ? "; if its shape was changed, raise its schema and add a SliceMigration(from: \(version))" : ""
      throw UnusableSlice(
        "it can't be read as \(Value.self)" + (quotesErrors ? ": " + error.explanation : "") + advice)
    }
  }
}

/// Why what is stored of a slice can't be used.
struct UnusableSlice: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
