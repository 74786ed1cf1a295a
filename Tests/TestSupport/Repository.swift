package import Foundation

/// The files of the package, as they were checked out.
package enum Repository {
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  package static func url(_ path: String) -> URL { root.appendingPathComponent(path) }

  package static func path(_ path: String) -> String { url(path).path }

  package static func text(_ path: String) throws -> String { try String(contentsOf: url(path), encoding: .utf8) }

  /// The lines of a file, without their ends.
  package static func lines(_ path: String) throws -> [String] {
    try text(path).split(separator: "\n").map(String.init)
  }
}
