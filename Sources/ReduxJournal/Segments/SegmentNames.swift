import SystemSupport

/// What the segments of a journal are called: `session.jsonl` is the newest, `session.000001.jsonl` and so on are those
/// before it, in order.
struct SegmentNames: Sendable {
  /// The folder with the slash after it; empty for the current one.
  private let folder: String
  private let stem: String
  /// The extension with its dot; empty if there is none.
  private let ending: String

  private static let leastDigits = 6
  private static let mostDigits = 15

  /// The greatest number that a name has, if it is listed.
  static let greatest = 999_999_999_999_999
  /// No journal gets so far by counting. A file with a greater number, which anybody may have put there, counts only if
  /// it is a segment of the journal: else there would be no numbers left for those that are begun.
  static let greatestPlausible = 1_000_000_000

  /// The names of the segments of the journal at a path.
  init(of path: String) {
    let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let name = path[nameStart...]
    folder = String(path[..<nameStart])
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    stem = String(name[..<dot])
    ending = String(name[dot...])
  }

  /// The path of an older segment.
  func path(_ number: Int) -> String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(0, SegmentNames.leastDigits - digits.count))
    return "\(folder)\(stem).\(zeros)\(digits)\(ending)"
  }

  /// Where a new segment is written until it is whole.
  var temporaryPath: String { "\(folder)\(stem)\(ending).next" }

  /// The number in the name of an older segment; `nil` for any other name.
  func number(in name: String) -> Int? {
    guard name.hasPrefix(stem + "."), name.hasSuffix(ending), name.utf8.count > stem.utf8.count + ending.utf8.count
    else { return nil }
    let digits = name.dropFirst(stem.count + 1).dropLast(ending.count)
    // No longer than a number may be that is not cut, and with no other way to write it.
    guard (SegmentNames.leastDigits...SegmentNames.mostDigits).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
      let number = Int(digits), number > 0, path(number).hasSuffix("." + digits + ending)
    else { return nil }
    return number
  }

  /// The path of the journal whose older segment is called as the file of a path; `nil` if none is called so.
  static func newestPath(ofOlder path: String) -> String? {
    let name = SegmentNames(of: path)
    // Where the names have no extension, the number is one.
    let bases = name.ending.isEmpty ? [] : [name.stem, name.stem.withoutExtension.map { $0 + name.ending }]
    return bases.compactMap(\.self).map { name.folder + $0 }.first { base in
      SegmentNames(of: base).number(in: name.stem + name.ending) != nil
    }
  }

  /// The numbers of the older segments that are there, or of what is called like one, in order.
  func numbers() throws(JournalError) -> [Int] {
    let folder = folder.isEmpty ? "." : folder
    return try JournalError.at(folder, try Platform.names(inFolder: folder)).compactMap(number).sorted()
  }
}

extension String {
  /// The name without what follows its last dot; `nil` if it has none.
  fileprivate var withoutExtension: String? { lastIndex(of: ".").map { String(self[..<$0]) } }
}
