import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import StateTree
import TestSupport
import Testing

/// `slice`, on journals of the app `json`.
struct SliceCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// States 0 to 7: a mark of 1 after 2, a rewind from 4 to 2, a gap before 7.
  private func session() throws -> String {
    let journal = try SampleJournal.session(folder.path(of: "j.jsonl"))
    try journal.close()
    return journal.path
  }

  private func records(_ path: String) throws -> [String] {
    let reader = try JournalReader(path: path)
    var records: [String] = []
    while let entry = try reader.next() { records.append("\(entry.record.kind) \(entry.seq)") }
    return records
  }

  @Test func `states up to a damaged line can be read, sliced and replayed`() throws {
    let path = try session()
    let intact = [
      reduxlog("replay", path, "--to", "4"), reduxlog("show", "\(path)@4"), reduxlog("log", "\(path)@1..4"),
    ]
    let rewind = try #require(text(path).split(separator: "\n").first { $0.hasPrefix(#"{"kind":"rewind""#) })
    try text(path).replacing(rewind, with: rewind.replacing(#""to":2"#, with: #""to":3"#))
      .write(toFile: path, atomically: true, encoding: .utf8)
    #expect(reduxlog("verify", path).code == .trouble)
    let warning = "\(path): warning: the line after these states is damaged; marks of the last one may be missing\n"
    expectEqual([reduxlog("replay", path, "--to", "4"), reduxlog("show", "\(path)@4")], Array(intact.prefix(2)))
    expectEqual(
      reduxlog("log", "\(path)@1..4"), CallResult(code: .fine, output: intact[2].output, errorOutput: warning))
    let copy = folder.path(of: "k.jsonl")
    let slice = reduxlog("slice", "\(path)@1..4", "-o", copy)
    expectEqual(slice.code, .fine)
    #expect(slice.errorOutput.hasPrefix(warning))
    expectEqual(reduxlog("show", "\(copy)@4").output, intact[1].output)
    #expect(reduxlog("replay", path, "--to", "5").code == .trouble)
    #expect(reduxlog("slice", "\(path)@1..5", "-o", copy, "--force").code == .trouble)
  }

  @Test func `damage in the first state, or after the last one, is an error`() throws {
    let path = try session()
    let whole = try text(path)
    func change(_ old: String, _ new: String) throws {
      try #require(whole.contains(old))
      try whole.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
    }
    try change(#""state":{"#, #""State":{"#)
    expectEqual(reduxlog("log", "\(path)@0").code, .trouble)
    let last = try String(#require(whole.split(separator: "\n").last))
    try change(last, last.replacing("seal", with: "sael"))
    for words in [["replay", path], ["log", "\(path)@..7"], ["slice", "\(path)@1..7", "-o", "\(path).k"]] {
      expectEqual(reduxlog(words).code, .trouble)
    }
    // The lines before it are still listed.
    #expect(reduxlog("log", path).output.contains("   7  "))
  }

  @Test func `a command for whole journals says so for a part of one`() throws {
    let path = try session()
    expectEqual(
      reduxlog("verify", "\(path)@2..4").errorOutput,
      """
      \(path)@2..4: error: no such file, and a revision can't be given here
        Name the whole journal, '\(path)', or write part of it to a file first with 'slice'.

      """)
  }

  @Test func `a slice has the journal's states, under the same seqs`() throws {
    let path = try session()
    let copy = folder.path(of: "k.jsonl")
    let result = reduxlog("slice", "\(path)@2..6", "-o", copy)
    expectEqual(
      result,
      CallResult(
        code: .fine, output: "",
        errorOutput: """
          a mark of a state before the slice is left out
          \(copy): states 2 to 6 of \(path), 3 actions

          """))
    try expectEqual(
      records(copy),
      [
        "header 2", "snapshot 2", "action 3", "action 4", "rewind 5", "snapshot 5", "action 6", "gap 6", "seal 6",
      ])
    expectEqual(
      reduxlog("verify", copy).output,
      "ok \(copy): 3 actions, 1 refused, 5 states proven, 1 rewind, 1 session, closed\n")
    for seq in 2...6 {
      expectEqual(reduxlog("show", "\(copy)@\(seq)").output, reduxlog("show", "\(path)@\(seq)").output)
    }
    for seq in [3, 4, 6] {
      expectEqual(
        reduxlog("show", "\(copy)@\(seq)", "--action").output, reduxlog("show", "\(path)@\(seq)", "--action").output)
    }
    expectEqual(reduxlog("diff", "\(copy)@3..6").output, reduxlog("diff", "\(path)@3..6").output)
    expectEqual(reduxlog("diff", "\(copy)@..6").output, reduxlog("diff", "\(path)@2..6").output)
    #expect(reduxlog("show", "\(copy)@1").errorOutput.contains("state 1 doesn't exist\n  The first state is 2."))
    #expect(reduxlog("show", "\(copy)@3~2").errorOutput.contains("The first state is 2."))
    #expect(reduxlog("show", "\(copy)@-6").errorOutput.contains("The journal has the states 2 to 6."))
    expectEqual(reduxlog("show", "\(copy)@-5").output, reduxlog("show", "\(path)@2").output)
    expectEqual(reduxlog("replay", copy).output, reduxlog("replay", path, "--to", "6").output)
    expectEqual(reduxlog("log", copy, "-p").code, .fine)
    expectEqual(reduxlog("stats", copy).code, .fine)
  }

  @Test func `the checksum chain continues from the line before`() throws {
    let path = try session()
    let copy = folder.path(of: "k.jsonl")
    _ = reduxlog("slice", "\(path)@2..3", "-o", copy)
    let line = try #require(try text(path).split(separator: "\n").first { $0.hasPrefix(#"{"kind":"action","seq":2,"#) })
    let header = try #require(try text(copy).split(separator: "\n").first)
    #expect(header.hasPrefix(#"{"kind":"header","seq":2,"format":1,"journal":"\#(SampleJournal.id)","session":1,"#))
    #expect(header.contains(#","previous":"\#(line.suffix(18).prefix(16))","sum":""#))
  }

  @Test func `a rewind to a state before the slice stores that state`() throws {
    let path = try session()
    let copy = folder.path(of: "k.jsonl")
    let result = reduxlog("slice", "\(path)@4..", "-o", copy)
    #expect(result.errorOutput.hasPrefix("a rewind of a state before the slice became a snapshot\n"))
    try expectEqual(
      records(copy),
      [
        "header 4", "snapshot 4", "gap 4", "snapshot 5", "snapshot 5", "action 6", "gap 6", "snapshot 7", "seal 7",
      ])
    #expect(try text(copy).contains("state 5 is state 2 again, which is not in this part of the journal"))
    expectEqual(reduxlog("verify", copy).code, .fine)
    for seq in 4...7 {
      expectEqual(reduxlog("show", "\(copy)@\(seq)").output, reduxlog("show", "\(path)@\(seq)").output)
    }
  }

  @Test func `a second rewind to the same state doesn't store it again`() throws {
    let path = folder.path(of: "j.jsonl")
    let journal = try SampleJournal(path)
    for number in 1...4 { try journal.act(#"{"merge":{"n":\#(number)}}"#, at: number) }
    for at in 5...6 { try journal.rewind(to: 1, at: at) }
    try journal.rewind(to: 5, at: 7)
    try journal.close()
    let copy = folder.path(of: "k.jsonl")
    expectEqual(reduxlog("slice", "\(path)@3..", "-o", copy).code, .fine)
    try expectEqual(
      records(copy),
      [
        "header 3", "snapshot 3", "action 4", "gap 4", "snapshot 5", "rewind 6", "rewind 7", "seal 7",
      ])
    #expect(try text(copy).contains(#"{"kind":"rewind","seq":6,"at":6,"to":5,"#))
    expectEqual(reduxlog("verify", copy).code, .fine)
  }

  @Test func `a slice from the start has the journal's own lines`() throws {
    let path = try session()
    let copy = folder.path(of: "k.jsonl")
    expectEqual(reduxlog("slice", "\(path)@..", "-o", copy).code, .usage)
    expectEqual(reduxlog("slice", "\(path)@0..", "-o", copy).code, .fine)
    try expectEqual(text(copy), text(path))
    expectEqual(reduxlog("slice", "\(path)@..1", "-o", copy, "--force").code, .fine)
    let lines = try text(path).split(separator: "\n")
    #expect(try text(copy).hasPrefix(lines[..<3].joined(separator: "\n")))
    try expectEqual(records(copy), ["header 0", "snapshot 0", "action 1", "seal 1"])
  }

  @Test func `a slice includes later sessions up to its end`() throws {
    let journal = try SampleJournal.crashed(folder.path(of: "j.jsonl"))
    defer { withExtendedLifetime(journal) {} }
    let copy = folder.path(of: "k.jsonl")
    _ = reduxlog("slice", "\(journal.path)@1..3", "-o", copy)
    try expectEqual(
      records(copy), ["header 1", "snapshot 1", "seal 1", "header 1", "snapshot 2", "action 3", "seal 3"])
    expectEqual(reduxlog("verify", copy).code, .fine)
    _ = reduxlog("slice", "\(journal.path)@0..1", "-o", copy, "--force")
    try expectEqual(records(copy), ["header 0", "snapshot 0", "action 1", "seal 1"])
    _ = reduxlog("slice", "\(journal.path)@2..3", "-o", copy, "--force")
    try expectEqual(records(copy), ["header 2", "snapshot 2", "action 3", "seal 3"])
    let header = try #require(try text(copy).split(separator: "\n").first)
    #expect(header.contains(#""session":2,"#))
    expectEqual(reduxlog("verify", copy).code, .fine)
  }

  @Test func `a slice can be sliced, marked and recorded on`() throws {
    let path = try session()
    let slice = folder.path(of: "k.jsonl")
    let copy = folder.path(of: "l.jsonl")
    _ = reduxlog("slice", "\(path)@2..6", "-o", slice)
    expectEqual(reduxlog("slice", "\(slice)@3..6", "-o", copy).code, .fine)
    expectEqual(reduxlog("show", "\(copy)@6").output, reduxlog("show", "\(path)@6").output)
    expectEqual(reduxlog("mark", "\(copy)@4", "here").code, .fine)
    expectEqual(reduxlog("rewind", copy, "--to", "here").code, .fine)
    expectEqual(reduxlog("verify", copy).code, .fine)
    let again = try SampleJournal(copy)
    try again.writer.close()
    expectEqual(again.writer.resumed?.lastSeq, 7)
    expectEqual(reduxlog("verify", copy, "--no-replay").code, .fine)
  }

  @Test func `an impossible slice is refused before anything is written`() throws {
    let path = try session()
    let copy = folder.path(of: "k.jsonl")
    let calls: [([String], String)] = [
      (["slice", path, "-o", copy], "expected two states, such as '\(path)@A..B'"),
      (["slice", "\(path)@3", "-o", copy], "expected two states"),
      (["slice", "\(path)@2..3"], "option '--output' is missing"),
      (["slice", "\(path)@0..3:/n", "-o", copy], "whole states"),
      (["slice", "\(path)@2..3", "-o", path, "--force"], "is the journal itself"),
      (["slice", "\(path)@3..2", "-o", copy], "from state 3 back to state 2"),
      (["slice", "\(path)@3..20", "-o", copy], "state 20 doesn't exist"),
    ]
    for (arguments, message) in calls {
      let result = reduxlog(arguments)
      #expect(result.code != .fine && result.errorOutput.contains(message), "\(arguments)")
    }
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), ["j.jsonl"])
  }

  /// A journal with many actions after one snapshot, and a rewind to each of them.
  private func goingBack(to seqs: [Int], of actions: Int) throws -> String {
    let journal = try SampleJournal(folder.path(of: "b.jsonl"))
    for number in 1...actions { try journal.act(#"{"merge":{"n":\#(number)}}"#, at: number) }
    for seq in seqs { try journal.rewind(to: seq, at: seq) }
    try journal.close()
    return journal.path
  }

  @Test func `states before the slice are replayed once`() throws {
    let path = try goingBack(to: Array(1...800), of: 800)
    let copy = folder.path(of: "k.jsonl")
    let result = reduxlog("slice", "\(path)@800..", "-o", copy)
    expectEqual(result.code, .fine, "\(result)")
    expectEqual(reduxlog("verify", copy).code, .fine)
    expectEqual(reduxlog("show", "\(copy)@1500").output, reduxlog("show", "\(path)@700").output)
  }

  @Test(.enabled(if: Soak.isOn, "takes seconds: it reduces actions up to the limit; only with REDUXLOG_SOAK=1"))
  func `rewinds that would reduce the same actions repeatedly are refused`() throws {
    let path = try goingBack(to: (0..<800).reversed(), of: 800)
    let copy = folder.path(of: "k.jsonl")
    let result = reduxlog("slice", "\(path)@800..", "-o", copy)
    expectEqual(result.code, .trouble)
    #expect(
      result.errorOutput.contains(
        /following the rewinds to state \d+ would reduce more than \d+ actions again/), "\(result)")
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), ["b.jsonl"])
  }
}
