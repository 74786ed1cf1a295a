import Foundation

/// The name of a journal in a folder of its own, which goes with the value. There is no file yet.
package final class TemporaryFile: Sendable {
  private let place: TemporaryFolder

  package init() throws { place = try TemporaryFolder() }

  package var folder: String { place.path }
  package var path: String { place.path(of: "session.jsonl") }

  package func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

  package func text() throws -> String { String(decoding: try bytes(), as: UTF8.self) }

  package func lines() throws -> [String] { try text().split(separator: "\n").map(String.init) }

  package func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path)) }
}
