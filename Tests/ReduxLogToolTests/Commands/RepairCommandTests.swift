import CommandLineKit
import Expectations
import Foundation
import HostileInput
import ReduxJournal
import ReduxLogTool
import TestSupport
import Testing

/// `repair`, on journals of the app `json`.
struct RepairCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path(of: name), encoding: .utf8)
  }

  private func write(_ text: String, to name: String) throws -> String {
    let path = folder.path(of: name)
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  /// A session with a changed second action of six; a snapshot follows the third.
  private func damaged() throws -> String {
    let path = folder.path(of: "j.jsonl")
    let journal = try SampleJournal(path)
    for number in 1...6 {
      try journal.act(#"{"merge":{"n":\#(number)}}"#, at: number)
      if number == 3 { try journal.snapshot(at: 3) }
    }
    try journal.close()
    return try write(text("j.jsonl").replacing(#"{"merge":{"n":2}}"#, with: #"{"merge":{"n":7}}"#), to: "j.jsonl")
  }

  @Test func `repair writes what it can save, and the rest beside it`() throws {
    let path = try damaged()
    let copy = folder.path(of: "k.jsonl")
    let result = reduxlog("repair", path, "-o", copy)
    expectEqual(
      result,
      CallResult(
        code: .finding,
        output: """
          lines 4 to 5 (376 bytes): its sum doesn't match; state 2 is lost; seqs from here on were 1 higher
          8 lines kept, 2 lines (376 bytes) set aside, 1 gap

          """,
        errorOutput: """
          \(copy).rejected: the rejected lines, unchanged
          \(copy): the recovered journal

          """))
    let lines = try text("j.jsonl").split(separator: "\n")
    try expectEqual(text("k.jsonl.rejected"), lines[3...4].joined(separator: "\n") + "\n")
    let verified = reduxlog("verify", copy)
    expectEqual(verified.code, .fine)
    expectEqual(verified.output, "ok \(copy): 4 actions, 6 states proven, 1 session, closed\n")
    expectEqual(reduxlog("show", copy + "@3").output, reduxlog("show", copy + "@-3").output)
    #expect(reduxlog("log", copy).output.contains("repaired: lines 4 to 5 (376 bytes)"))
  }

  @Test func `--dry-run writes nothing`() throws {
    let path = try damaged()
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let result = reduxlog("repair", path, "-n")
    expectEqual(result.code, .finding)
    expectEqual(result.output, reduxlog("repair", path, "-o", folder.path(of: "k.jsonl")).output)
    expectEqual(result.errorOutput, "nothing was written\n")
    try FileManager.default.removeItem(atPath: folder.path(of: "k.jsonl"))
    try FileManager.default.removeItem(atPath: folder.path(of: "k.jsonl.rejected"))
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), before)
  }

  @Test func `repair overwrites a file only with --force, and never the journal itself`() throws {
    let path = try damaged()
    let copy = try write("mine", to: "k.jsonl")
    let rejected = try write("mine too", to: "l.jsonl.rejected")
    expectEqual(
      reduxlog("repair", path, "-o", copy).errorOutput,
      "reduxlog: error: '\(copy)' already exists; use --force to overwrite it\n")
    expectEqual(
      reduxlog("repair", path, "-o", folder.path(of: "l.jsonl")).errorOutput,
      "reduxlog: error: '\(rejected)' already exists; use --force to overwrite it\n")
    try expectEqual(text("k.jsonl"), "mine")
    try expectEqual(text("l.jsonl.rejected"), "mine too")
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "l.jsonl")))
    expectEqual(reduxlog("repair", path, "-o", copy, "--force").code, .finding)
    #expect(try text("k.jsonl") != "mine")
    let bytes = try text("j.jsonl")
    expectEqual(reduxlog("repair", path, "-o", path, "--force").code, .usage)
    expectEqual(reduxlog("repair", path).code, .usage)
    expectEqual(reduxlog("repair", path, "-n", "-o", copy).code, .usage)
    expectEqual(reduxlog("repair", path, "-o", "/dev/null").code, .usage)
    try expectEqual(text("j.jsonl"), bytes)
  }

  @Test func `an intact journal is copied without a file of rejected lines`() throws {
    let path = try SampleJournal.session(folder.path(of: "j.jsonl")).path
    let copy = folder.path(of: "k.jsonl")
    expectEqual(
      reduxlog("repair", path, "-o", copy),
      CallResult(
        code: .fine, output: "12 lines kept, 0 lines (0 bytes) set aside, 0 gaps\n",
        errorOutput: "\(copy): an unchanged copy; nothing needed repair\n"))
    try expectEqual(text("k.jsonl"), text("j.jsonl"))
    #expect(!FileManager.default.fileExists(atPath: copy + ".rejected"))
  }

  @Test func `a session of another app is refused from each place, and set aside`() throws {
    var forge = JournalForge()
    forge.header()
    forge.state()
    forge.action(#"{"merge":{"n":1}}"#)
    forge.header((#""name":"json""#, #""name":"other""#), session: 2)
    forge.action(#"{"merge":{"n":2}}"#)
    let path = try write(String(decoding: forge.bytes, as: UTF8.self), to: "j.jsonl")
    for words in [["verify", path], ["log", path], ["log", "\(path)@1.."], ["replay", path]] {
      let result = reduxlog(words)
      expectEqual(result.code, .trouble)
      #expect(result.errorOutput.contains("the header is of another app than the session before"), "\(words)")
    }
    let copy = folder.path(of: "k.jsonl")
    expectEqual(
      reduxlog("repair", path, "-o", copy).output,
      """
      lines 4 to 5 (396 bytes): it is the header of another app; everything after is lost
      3 lines kept, 2 lines (396 bytes) set aside, 1 gap

      """)
    #expect(reduxlog("verify", copy).output.contains(": 1 action,"))
  }

  @Test func `an action in flight is kept as interrupted`() throws {
    var journal: SampleJournal? = try SampleJournal.crashed(folder.path(of: "j.jsonl"))
    let bytes = try text("j.jsonl")
    try journal?.writer.close()
    journal = nil
    let path = try write(bytes, to: "torn.jsonl")
    let copy = folder.path(of: "k.jsonl")
    let result = reduxlog("repair", path, "-o", copy)
    expectEqual(result.code, .fine)
    #expect(
      result.output.hasPrefix(
        "action 4 (merge) was in flight when the process died; its line was completed as interrupted\n"))
    #expect(try text("k.jsonl").hasPrefix(bytes))
    expectEqual(reduxlog("verify", copy).code, .fine)
  }

  @Test func `repair writes nothing for a file that isn't a journal`() throws {
    let path = try write("no journal\n", to: "j.jsonl")
    let copy = folder.path(of: "k.jsonl")
    let result = reduxlog("repair", path, "-o", copy)
    expectEqual(result.code, .trouble)
    expectEqual(
      result.errorOutput, "\(path): error: not a journal: it has no header that can be proven; check the path\n")
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), ["j.jsonl"])
  }
}
