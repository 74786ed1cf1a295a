import CommandLineKit
import ReduxJournal
import ReduxLogTool
import StateTree
import TestSupport
import Testing

/// Journals with a key, and forgeries without it.
struct KeyedJournals {
  /// The key's digits, and its fingerprint.
  static let digits = "000102030405060708090a0b0c0d0e0f"
  static let fingerprint = "d28d56feb7c1229a"

  let tool: ToolFixture

  /// A folder with the keys `key` and `other`, and the journal `j` of three actions, recorded with the first.
  init() throws {
    tool = try ToolFixture()
    try write(KeyedJournals.digits + "\n", to: "key")
    try write(String(KeyedJournals.digits.reversed()) + "\n", to: "other")
    _ = tool.run(
      "record -o DIR/j --app tally --key-file DIR/key",
      input: [3, 4, 99].map { #"{"add":{"_0":\#($0)}}"# + "\n" }.joined())
  }

  func write(_ text: String, to name: String) throws {
    try OutputFile.write(Array(text.utf8), to: tool.folder.path(of: name), force: true)
  }

  /// The lines of a journal.
  func lines(_ name: String) throws -> [String] {
    try #require(tool.folder.contents(of: name)).split(separator: "\n").map(String.init)
  }

  /// Writes lines with new sums, which needs no key.
  func forge(_ lines: [String], to name: String) throws {
    let id = try JournalFile(path: tool.folder.path(of: "j")).journalID
    var bytes: [UInt8] = []
    var sum: ChainSum?
    for line in lines {
      let body = Array(line.utf8.dropLast(26))
      if let last = sum {
        sum = last.next(over: body)
      } else {
        var hash = ChainSum.hash(startOf: id)
        hash.update(body)
        sum = ChainSum(hash)
      }
      bytes += body
      sum?.appendSuffix(to: &bytes)
    }
    try OutputFile.write(bytes, to: tool.folder.path(of: name), force: true)
  }
}
