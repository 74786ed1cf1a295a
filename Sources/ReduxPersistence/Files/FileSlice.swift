import StateCoding
import StateTree

/// A slice of the state in its own file, as plain JSON.
///
/// Each launch proves the file's contents by the checksum in the folder's manifest. A file is moved aside in the folder if
/// it is damaged, has a newer schema, or a migration fails on it.
public struct FileSlice<Value: Codable & Sendable>: SlicePersistence {
  /// The slice's name, and the start of its files' names.
  public let name: String
  private let folder: FileFolder
  private let decoder: SliceDecoder<Value>

  /// Keeps a slice in a folder.
  ///
  /// - Parameters:
  ///   - name: its name: letters, digits, `-` and `_`.
  ///   - folder: the folder of its files.
  ///   - schema: the version of its shape; raise it when the shape changes.
  ///   - migrations: one step from each older version.
  /// - Precondition: The name is not empty and has no other characters.
  public init(_ name: String, in folder: FileFolder, schema: Int = 1, migrations: [SliceMigration] = []) {
    precondition(
      !name.isEmpty && name.utf8.allSatisfy { UInt8.isNamePart($0) },
      "a slice's name may contain only letters, digits, - and _: \(name)")
    self.name = name
    self.folder = folder
    decoder = SliceDecoder(schema: schema, migrations: migrations, quotesErrors: true)
  }

  /// The folder.
  public var transaction: (any PersistenceTransaction)? { folder }

  /// Reads the file stored last.
  ///
  /// - Throws: `PersistenceError` if it can't be read.
  public func restore() throws(PersistenceError) -> RestoredSlice<Value> {
    guard let stored = folder.slice(name) else { return folder.absence(of: name) }
    let bytes = try folder.contents(of: stored)
    do throws(UnusableSlice) {
      guard let bytes else { throw UnusableSlice("its file is missing") }
      guard stored.sum == FileSlice.sum(of: bytes) else {
        throw UnusableSlice("its checksum differs from the manifest's")
      }
      return try decoder.value(of: bytes, schema: stored.schema)
    } catch {
      return .setAside(place: try folder.setAside(stored), reason: error.reason)
    }
  }

  /// Writes the value to a file that replaces the previous one.
  ///
  /// - Throws: `PersistenceError` if it can't be encoded or written.
  public func store(_ value: Value) throws(PersistenceError) {
    let bytes: [UInt8]
    do { bytes = try StateEncoder().encode(value) } catch {
      throw PersistenceError(.encoding(reason: error.explanation), place: folder.path + "/" + name)
    }
    try folder.write(name, bytes, schema: decoder.schema, sum: FileSlice.sum(of: bytes))
  }

  private static func sum(of bytes: [UInt8]) -> String {
    var hash = SipHash()
    hash.update(bytes)
    return "\(hash.finalized())"
  }
}

extension UInt8 {
  /// Whether a byte is allowed in the name of a slice.
  static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
    default: false
    }
  }
}
