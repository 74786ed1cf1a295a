import CommandLineKit
import Expectations
import Foundation
import ReduxLogTool
import TestSupport
import Testing

struct RewindCommandTests {
  private let tool: ToolFixture

  init() throws {
    tool = try ToolFixture()
    tool.record("j", #"{"add":{"_0":3}}"#, #"{"add":{"_0":4}}"#, #"{"reset":{}}"#)
  }

  @Test func `recording continues from an earlier state`() throws {
    expectEqual(
      tool.run("rewind DIR/j --to 2"),
      CallResult(code: .fine, output: "", errorOutput: "DIR/j is at state 4, which is state 2 again\n"))
    try expectEqual(
      tool.records("j"), ["header 0", "snapshot 0", "action 1", "action 2", "action 3", "seal 3", "rewind 4", "seal 4"])
    expectEqual(tool.run("record -o DIR/j --append", input: #"{"add":{"_0":5}}"#).code, .fine)
    #expect(tool.run("replay DIR/j").output.contains(#""count": 12"#))
    expectEqual(
      tool.run("verify DIR/j"),
      CallResult(code: .fine, output: "ok DIR/j: 4 actions, 7 states proven, 1 rewind, 2 sessions, closed\n"))
  }

  @Test func `a state that the tool can't rebuild is named, but not one of an app that it lacks`() throws {
    tool.record("k", #"{"add":{"_0":3}}"#, #"{"reset":{}}"#, #"{"add":{"_0":4}}"#)
    let changed = tool.with(apps: [ChangedTallyApp.self]).run("rewind DIR/k --to 2")
    expectEqual(changed.code, .fine)
    #expect(
      changed.errorOutput.hasPrefix(
        """
        DIR/k is at state 4, which is state 2 again
        DIR/k: warning: this tool can't rebuild the state, so it can't record from there: state 2 is not
        """), "\(changed.errorOutput)")
    expectEqual(
      tool.with(apps: []).run("rewind DIR/k --to 2").errorOutput, "DIR/k is at state 5, which is state 2 again\n")
  }

  @Test func `a copy ends with the state`() throws {
    let before = tool.folder.contents(of: "j")
    expectEqual(
      tool.run("rewind DIR/j --to 2 -o DIR/k"),
      CallResult(code: .fine, output: "", errorOutput: "DIR/k ends with state 2 of DIR/j\n"))
    expectEqual(tool.folder.contents(of: "j"), before)
    try expectEqual(tool.records("k"), ["header 0", "snapshot 0", "action 1", "action 2", "seal 2"])
    expectEqual(
      tool.run("verify DIR/k"),
      CallResult(code: .fine, output: "ok DIR/k: 2 actions, 3 states proven, 1 session, closed\n"))
    try expectEqual(tool.folder.names(), ["j", "k"])
  }

  @Test func `a torn last line is repaired with a warning`() throws {
    let path = tool.folder.path(of: "j")
    let text = try #require(tool.folder.contents(of: "j"))
    // Without its seal and the second half of its last action.
    let cut = try #require(text.range(of: #","hash""#, options: .backwards))
    try String(text[..<cut.lowerBound]).write(toFile: path, atomically: false, encoding: .utf8)
    expectEqual(
      tool.run("rewind DIR/j --to 1").errorOutput,
      """
      DIR/j: warning: action 3 (reset) was in flight when the process died; its line was completed as interrupted
      DIR/j is at state 4, which is state 1 again

      """)
  }

  @Test func `an existing copy is overwritten only with --force`() {
    tool.folder.create("k", "precious")
    expectEqual(tool.run("rewind DIR/j --to 2 -o DIR/k").code, .trouble)
    expectEqual(tool.folder.contents(of: "k"), "precious")
    expectEqual(tool.run("rewind DIR/j --to 2 -o DIR/k --force").code, .fine)
    expectEqual(tool.run("verify DIR/k").code, .fine)
  }

  @Test(arguments: [
    ("rewind DIR/j --to 3", ExitCode.fine, "DIR/j is at state 3; nothing to rewind\n"),
    ("rewind DIR/j --to 9", .trouble, "DIR/j: error: state 9 doesn't exist\n  The last state is 3.\n"),
    (
      "rewind DIR/j", .usage, "reduxlog: error: option '--to' is missing: --to REV\n  see 'reduxlog help rewind'\n"
    ),
    (
      "rewind DIR/j --to 1 --force", .usage,
      "reduxlog: error: option '--force' needs '--output'\n  see 'reduxlog help rewind'\n"
    ),
  ])
  func `a journal that can't be rewound is unchanged`(line: String, code: ExitCode, message: String) {
    let before = tool.folder.contents(of: "j")
    expectEqual(tool.run(line), CallResult(code: code, output: "", errorOutput: message))
    expectEqual(tool.folder.contents(of: "j"), before)
  }
}
