import Foundation
import TestSupport

/// A folder of its own, which goes when the value goes.
final class Scratch: Sendable {
  private let place: TemporaryFolder

  init() throws { place = try TemporaryFolder() }

  var folder: String { place.path }
  var journal: String { place.path(of: "session.jsonl") }

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
