import SystemSupport

/// The names of a journal's segments: `session.jsonl` is the newest; `session.000001.jsonl`, `session.000002.jsonl` and
/// so on are the ones before it, in order.
struct SegmentNames: Sendable {
  /// The folder with the slash after it; empty for the current one.
  private let folder: String
  private let stem: String
  /// The extension with its dot; empty if there is none.
  private let ending: String

  private static let leastDigits = 6
  private static let mostDigits = 15

  /// The greatest number that a listed name can have.
  static let greatest = 999_999_999_999_999
  /// The greatest number that a journal could reach by counting. A file with a greater number, which another program
  /// may have created, counts only if it is a segment of the journal; otherwise it would use up the numbers of new
  /// segments.
  static let greatestPlausible = 1_000_000_000

  /// Creates the names for the segments of the journal at a path.
  init(of path: String) {
    let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let name = path[nameStart...]
    folder = String(path[..<nameStart])
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    stem = String(name[..<dot])
    ending = String(name[dot...])
  }

  /// Returns the path of an older segment.
  func path(_ number: Int) -> String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(0, SegmentNames.leastDigits - digits.count))
    return "\(folder)\(stem).\(zeros)\(digits)\(ending)"
  }

  /// The path of an unfinished new segment.
  var temporaryPath: String { "\(folder)\(stem)\(ending).next" }

  /// Parses the number in an older segment's name; `nil` for any other name.
  func number(in name: String) -> Int? {
    guard name.hasPrefix(stem + "."), name.hasSuffix(ending), name.utf8.count > stem.utf8.count + ending.utf8.count
    else { return nil }
    let digits = name.dropFirst(stem.count + 1).dropLast(ending.count)
    // Not more digits than an untruncated number can have, and in its canonical form.
    guard (SegmentNames.leastDigits...SegmentNames.mostDigits).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
      let number = Int(digits), number > 0, path(number).hasSuffix("." + digits + ending)
    else { return nil }
    return number
  }

  /// Returns the path of the journal that may have the file at a path as an older segment; `nil` if none can.
  static func newestPath(ofOlder path: String) -> String? {
    let name = SegmentNames(of: path)
    // If the names have no extension, the number takes its place.
    let bases = name.ending.isEmpty ? [] : [name.stem, name.stem.withoutExtension.map { $0 + name.ending }]
    return bases.compactMap(\.self).map { name.folder + $0 }.first { base in
      SegmentNames(of: base).number(in: name.stem + name.ending) != nil
    }
  }

  /// Returns the numbers of the existing files with names of older segments, in order.
  func numbers() throws(JournalError) -> [Int] {
    let folder = folder.isEmpty ? "." : folder
    return try JournalError.at(folder, try Platform.names(inFolder: folder)).compactMap(number).sorted()
  }
}

extension String {
  /// The name without its last dot and what follows it; `nil` if it has no dot.
  fileprivate var withoutExtension: String? { lastIndex(of: ".").map { String(self[..<$0]) } }
}

/// Finds a line's file, given a number that counts through all files of a journal.
package struct LineLocator {
  /// A file before the last, with the number of lines before it and up to its end.
  private struct Part {
    var path: String
    var before: Int
    var end: Int
  }

  private var parts: [Part] = []
  private var linesBeforeLast = 0
  private let lastPath: String

  /// Counts the lines. O(n) in the bytes of the files before the last.
  package init(_ file: SegmentedFile) {
    lastPath = file.path
    for (part, range) in file.olderFiles {
      // The number of the line that would begin at the file's end, minus one, is its line count.
      guard let next = JournalFile.lineNumber(at: range.count, in: SegmentedFile(part)) else { break }
      let end = linesBeforeLast + next - 1
      parts.append(Part(path: part.path, before: linesBeforeLast, end: end))
      linesBeforeLast = end
    }
  }

  /// Returns the path of a line's file, and the line's number in it. O(n) in the number of files.
  package func location(ofLine line: Int) -> (path: String, line: Int) {
    parts.first { line <= $0.end }.map { ($0.path, line - $0.before) } ?? (lastPath, line - linesBeforeLast)
  }
}
