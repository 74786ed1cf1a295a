import Foundation

/// The path of a new journal in its own folder, which is removed with the value.
package final class TemporaryFile: Sendable {
  private let place: TemporaryFolder

  package init() throws { place = try TemporaryFolder() }

  package var folder: String { place.path }
  package var path: String { place.path(of: "session.jsonl") }

  package func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

  /// The size of the file; 0 if it doesn't exist.
  package var byteCount: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? Int) ?? 0
  }

  package func text() throws -> String { String(decoding: try bytes(), as: UTF8.self) }

  package func lines() throws -> [String] { try text().split(separator: "\n").map(String.init) }

  package func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path)) }

  /// Appends bytes to the existing file.
  package func append(_ bytes: [UInt8]) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data(bytes))
  }
}
