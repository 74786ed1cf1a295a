#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder of its own for one test, gone with the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/reduxlog-tool-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(of name: String) -> String { path + "/" + name }

  func contents(of name: String) -> String? {
    FileManager.default.contents(atPath: path(of: name)).map { String(decoding: $0, as: UTF8.self) }
  }

  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

  func create(_ name: String, _ text: String = "") {
    _ = FileManager.default.createFile(atPath: path(of: name), contents: Data(text.utf8))
  }

  func create(_ name: String, bytes: [UInt8]) {
    _ = FileManager.default.createFile(atPath: path(of: name), contents: Data(bytes))
  }

  func permissions(of name: String) throws -> Int? {
    let value = try FileManager.default.attributesOfItem(atPath: path(of: name))[.posixPermissions]
    return value as? Int
  }
}
