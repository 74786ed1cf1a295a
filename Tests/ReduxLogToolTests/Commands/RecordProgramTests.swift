import CommandLineKit
import Expectations
import Foundation
import ReduxLogTool
import TestSupport
import Testing

/// `record -o J -- COMMAND`: a program that records itself. Here it is a shell that copies a journal.
struct RecordProgramTests {
  private let tool: ToolFixture

  init() throws {
    tool = try ToolFixture()
    tool.record("made", #"{"add":{"_0":3}}"#, #"{"reset":{}}"#)
  }

  private func run(_ line: String, _ script: String) async throws -> CallResult {
    try await onOwnThread { [tool] in
      tool.folder.create("script", script.replacing("DIR", with: tool.folder.path))
      return tool.run("\(line) -- /bin/sh DIR/script")
    }
  }

  @Test func `the program gets the journal's path, and what it recorded is summed up`() async throws {
    #expect(
      try await run("record -o DIR/k", #"cp DIR/made "$REDUXLOG_JOURNAL""#)
        == CallResult(code: .fine, output: "", errorOutput: "DIR/k: 2 actions, last state 2\n"))
    expectEqual(tool.run("verify DIR/k").code, .fine)
  }

  @Test(arguments: [("exit 7", 7), ("kill -TERM $$", 143), ("kill -SEGV $$", 139)])
  func `its exit code is passed on`(end: String, code: Int32) async throws {
    let result = try await run("record -o DIR/k", "cp DIR/made \"$REDUXLOG_JOURNAL\"\n\(end)")
    expectEqual(
      result, CallResult(code: ExitCode(rawValue: code), output: "", errorOutput: "DIR/k: 2 actions, last state 2\n"))
  }

  @Test(arguments: [("exit 0", 2), ("exit 7", 7)])
  func `a program that records nothing is an error, but keeps its own code`(end: String, code: Int32) async throws {
    #expect(
      try await run("record -o DIR/k", end)
        == CallResult(
          code: ExitCode(rawValue: code), output: "",
          errorOutput: """
            DIR/k: error: the program recorded nothing
              Make its recorder with Recorder.fromEnvironment(app:), and pass it the first state or an action.

            """))
  }

  @Test func `an existing journal is continued or replaced only on request`() async throws {
    tool.record("k", #"{"add":{"_0":1}}"#)
    let copy = #"cp DIR/made "$REDUXLOG_JOURNAL""#
    let refused = try await run("record -o DIR/k", copy)
    expectEqual(refused.code, .trouble)
    #expect(refused.errorOutput.hasPrefix("DIR/k: error: the file already exists\n"))
    #expect(try await run("record -o DIR/k --append", "exit 3").code == ExitCode(rawValue: 3))
    expectEqual(tool.run("verify DIR/k").output, "ok DIR/k: 1 action, 2 states proven, 1 session, closed\n")
    #expect(try await run("record -o DIR/k --force", copy).errorOutput == "DIR/k: 2 actions, last state 2\n")
  }

  @Test func `a torn journal is a warning`() async throws {
    let result = try await run("record -o DIR/k", #"head -c -20 DIR/made > "$REDUXLOG_JOURNAL"; exit 1"#)
    expectEqual(result.code, .finding)
    #expect(result.errorOutput.hasPrefix("DIR/k:5: warning: cut short: "))
  }

  @Test func `options of the reducer are the program's own matter`() {
    expectEqual(
      tool.run("record -o DIR/k --app tally -- true").errorOutput,
      "reduxlog: error: option '--app' can't be combined with '-- COMMAND': the program's recorder decides\n"
        + "  see 'reduxlog help record'\n")
    expectEqual(tool.run("record -o DIR/k --").code, .usage)
  }

  @Test func `a program that can't be started passes on the shell's code`() async throws {
    let result = try await onOwnThread { [tool] in tool.run("record -o DIR/k -- DIR/gone") }
    expectEqual(result.code, ExitCode(rawValue: 127))
  }
}
