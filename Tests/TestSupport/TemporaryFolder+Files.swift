import Foundation

extension TemporaryFolder {
  /// The text of a file in the folder.
  package func contents(of name: String) -> String? {
    FileManager.default.contents(atPath: path(of: name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Creates a file, and the folders on the way to it.
  package func create(_ name: String, _ text: String = "") { create(name, bytes: Array(text.utf8)) }

  /// Creates a file, and the folders on the way to it.
  package func create(_ name: String, bytes: [UInt8]) {
    let folder = URL(filePath: path(of: name)).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: path(of: name), contents: Data(bytes))
  }

  /// The permissions of a file.
  package func permissions(of name: String) throws -> Int? {
    let value = try FileManager.default.attributesOfItem(atPath: path(of: name))[.posixPermissions]
    return value as? Int
  }
}
