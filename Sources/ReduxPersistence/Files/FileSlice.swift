import StateTree

/// A slice of the state in a file of its own, as JSON that anybody can read.
///
/// Each launch proves, by the sum in the folder's manifest, that the file holds what was stored. A file that is
/// damaged, of a newer schema, or that a migration can't make sense of is set aside in the folder.
public struct FileSlice<Value: Codable & Sendable>: SlicePersistence {
  /// What the slice is called, and how its files' names begin.
  public let name: String
  private let folder: FileFolder
  private let text: SliceText<Value>

  /// Keeps a slice in a folder.
  ///
  /// - Parameters:
  ///   - name: what it is called; letters, digits, `-` and `_`.
  ///   - folder: where its files are.
  ///   - schema: the version of its shape, counted up by the app.
  ///   - migrations: the steps from older versions, one for each.
  /// - Precondition: The name has no other characters, and is not empty.
  public init(_ name: String, in folder: FileFolder, schema: Int = 1, migrations: [SliceMigration] = []) {
    precondition(
      !name.isEmpty && name.utf8.allSatisfy { UInt8.isNamePart($0) },
      "a slice's name has letters, digits, - and _ only: \(name)")
    self.name = name
    self.folder = folder
    text = SliceText(schema: schema, migrations: migrations, quotesErrors: true)
  }

  /// The folder.
  public var transaction: (any PersistenceTransaction)? { folder }

  /// Reads the file that was stored last.
  ///
  /// - Throws: `PersistenceError` if it can't be read.
  public func restore() throws(PersistenceError) -> RestoredSlice<Value> {
    guard let stored = folder.slice(name) else { return folder.absence(of: name) }
    let bytes = try folder.contents(of: stored)
    do throws(UnusableSlice) {
      guard let bytes else { throw UnusableSlice("its file is missing") }
      guard stored.sum == FileSlice.sum(of: bytes) else { throw UnusableSlice("it is not what was stored") }
      return try text.value(of: bytes, schema: stored.schema)
    } catch {
      return .setAside(place: try folder.setAside(stored), reason: error.reason)
    }
  }

  /// Writes the value to a file, in the place of the one before.
  ///
  /// - Throws: `PersistenceError` if it can't be encoded or written.
  public func store(_ value: Value) throws(PersistenceError) {
    let bytes: [UInt8]
    do { bytes = try StateEncoder().encode(value) } catch {
      throw PersistenceError(.encoding(reason: error.explanation), place: folder.path + "/" + name)
    }
    try folder.write(name, bytes, schema: text.schema, sum: FileSlice.sum(of: bytes))
  }

  private static func sum(of bytes: [UInt8]) -> String {
    var hash = SipHash()
    hash.update(bytes)
    return "\(hash.finalized())"
  }
}

extension UInt8 {
  /// Whether it may stand in the name of a slice.
  static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
    default: false
    }
  }
}
