import StateCoding
import StateTree

/// Decodes a slice from JSON of the app's schema, or of an older one by its migrations.
struct SliceDecoder<Value: Codable & Sendable>: Sendable {
  let schema: Int
  let migrations: [SliceMigration]
  /// Whether a reason may quote an error.
  let quotesErrors: Bool

  /// Decodes a text; the result includes its version if that is older.
  ///
  /// - Throws: `UnusableSlice`.
  func value(of bytes: [UInt8], schema version: Int) throws(UnusableSlice) -> RestoredSlice<Value> {
    let document: JSONDocument
    do { document = try JSONDocument(bytes) } catch { throw UnusableSlice("it is not JSON: \(error)") }
    return try value(of: document.root, schema: version)
  }

  /// Decodes a node of a document; the result includes its version if that is older.
  ///
  /// - Throws: `UnusableSlice`.
  func value(of node: JSONNode, schema version: Int) throws(UnusableSlice) -> RestoredSlice<Value> {
    guard version <= schema else {
      throw UnusableSlice("it has schema \(version); this app supports schemas up to \(schema)")
    }
    do {
      guard version < schema else {
        return .restored(try StateDecoder().decode(Value.self, from: node), migratedFrom: nil)
      }
      var json = node.value
      for step in version..<schema {
        guard let migration = migrations.first(where: { $0.version == step }) else {
          throw UnusableSlice("it has schema \(version); add a SliceMigration(from: \(step))")
        }
        try migration.change(&json)
      }
      return .restored(try StateDecoder().decode(Value.self, from: json), migratedFrom: version)
    } catch let error as UnusableSlice {
      throw error
    } catch {
      let advice =
        version == schema
        ? "; if its shape has changed, raise its schema and add a SliceMigration(from: \(version))" : ""
      throw UnusableSlice(
        "it can't be read as \(Value.self)" + (quotesErrors ? ": " + error.explanation : "") + advice)
    }
  }
}

/// Why the stored value of a slice is unusable.
struct UnusableSlice: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
