import StateCoding

/// The file that lists the slices' files of a folder.
///
/// It is renamed into place after all of them are written, so that they change together.
struct FolderManifest: Codable, Equatable, Sendable {
  /// A slice as stored last.
  struct Slice: Codable, Equatable, Sendable {
    /// The file's name in the folder.
    var file: String
    /// The version of the slice's shape.
    var schema: Int
    /// The SipHash of the file's bytes.
    var sum: String
  }

  /// Why a folder's manifest is unusable.
  struct Unusable: Error {
    /// As a clause.
    let reason: String
  }

  static let fileName = "manifest.json"

  var format = 1
  /// The number of writes to the folder, from which new files get unused names.
  var generation = 0
  var slices: [String: Slice] = [:]

  init() {}

  /// Reads a manifest, and refuses names that lead out of the folder or to its other files.
  init(_ bytes: [UInt8]) throws(Unusable) {
    do {
      self = try StateDecoder().decode(FolderManifest.self, from: bytes)
    } catch {
      throw Unusable(reason: "the manifest is damaged: \(error.explanation)")
    }
    guard format == 1 else { throw Unusable(reason: "its format \(format) is newer than this app's") }
    let isSound = slices.allSatisfy { name, slice in
      guard let file = SliceFileName(slice.file) else { return false }
      return file.slice == name && 1...max(1, generation) ~= file.generation
    }
    guard isSound, 0..<Int.max / 2 ~= generation else {
      throw Unusable(reason: "the manifest is damaged: it names a file that isn't a slice's")
    }
  }

  /// The files in the manifest.
  var files: Set<String> { Set(slices.values.map(\.file)) }
}

/// The name of a slice's file: `user.12.state.json`.
struct SliceFileName: CustomStringConvertible {
  let slice: String
  let generation: Int

  init(slice: String, generation: Int) {
    self.slice = slice
    self.generation = generation
  }

  /// Reads a name; `nil` if it isn't that of a slice's file.
  init?(_ name: String) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[2...] == ["state", "json"], let generation = Int(parts[1]), generation > 0 else {
      return nil
    }
    self.init(slice: String(parts[0]), generation: generation)
    guard slice.utf8.allSatisfy({ UInt8.isNamePart($0) }), !slice.isEmpty, description == name else { return nil }
  }

  var description: String { "\(slice).\(generation).state.json" }
}
