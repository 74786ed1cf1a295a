import CommandLineKit
import Foundation
import ReduxLogTool
import TestSupport
import Testing

/// Compressed journals: every command refuses them with advice.
@Suite struct CompressedJournalTests {
  private static let calls = [
    ["log", "FILE"], ["log", "FILE", "--follow"], ["record", "-o", "FILE", "--append"],
    ["redact", "FILE", "-o", "OUT"],
    ["show", "FILE"], ["replay", "FILE"], ["verify", "FILE"], ["verify", "FILE", "--no-replay"],
    ["diff", "FILE@0..1"], ["bisect", "FILE", "--expect", "$.a"], ["assert", "FILE", "--always", "$.a"],
    ["blame", "FILE"], ["coverage", "FILE"], ["drift", "FILE", "--against", "OUT"],
    ["export", "FILE", "--as", "ndjson"],
    ["generate-test", "FILE", "-o", "OUT"], ["inspect", "FILE"], ["inspect", "FILE", "--print"],
    ["report", "FILE", "-o", "OUT"],
    ["rewind", "FILE", "--to", "0"], ["mark", "FILE", "here"], ["index", "FILE", "-o", "OUT"],
    ["bake", "FILE", "-o", "OUT"], ["minimize", "FILE", "-o", "OUT", "--expect", "$.a"],
    ["slice", "FILE@0..1", "-o", "OUT"], ["repair", "FILE", "-o", "OUT"], ["repair", "FILE", "-n"], ["stats", "FILE"],
    ["summary", "FILE"],
  ]

  @Test func `every command is covered`() {
    let tried = Set(Self.calls.map { $0[0] })
    // These read no journal.
    #expect(
      tried.union(["import", "init", "merge", "tour", "help"]) == Set(CommandTable.standard.specifications.map(\.name)))
  }

  @Test(arguments: Self.calls)
  func `a compressed journal is refused with advice`(words: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "session.jsonl.gz")
    try Data([0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x0a]).write(to: URL(filePath: path))
    let arguments = words.map {
      $0.replacing("FILE", with: path).replacing("OUT", with: folder.path(of: "k.jsonl"))
    }
    let result = reduxlog(arguments)
    #expect(result.code == .trouble)
    #expect(
      result.errorOutput
        == "\(path): error: the file is compressed; unpack it with 'gunzip -k', and name the result\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["session.jsonl.gz"])
  }
}
