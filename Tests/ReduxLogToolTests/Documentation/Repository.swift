import Foundation

/// The files of the package, as they were checked out.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Whether the outputs in the documentation are to be written anew.
  static var updatesDocumentation: Bool { ProcessInfo.processInfo.environment["UPDATE_DOCS"] == "1" }

  static func url(_ path: String) -> URL { root.appendingPathComponent(path) }

  static func path(_ path: String) -> String { url(path).path }

  static func text(_ path: String) throws -> String { try String(contentsOf: url(path), encoding: .utf8) }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }

  /// The folders of the samples.
  static let samples: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: path("Samples"))) ?? []).sorted().map { "Samples/\($0)" }

  /// The package's README, the samples' READMEs, and every page in `docs`, however deep.
  static let pages: [String] =
    ["README.md"] + samples.map { "\($0)/README.md" } + files(in: "docs", withSuffix: ".md")

  /// The Swift files below a folder.
  static func swiftFiles(in folder: String) -> [String] { files(in: folder, withSuffix: ".swift") }

  private static func files(in folder: String, withSuffix suffix: String) -> [String] {
    guard let files = FileManager.default.enumerator(atPath: url(folder).path) else { return [] }
    return files.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }
}
