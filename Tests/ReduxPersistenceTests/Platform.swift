import Foundation

/// The tests' calls to the operating system.
enum Platform {
  static func sleep(milliseconds: Int) { Thread.sleep(forTimeInterval: Double(milliseconds) / 1000) }

  /// The rights of a file: `0o600`.
  static func rights(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  static func setRights(_ rights: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: rights], ofItemAtPath: path)
  }

  static func text(of path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  static func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  static func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }
}
