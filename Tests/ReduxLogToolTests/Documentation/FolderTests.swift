import Expectations
import Foundation
import TestSupport
import Testing

/// The folders of a module are layers.
///
/// Searches all sources for names of types, and counts their lines, which takes a second.
struct FolderTests {
  @Test func `no folder uses types of a folder that uses its own`() throws {
    let files = try Repository.swiftFiles(in: "Sources").map { SourceFile($0, try Repository.text($0)) }
    let modules = Dictionary(grouping: files, by: \.module)
    #expect(modules.count > 20)
    expectEqual(modules.sorted { $0.key < $1.key }.flatMap { FolderGraph($0.value).circles }, [])
  }

  @Test func `no module is longer than twelve thousand lines`() throws {
    var lengths: [Substring: Int] = [:]
    for path in Repository.swiftFiles(in: "Sources") {
      lengths[path.split(separator: "/")[1], default: 0] += try Repository.text(path).utf8.count {
        $0 == UInt8(ascii: "\n")
      }
    }
    expectEqual(lengths.filter { $0.value > 12_000 }.map { "\($0.key): \($0.value)" }.sorted(), [])
  }

  @Test func `a circle is found, and comments, texts and members make none`() {
    let files = [
      SourceFile("Sources/M/A/One.swift", "struct One {\n  let two: [Two]\n}\n"),
      SourceFile("Sources/M/B/Two.swift", "public final class Two {}\nextension One {}\n"),
      SourceFile("Sources/M/C/Three.swift", "enum Three { case none }\n"),
      SourceFile("Sources/M/D/Four.swift", "struct Four {\n  let three = Three.none\n  // One\n}\n"),
      SourceFile(
        "Sources/M/C/Five.swift", "let five = \"Four\" // Four\nlet six = Six.Four\nlet text = \"\"\"\nFour\n\"\"\"\n"),
    ]
    expectEqual(
      FolderGraph(files).circles, ["M: A uses Two of B, as in One.swift", "M: B uses One of A, as in Two.swift"])
  }
}

/// A file of a module with the types that it declares and those that it names.
private struct SourceFile {
  private static let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]

  let module: String
  /// The folder in the module; empty for the module's own.
  let folder: String
  let name: String
  private(set) var declared: Set<Substring> = []
  private(set) var named: Set<Substring> = []

  init(_ path: String, _ text: String) {
    let parts = path.split(separator: "/").map(String.init)
    (module, folder, name) = (parts[1], parts.count > 3 ? parts[2] : "", parts[parts.count - 1])
    var isInText = false
    for line in text.split(separator: "\n") {
      if line.contains("\"\"\"") { isInText.toggle() }
      if isInText || line.contains("\"\"\"") { continue }
      let code = SourceFile.code(of: line)
      let words = code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      if code.first?.isWhitespace == false, let kind = words.firstIndex(where: SourceFile.kinds.contains),
        kind + 1 < words.count
      {
        declared.insert(words[kind + 1])
      }
      for word in words where word.first?.isUppercase == true {
        if word.startIndex > code.startIndex, code[code.index(before: word.startIndex)] == "." { continue }
        named.insert(word)
      }
    }
  }

  /// The line without its comment and its texts.
  private static func code(of line: Substring) -> Substring {
    var line = line
    if let comment = line.firstRange(of: "//") { line = line[..<comment.lowerBound] }
    guard line.contains("\"") else { return line }
    return line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: " ")[...]
  }
}

/// The folders of a module, and which of them use types of which.
private struct FolderGraph {
  /// For each folder, those whose types it uses, with an example.
  private var uses: [String: [String: String]] = [:]

  init(_ files: [SourceFile]) {
    var homes: [Substring: Set<String>] = [:]
    for file in files { for type in file.declared { homes[type, default: []].insert(file.folder) } }
    for file in files.sorted(by: { $0.name < $1.name }) {
      for type in file.named.sorted() {
        guard let folders = homes[type], folders.count == 1, let home = folders.first, home != file.folder,
          uses[file.folder]?[home] == nil
        else { continue }
        uses[file.folder, default: [:]][home] =
          "\(file.module): \(file.folder) uses \(type) of \(home), as in \(file.name)"
      }
    }
  }

  /// The uses that are part of a circle.
  var circles: [String] {
    uses.flatMap { folder, used in used.filter { reached(from: $0.key).contains(folder) }.values }.sorted()
  }

  private func reached(from folder: String) -> Set<String> {
    var reached: Set = [folder]
    var next = [folder]
    while let folder = next.popLast() {
      for used in uses[folder, default: [:]].keys where reached.insert(used).inserted { next.append(used) }
    }
    return reached
  }
}
