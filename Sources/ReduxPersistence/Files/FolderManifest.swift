import StateTree

/// The file that says which files of a folder are the slices: it is renamed into its place when all of them are written, so
/// that they change together.
struct FolderManifest: Codable, Equatable, Sendable {
  /// A slice as it was stored last.
  struct Slice: Codable, Equatable, Sendable {
    /// The file's name in the folder.
    var file: String
    /// The version of the slice's shape.
    var schema: Int
    /// The SipHash of the file's bytes.
    var sum: String
  }

  /// Why a folder's manifest can't be used.
  struct Unusable: Error {
    /// As a clause.
    let reason: String
  }

  static let fileName = "manifest.json"

  var format = 1
  /// How often the folder was written: no file that is new has a name that is in use.
  var generation = 0
  var slices: [String: Slice] = [:]

  init() {}

  /// Reads a manifest, and believes it nothing that would lead out of the folder, or to a file that is in use otherwise.
  init(_ bytes: [UInt8]) throws(Unusable) {
    do {
      self = try StateDecoder().decode(FolderManifest.self, from: bytes)
    } catch {
      throw Unusable(reason: "the manifest is damaged: \(error.explanation)")
    }
    guard format == 1 else { throw Unusable(reason: "it is of format \(format), which is newer than this app's") }
    let isSound = slices.allSatisfy { name, slice in
      guard let file = SliceFileName(slice.file) else { return false }
      return file.slice == name && 1...max(1, generation) ~= file.generation
    }
    guard isSound, 0..<Int.max / 2 ~= generation else {
      throw Unusable(reason: "the manifest is damaged: it names what is no slice's file")
    }
  }

  /// The files that it names.
  var files: Set<String> { Set(slices.values.map(\.file)) }
}

/// What a slice's file is called: `user.12.state.json`.
struct SliceFileName: CustomStringConvertible {
  let slice: String
  let generation: Int

  init(slice: String, generation: Int) {
    self.slice = slice
    self.generation = generation
  }

  /// Reads a name; `nil` if no slice's file has it.
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
