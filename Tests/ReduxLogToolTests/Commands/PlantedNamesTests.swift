import CommandLineKit
import Expectations
import Foundation
import HostileInput
import ReduxJournal
import StateTree
import TestSupport
import Testing

/// Journals where every name is a path: none determines an output path.
struct PlantedNamesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path(of: "in"), withIntermediateDirectories: false)
  }

  /// The calls' words: `J` is a journal, `D` a damaged one, `O` a file to write.
  private static let calls: [[String]] =
    CommandCall.all.map { $0.words(journal: "J", output: "O", expression: "$.n<2") } + [
      ["log", "J", "-p"], ["show", "J@1", "--meta"], ["verify", "J", "--format", "junit"],
      ["inspect", "J", "--print", "--keys", "] ] b"], ["summary", "J", "--format", "markdown"],
      ["mark", "J@0", "marked", "--text", "../marked"], ["rewind", "J", "--to", "0", "-o", "O"],
      ["coverage", "J", "--keep", "O"], ["export", "J", "--as", "redux-devtools", "-o", "O"],
      ["diff", "J", "J@0", "--history"], ["repair", "D", "-o", "O"],
      ["record", "-o", "J", "--append", "--actions", "J"],
    ]

  @Test(arguments: ["../planted", "/tmp/reduxlog-planted", "sub/planted"], ["json", nil])
  func `names in a journal don't affect output paths`(planted: String, app: String?) throws {
    let path = folder.path(of: "in/s.jsonl")
    // A missing app, so its name could lead to a file.
    let journal = try SampleJournal(
      path, app: AppIdentity(name: app ?? planted, version: planted), initial: ["n": 0],
      context: JSONObject([(planted, .string(planted))]))
    try journal.act(#"{"merge":{"a":"\#(planted)","\#(planted)":1}}"#, type: planted, at: 1)
    try journal.writer.mark(to: 1, name: planted, text: planted)
    try journal.writer.gap(why: planted, missing: 1)
    try journal.snapshot(setsState: true)
    try journal.act(#"{"merge":{"n":2}}"#, type: planted, at: 2)
    try journal.close()
    let whole = try Data(contentsOf: URL(filePath: path))
    var damaged = whole
    // In the mark's line, which a snapshot follows.
    damaged[
      try #require(String(decoding: whole, as: UTF8.self).range(of: #""kind":"mark""#)).lowerBound
        .utf16Offset(in: String(decoding: whole, as: UTF8.self))] ^= 1
    for words in Self.calls {
      let names = words.contains("D") ? ["out", "out.rejected"] : words.contains("O") ? ["out"] : []
      try whole.write(to: URL(filePath: path))
      try damaged.write(to: URL(filePath: folder.path(of: "in/damaged.jsonl")))
      let result = reduxlog(
        words.map { word in
          switch word.first {
          case "J": path + word.dropFirst()
          case "D": folder.path(of: "in/damaged.jsonl")
          case "O": folder.path(of: "in/out")
          default: word
          }
        })
      let found = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "in")).sorted()
      // Commands that need a missing app's reducers write nothing.
      let isDone = result.code == .fine || result.code == .finding
      expectEqual(found, (["damaged.jsonl", "s.jsonl"] + (isDone ? names : [])).sorted(), "\(words): \(result)")
      // The journal holds no actions of its own, and the file to write is no tool.
      let isRefused = words.contains("--actions") || words.contains("--against")
      #expect(app == nil || isDone != isRefused, "\(words): \(result)")
      try expectEqual(folder.names(), ["in"], "\(words)")
      #expect(!FileManager.default.fileExists(atPath: "/tmp/reduxlog-planted"), "\(words)")
      for name in names { try? FileManager.default.removeItem(atPath: folder.path(of: "in/\(name)")) }
    }
  }
}
