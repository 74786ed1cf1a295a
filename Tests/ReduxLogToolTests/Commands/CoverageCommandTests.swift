import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import ReduxReplay
import StateTree
import SystemSupport
import TestSupport
import Testing

struct CoverageCommandTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  /// Lines without the numbers of bytes, which depend on times.
  private func lines(_ result: CallResult) -> [String] {
    result.output.split(separator: "\n").map { String($0).replacing(#/\d+ of \d+ bytes/#, with: "N of M bytes") }
  }

  @Test func `what journals exercise is listed, and what they don't`() {
    tool.record("a.jsonl", #"{"add":{"_0":1}}"#, #"{"add":{"_0":200}}"#)
    tool.record("b.jsonl", #"{"add":{"_0":2}}"#)
    expectEqual(
      lines(tool.run("coverage DIR")),
      [
        "tally: 2 journals, 3 actions",
        "journals  actions",
        "       2        3  add",
        "       1        1  add refused",
        "       2           /count",
        "       2           /history",
        "never recorded:",
        "  reset",
        "  trap",
        "smallest set that covers the same: 1 of 2 journals, N of M bytes",
        "  DIR/a.jsonl",
      ])
    expectEqual(tool.run("coverage DIR").code, .fine)
  }

  @Test func `journals that can't be read don't count as never recording anything`() {
    tool.record("a.jsonl", #"{"add":{"_0":1}}"#)
    tool.folder.create("b.jsonl", #"{"kind":"header","seq":0,broken"# + "\n")
    let lines = lines(tool.run("coverage DIR"))
    #expect(lines.contains("never recorded in the journals that could be read:"), "\(lines)")
    expectEqual(lines.suffix(2), ["not read:", "  DIR/b.jsonl"])
  }

  @Test func `members that no action changed are listed, in objects two levels deep`() {
    let initial = #"{"settings":{"sort":1,"theme":2},"items":{},"name":"x"}"#
    tool.folder.create("state.json", initial)
    for (name, action) in [
      ("a.jsonl", #"{"merge":{"items":{"a":1}}}"#), ("b.jsonl", #"{"merge":{"settings":{"sort":2}}}"#),
    ] {
      _ = tool.run("record -o DIR/\(name) --initial DIR/state.json", input: action + "\n")
    }
    expectEqual(
      lines(tool.run("coverage DIR")),
      [
        "json: 2 journals, 2 actions", "journals  actions", "       2        2  merge", "       1           /items",
        "       1           /settings/sort", "never changed:", "  /name", "  /settings/theme",
        "Which types of actions are never recorded is unknown: this tool can't list those of the app.",
        "smallest set that covers the same: 2 of 2 journals, N of M bytes", "  DIR/a.jsonl", "  DIR/b.jsonl",
      ])
  }

  @Test func `the smallest set is copied with its segments, byte for byte`() throws {
    let journal = try SampleJournal(tool.folder.path(of: "old.jsonl"))
    try journal.act(#"{"merge":{"n":1}}"#, at: 1)
    try journal.segment(at: 2)
    try journal.act(#"{"patch":[]}"#, type: "patch", at: 3)
    try journal.close()
    _ = tool.run("record -o DIR/new.jsonl", input: #"{"merge":{"n":2}}"# + "\n")
    let result = tool.run("coverage DIR/old.jsonl DIR/new.jsonl --keep DIR/kept")
    expectEqual(result.code, .fine)
    expectEqual(result.errorOutput, "copied 1 journal to DIR/kept\n")
    let kept = tool.folder.path(of: "kept")
    try expectEqual(TemporaryFolder.names(in: kept).sorted(), ["old.000001.jsonl", "old.jsonl"])
    for name in ["old.jsonl", "old.000001.jsonl"] {
      expectEqual(tool.folder.contents(of: "kept/\(name)"), tool.folder.contents(of: name))
    }
    expectEqual(tool.run("verify DIR/kept").code, .fine)
    let again = tool.run("coverage DIR/old.jsonl --keep DIR/kept")
    #expect(again.code == .trouble || again.code == .usage)
    #expect(again.errorOutput.contains("already exists"))
    expectEqual(tool.run("coverage DIR/old.jsonl --keep DIR/kept --force").code, .fine)
  }

  @Test func `two journals of one name keep apart`() throws {
    for folder in ["x", "y"] {
      try Platform.makeFolder(tool.folder.path(of: folder))
      tool.record("\(folder)/s.jsonl", folder == "x" ? #"{"reset":{}}"# : #"{"add":{"_0":1}}"#)
    }
    _ = tool.run("coverage DIR --keep DIR/kept")
    try expectEqual(TemporaryFolder.names(in: tool.folder.path(of: "kept")).sorted(), ["s-2.jsonl", "s.jsonl"])
  }

  @Test func `a damaged journal is reported, and the others are listed`() {
    tool.record("a.jsonl", #"{"add":{"_0":1}}"#)
    tool.folder.create("b.jsonl", #"{"kind":"header","seq":0,"broken"}"# + "\n")
    let result = tool.run("coverage DIR")
    expectEqual(result.code, .trouble)
    #expect(result.errorOutput.hasPrefix("DIR/b.jsonl:1: error: "))
    expectEqual(lines(result).first, "tally: 1 journal, 1 action")
  }

  @Test func `the JSON document has a list for each kind`() throws {
    tool.record("a.jsonl", #"{"reset":{}}"#, #"{"add":{"_0":200}}"#)
    let output = tool.run("coverage DIR --format json").output
    try expectEqual(
      JSONValue(parsing: output),
      [
        "schema": "reduxlog.coverage/1",
        "apps": [
          [
            "app": "tally", "journals": 1,
            "types": [
              ["type": "add", "journals": 1, "actions": 1], ["type": "reset", "journals": 1, "actions": 1],
            ],
            "refusals": [["type": "add", "journals": 1, "actions": 1]],
            "members": [],
            "never-recorded": ["trap"], "never-changed": ["/count", "/history"],
            "exact": true, "cover": ["DIR/a.jsonl"],
          ]
        ],
      ], "\(output)")
  }

  @Test func `--force needs a folder`() {
    tool.record("a.jsonl", #"{"reset":{}}"#)
    expectEqual(tool.run("coverage DIR/a.jsonl --force").code, .usage)
  }
}
