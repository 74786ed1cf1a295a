import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import StateTree
import TestSupport
import Testing

struct StatsCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "s.jsonl")
    try SampleJournal.session(path).close()
  }

  @Test func `stats names the conformances that would gain most`() throws {
    let journal = try SampleJournal(folder.path(of: "u.jsonl"))
    func act(_ type: String, swift: String?, _ replayability: ActionRecord.Replayability, _ action: String) throws {
      try journal.writer.beginAction(
        ActionHead(at: 1, type: type, swiftType: swift, replayability: replayability, action: Array(action.utf8)))
      try journal.writer.finishAction(ActionOutcome(hash: nil))
    }
    try act("Cart.Add", swift: "Cart.Add", .inspectOnly, #"{"id":1}"#)
    try act("SetDetail.page", swift: "SetDetail", .inspectOnly, #"{"page":{}}"#)
    try act("SetDetail.top", swift: "SetDetail", .opaque, #"{"$opaque":"SetDetail"}"#)
    try act("Huge", swift: "Huge", .opaque, #"{"$opaque":"Huge","bytes":99}"#)
    try act("walk", swift: nil, .inspectOnly, #"{"walk":{}}"#)
    try act("Codable", swift: "Codable", .replayable, "{}")
    try journal.close()
    let text = reduxlog("stats", folder.path(of: "u.jsonl")).output
    #expect(
      text.contains(
        """
        how to make more actions replayable
          +2  make SetDetail Codable
          +1  make the type of actions Codable
          +1  make Cart.Add Codable

        """))
    let document = try JSONValue(parsing: reduxlog("stats", folder.path(of: "u.jsonl"), "--format", "json").output)
    expectEqual(
      document["uncoded"], [["type": "SetDetail", "count": 2], ["count": 1], ["type": "Cart.Add", "count": 1]])
  }

  @Test func `stats doesn't ask for a conformance of actions that change nothing`() throws {
    let journal = try SampleJournal(folder.path(of: "t.jsonl"))
    for (type, n) in [("FetchMenu", 0), ("SetDetail", 1), ("FetchMenu", 1), ("Mixed", 1), ("Mixed", 2)] {
      try journal.writer.beginAction(
        ActionHead(
          at: 1, type: type, swiftType: type, replayability: .inspectOnly, action: Array(#"{"id":1}"#.utf8)))
      try journal.writer.finishAction(ActionOutcome(hash: JSONValue(parsing: #"{"n":\#(n)}"#).stateHash))
    }
    try journal.close()
    let text = reduxlog("stats", folder.path(of: "t.jsonl")).output
    #expect(
      text.contains(
        """
        how to make more actions replayable
          +2  keep FetchMenu from the recorder, because it changes no state
          +2  make Mixed Codable
          +1  make SetDetail Codable

        """), "\(text)")
    let summary = reduxlog("summary", folder.path(of: "t.jsonl")).output
    #expect(summary.contains("; keep FetchMenu from the recorder, because it changes no state: +2"), "\(summary)")
  }

  @Test func `stats prints a text report`() throws {
    let bytes = try #require(folder.contents(of: "s.jsonl")).utf8.count
    let result = reduxlog("stats", path)
    expectEqual(result.code, .fine)
    let snapshots = try JSONValue(parsing: reduxlog("stats", path, "--format", "json").output)["snapshot-bytes"]
    guard case .number(let snapshotBytes)? = snapshots else {
      Issue.record("no bytes of snapshots")
      return
    }
    expectEqual(
      result.output,
      """
      app         json 1.2, schema 3
      journal     0123456789abcdef0123456789abcdef
      state hash  siphash-tree/1
      started     2026-01-01 10:00:00.123
      duration    1m 04s
      sessions    1
      records     13
      bytes       \(bytes)
      actions     5, of them 1 refused
      states      8
      snapshots   3, \(snapshotBytes.literal) bytes
      rewinds     1
      gaps        1, 3 actions missing
      end         closed

      actions by type
        3  merge
        1  patch
        1  replace

      slowest reducers
        12 ms  merge at 2
         7 µs  merge at 1
         7 µs  patch at 3
         7 µs  merge at 4
         7 µs  replace at 6

      marks
        1  start  here it\\nbegins

      """)
  }

  @Test func `the JSON document holds the same figures`() throws {
    let document = try JSONValue(parsing: reduxlog("stats", path, "--format", "json").output)
    expectEqual(document["schema"], "reduxlog.stats/1")
    expectEqual(
      document["kinds"],
      [
        "action": 5, "gap": 1, "header": 1, "mark": 1, "rewind": 1, "seal": 1, "snapshot": 3,
      ])
    expectEqual(
      document["actions"],
      [
        "all": 5, "replayable": 5, "inspect-only": 0, "opaque": 0, "patched": 0, "refused": 1, "interrupted": 0,
        "unhashed": 0, "outside": 0,
      ])
    expectEqual(
      document["types"],
      [
        ["type": "merge", "count": 3], ["type": "patch", "count": 1], ["type": "replace", "count": 1],
      ])
    expectEqual(document["marks"], [["name": "start", "seq": 1, "text": "here it\nbegins"]])
    expectEqual(document["duration-us"], 64_000_000)
    expectEqual(document["last-seq"], 7)
    expectEqual(document["missing-actions"], 3)
    expectEqual(document["end"], ["kind": "closed"])
  }

  @Test func `stats adds up sessions, and reports an action in flight at the end`() throws {
    let path = folder.path(of: "crashed.jsonl")
    let journal = try SampleJournal.crashed(path)
    #expect(reduxlog("stats", path).output.contains("\nend         action merge being written\n"))
    try journal.writer.close()
    let text = reduxlog("stats", path).output
    #expect(text.contains("\nend         action merge in flight when the process died\n"))
    #expect(text.contains("\nsessions    2\n"))
    #expect(text.contains("\nduration    1.0 s\n"))
    let bytes = try #require(folder.contents(of: "crashed.jsonl")).utf8.count
    #expect(text.contains("\nbytes       \(bytes)\n"))
    let next = try SampleJournal(path)
    try next.writer.unhashedAction()
    try next.writer.close()
    let after = reduxlog("stats", path).output
    #expect(after.contains("\nactions     4, of them 1 inspect-only, 1 interrupted, 1 without a hash\n"))
    #expect(after.contains("\nend         not closed\n"))
  }

  @Test(
    arguments: [
      (#"{"kind":"action","seq":8,"at":9,"type":"merge","action":{}"#, "action merge in flight when the process died"),
      (#"{"kind":"action","seq":8,"at":9,"ty"#, "a last line cut short, 35 bytes"),
    ])
  func `an action in flight is distinguished from a torn line`(line: String, end: String) throws {
    let text = try #require(folder.contents(of: "s.jsonl"))
    folder.create("torn.jsonl", text + line)
    #expect(reduxlog("stats", folder.path(of: "torn.jsonl")).output.contains("\nend         \(end)\n"))
  }

  /// Takes a second: an overflow needs a thousand sessions.
  @Test func `extreme times are added up`() throws {
    let path = folder.path(of: "long.jsonl")
    let sample = try SampleJournal(path)
    // The longest session has 2^53 microseconds; 2^10 such sessions overflow.
    for _ in 0..<1025 {
      try sample.writer.mark(at: 1 << 53, to: 0, name: "late")
      try sample.writer.writeHeader(app: AppIdentity(name: "json"), started: SampleJournal.started)
    }
    try sample.writer.close()
    #expect(reduxlog("stats", path).output.contains("\nsessions    1026\n"))
    #expect(reduxlog("stats", path, "--format", "json").output.contains("\"duration-us\": 9223372036854775807,"))
  }

  @Test func `many marks are listed`() throws {
    let path = folder.path(of: "marks.jsonl")
    let sample = try SampleJournal(path)
    for number in 0..<20_000 { try sample.writer.mark(to: 0, name: "m\(number)") }
    try sample.writer.close()
    let output = reduxlog("stats", path).output
    #expect(output.hasSuffix("\n  0  m19998\n  0  m19999\n"))
    #expect(output.utf8.count { $0 == UInt8(ascii: "\n") } > 20_000)
  }

  @Test func `a damaged journal or an incomplete one is refused`() throws {
    expectEqual(reduxlog("stats", path + "@2").code, .usage)
    let text = try #require(folder.contents(of: "s.jsonl")).replacing("\"x\"", with: "\"y\"", maxReplacements: 1)
    folder.create("damaged.jsonl", text)
    let result = reduxlog("stats", folder.path(of: "damaged.jsonl"))
    expectEqual(result.code, .trouble)
    #expect(result.output.isEmpty)
    #expect(result.errorOutput.contains("damaged.jsonl:4:"))
  }

  @Test func `an overlong name is shortened`() throws {
    let journal = try SampleJournal(folder.path(of: "l.jsonl"))
    let long = String(repeating: "x", count: 20_000)
    try journal.act(#"{"merge":{"n":1}}"#, type: long + "1", at: 1)
    try journal.act(#"{"merge":{"n":2}}"#, type: long + "2", at: 2)
    try journal.writer.mark(name: long, text: long)
    try journal.close()
    let stats = try JSONValue(parsing: reduxlog("stats", journal.path, "--format", "json").output)
    let kept = JSONValue.string(String(repeating: "x", count: 16 << 10) + "…")
    expectEqual(stats["types"], [["type": kept, "count": 2]])
    expectEqual(stats["marks"], [["name": kept, "seq": 2, "text": kept]])
    try expectEqual(stats[JSONPointer("/slowest/0/type")], kept)
  }
}

extension JournalWriter {
  /// A read-only action whose state couldn't be hashed.
  fileprivate func unhashedAction() throws {
    try writeSnapshot(state: Array("{}".utf8), hash: JSONValue.object(JSONObject()).stateHash, setsState: true)
    try beginAction(ActionHead(at: 5, type: "x", replayability: .inspectOnly, action: Array("1".utf8)))
    try finishAction(ActionOutcome(hash: nil, unhashed: "too deep"))
  }
}
