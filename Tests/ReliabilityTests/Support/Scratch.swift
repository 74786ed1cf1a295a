import Foundation

/// A folder of its own, which goes when the value goes.
final class Scratch: Sendable {
  let folder: String
  let journal: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/reduxlog-reliability-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    journal = folder + "/session.jsonl"
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: journal))) }

  /// How many bytes the journal has; none where there is no such file.
  var byteCount: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: journal)
    return (attributes?[.size] as? Int) ?? 0
  }

  func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: journal)) }

  /// Adds bytes to the journal that is there.
  func append(_ bytes: [UInt8]) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: journal))
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data(bytes))
  }
}
