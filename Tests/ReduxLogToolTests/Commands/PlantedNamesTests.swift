import CommandLineKit
import Foundation
import ReduxJournal
import ReduxLogTool
import StateTree
import TestSupport
import Testing

/// Journals where every name is a path: none determines an output path.
@Suite struct PlantedNamesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path(of: "in"), withIntermediateDirectories: false)
  }

  /// The commands' arguments, and the files in the folder afterwards.
  private static let calls: [([String], names: [String])] = [
    (["log", "J", "-p"], []), (["show", "J"], []), (["show", "J@1", "--meta"], []), (["replay", "J"], []),
    (["verify", "J"], []), (["verify", "J", "--format", "junit"], []), (["diff", "J@0..1"], []),
    (["bisect", "J", "--expect", "$.n"], []), (["assert", "J", "--always", "$.n"], []), (["blame", "J"], []),
    (["stats", "J"], []), (["inspect", "J", "--print", "--keys", "] ] b"], []), (["report", "J", "-o", "O"], ["out"]),
    (["summary", "J", "--format", "markdown"], []),
    (["mark", "J@0", "marked", "--text", "../marked"], []), (["rewind", "J", "--to", "0"], []),
    (["rewind", "J", "--to", "0", "-o", "O"], ["out"]), (["index", "J", "-o", "O"], ["out"]),
    (["bake", "J", "-o", "O"], ["out"]),
    (["minimize", "J@1", "-o", "O", "--expect", "!$.a"], ["out"]),
    (["coverage", "J"], []), (["coverage", "J", "--keep", "O"], ["out"]), (["drift", "J", "--against", "O"], []),
    (["export", "J", "--as", "redux-devtools", "-o", "O"], ["out"]),
    (["generate-test", "J@1", "-o", "O"], ["out"]), (["diff", "J", "J@0", "--history"], []),
    (["slice", "J@1..", "-o", "O"], ["out"]), (["redact", "J", "-o", "O"], ["out"]),
    (["repair", "J", "-o", "O"], ["out"]), (["repair", "D", "-o", "O"], ["out", "out.rejected"]),
    (["record", "-o", "J", "--append", "--actions", "J"], []),
  ]

  @Test func `every command is covered`() {
    let tried = Set(Self.calls.map { $0.0[0] })
    // These read no journal.
    #expect(
      tried.union(["import", "init", "merge", "tour", "help"]) == Set(CommandTable.standard.specifications.map(\.name)))
  }

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
    for (words, names) in Self.calls {
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
      #expect(found == (["damaged.jsonl", "s.jsonl"] + (isDone ? names : [])).sorted(), "\(words): \(result)")
      #expect(app == nil || isDone || ["record", "drift"].contains(words[0]), "\(words): \(result)")
      #expect(try folder.names() == ["in"], "\(words)")
      #expect(!FileManager.default.fileExists(atPath: "/tmp/reduxlog-planted"), "\(words)")
      for name in names { try? FileManager.default.removeItem(atPath: folder.path(of: "in/\(name)")) }
    }
  }
}
