import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import StateTree
import TestSupport
import Testing

/// A journal with an action recorded by name only: states 2 and 3 can't be rebuilt, but state 4 can.
struct UnprovenTests {
  private let tool: ToolFixture

  init() throws {
    tool = try ToolFixture()
    let journal = try SampleJournal(tool.folder.path(of: "run.jsonl"))
    try journal.act(#"{"merge":{"n":1}}"#, at: 1)
    try journal.cut(#"{"merge":{"n":2}}"#, at: 2)
    try journal.act(#"{"merge":{"n":3}}"#, at: 3)
    try journal.snapshot(at: 3)
    try journal.act(#"{"merge":{"n":4}}"#, at: 4)
    try journal.close()
  }

  private static let reason = "only the name of the action big was recorded"

  @Test(arguments: ["", " --jobs 2"]) func `verify proves what it can`(options: String) {
    expectEqual(
      tool.run("verify DIR/run.jsonl" + options),
      CallResult(
        code: .trouble,
        output: "unproven DIR/run.jsonl: 4 actions, 3 states proven, 2 actions not proven, 1 session, closed\n",
        errorOutput: """
          DIR/run.jsonl:4: warning: states 2 to 3 are not proven: \(Self.reason)
          DIR/run.jsonl: error: 2 of 4 actions could not be proven
            3 states are proven. Accept the others with --allow-unproven, or record with states: .patches, which prove such actions.

          """))
  }

  /// A rewind, and a session that begins with the last state.
  @Test(arguments: [true, false]) func `a state that repeats an unproven one isn't proven, either`(rewinds: Bool) throws
  {
    let path = tool.folder.path(of: "back.jsonl")
    let first = try SampleJournal(path)
    try first.act(#"{"merge":{"n":1}}"#, at: 1)
    try first.cut(#"{"merge":{"n":2}}"#, at: 2)
    try first.act(#"{"merge":{"n":3}}"#, at: 3)
    try first.snapshot(at: 3)
    var last = first
    if rewinds {
      for at in 4...5 { try first.rewind(to: 3, at: at) }
    } else {
      for _ in 4...5 {
        try last.close()
        last = try SampleJournal(path, initial: first.states[3])
        try last.writer.writeSnapshot(at: 0, sameAs: 3, hash: first.states[3].stateHash)
      }
    }
    try last.act(#"{"merge":{"n":6}}"#, at: 6)
    try last.close()
    for options in ["", " --jobs 2"] {
      let result = tool.run("verify DIR/back.jsonl" + options)
      #expect(
        result.output.hasPrefix("unproven DIR/back.jsonl: 4 actions, 3 states proven, 2 actions not proven"),
        "\(result)")
      #expect(result.errorOutput.contains("states 2 to 5 are not proven"), "\(result)")
    }
  }

  @Test func `--allow-unproven accepts unproven states with a warning`() {
    expectEqual(
      tool.run("verify DIR/run.jsonl --allow-unproven"),
      CallResult(
        code: .fine,
        output: "ok DIR/run.jsonl: 4 actions, 3 states proven, 2 actions not proven, 1 session, closed\n",
        errorOutput: """
          DIR/run.jsonl:4: warning: states 2 to 3 are not proven: \(Self.reason)
          DIR/run.jsonl: warning: 2 of 4 actions could not be proven; --allow-unproven accepts that
          DIR/run.jsonl: note: its initial state differs from the app's

          """))
    expectEqual(tool.run("replay DIR/run.jsonl --allow-unproven").output, "{\n  \"n\": 4\n}\n")
    let unknown = tool.run("replay DIR/run.jsonl --to 2 --allow-unproven")
    #expect((unknown.code, unknown.output) == (.trouble, ""))
  }

  @Test func `assert says in how many states it evaluated a query, if it doesn't know all`() {
    let result = tool.run("assert DIR/run.jsonl --never $.nope")
    #expect(
      result.errorOutput.contains("'$.nope' selected nothing in any of the 4 states looked at; check its names"),
      "\(result)")
  }

  /// Each command that the advice names works.
  @Test func `advice names commands that help`() {
    let behind = tool.run("replay DIR/run.jsonl").errorOutput
    #expect(behind.contains("add --from-snapshot, or accept the gap with --allow-unproven"), "\(behind)")
    let before = tool.run("replay DIR/run.jsonl --to 2").errorOutput
    #expect(before.contains("add --skip 2 to replay without this action"), "\(before)")
    expectEqual(tool.run("replay DIR/run.jsonl --to 2 --skip 2").output, "{\n  \"n\": 1\n}\n")
    let shown = tool.run("show DIR/run.jsonl@2").errorOutput
    #expect(shown.contains("or record with states: .patches. 'reduxlog replay --skip 2'"), "\(shown)")
  }

  @Test func `log goes on after states that can't be rebuilt`() {
    let result = tool.run("log DIR/run.jsonl -p")
    expectEqual(result.code, .fine)
    #expect(result.output.contains("~ /n: 0 → 1") && result.output.contains("~ /n: 3 → 4"), "\(result)")
    expectEqual(
      result.output.split(separator: "\n").count { $0.contains("merge") || $0.contains("big") }, 4, "\(result)")
    #expect(
      result.errorOutput.hasPrefix("DIR/run.jsonl:4: warning: the changes of 2 actions are unknown: \(Self.reason2)"),
      "\(result)")
    #expect(tool.run("log DIR/run.jsonl@3..4 -p").output.contains("~ /n: 3 → 4"))
  }

  private static let reason2 = "only the name of action 2 (big) was recorded"

  @Test func `JSON reports the unproven range`() throws {
    let document = try JSONValue(parsing: tool.run("verify DIR/run.jsonl --format json").output)
    let result = try #require(document[try JSONPointer("/journals/0")])
    guard case .object(let object) = result else { Issue.record("\(result)"); return }
    #expect(object["status"] == "unproven" && object["closed"] == true)
    expectEqual(object["unproven"], [["from": 2, "to": 3, "actions": 2, "type": "big", "replay": "opaque", "line": 4]])
  }

  @Test func `JUnit and GitHub report an error`() {
    let junit = tool.run("verify DIR/run.jsonl --format junit").output
    #expect(junit.contains(#"tests="1" failures="0" errors="1""#))
    #expect(junit.contains(#"<error type="unproven" message="2 of 4 actions could not be proven">"#))
    let annotations = tool.run("verify DIR/run.jsonl --format github").output
    #expect(annotations.contains("::error ") && annotations.contains("::warning "))
  }

  @Test func `an unproven journal doesn't affect others in its folder`() throws {
    try SampleJournal(tool.folder.path(of: "whole.jsonl")).close()
    let result = tool.run("verify DIR")
    #expect(result.output.hasSuffix("\n2 journals: 1 ok, 1 unproven\n") && result.code == .trouble)
  }

  @Test func `replay starts from a snapshot after the unproven states`() {
    let result = tool.run("replay DIR/run.jsonl")
    expectEqual(result.code, .trouble)
    #expect(
      result.errorOutput.hasPrefix("DIR/run.jsonl:4: error: state 2 can't be rebuilt: \(Self.reason)\n"), "\(result)")
    #expect(tool.run("replay DIR/run.jsonl --from-snapshot").output.contains("4"))
    expectEqual(tool.run("replay DIR/run.jsonl --to 1").code, .fine)
    expectEqual(tool.run("show DIR/run.jsonl@3:/n").output, "3\n")
    expectEqual(tool.run("show DIR/run.jsonl@2:/n").code, .trouble)
  }

  @Test(arguments: ["index DIR/run.jsonl -o DIR/copy --every 1", "redact DIR/run.jsonl -o DIR/copy --redact /none"])
  func `copies are made with a warning`(line: String) throws {
    let result = tool.run(line)
    #expect(
      result.code == .fine && result.errorOutput.contains("warning: \(Self.reason), so not all states"), "\(result)")
    let verified = tool.run("verify DIR/copy")
    #expect(
      verified.output.hasPrefix("unproven DIR/copy: 4 actions, 3 states proven, 2 actions not proven"), "\(verified)")
    expectEqual(tool.run("show DIR/copy@4:/n").output, "4\n")
  }
}
