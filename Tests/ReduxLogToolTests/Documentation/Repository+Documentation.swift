import Foundation
import TestSupport

extension Repository {
  /// Whether to rewrite the outputs in the documentation.
  static var updatesDocumentation: Bool { ProcessInfo.processInfo.environment["UPDATE_DOCS"] == "1" }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: self.path(path)) }

  /// The folders of the samples.
  static let samples: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: path("Samples"))) ?? []).sorted().map { "Samples/\($0)" }

  /// The package's README, the samples' READMEs, every page in `docs`, and the pages of the DocC catalogues.
  static let pages: [String] =
    ["README.md"] + samples.map { "\($0)/README.md" } + files(in: "docs", withSuffix: ".md")
    + files(in: "Sources", withSuffix: ".md")

  /// The Swift files below a folder.
  static func swiftFiles(in folder: String) -> [String] { files(in: folder, withSuffix: ".swift") }

  private static func files(in folder: String, withSuffix suffix: String) -> [String] {
    guard let files = FileManager.default.enumerator(atPath: path(folder)) else { return [] }
    return files.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }
}
