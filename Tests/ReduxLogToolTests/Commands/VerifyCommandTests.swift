import CommandLineKit
import Expectations
import Foundation
import ReducerIsolation
import ReduxJournal
import ReduxLogTool
import StateTree
import TestSupport
import Testing

struct VerifyCommandTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  @Test func `a changed reducer is reported with the first state that differs`() throws {
    tool.record("j", #"{"add":{"_0":3}}"#, #"{"reset":{}}"#, #"{"add":{"_0":4}}"#)
    let recorded = try JSONValue(parsing: #"{"count":0,"history":[3]}"#).stateHash
    let replayed = try JSONValue(parsing: #"{"count":0,"history":[]}"#).stateHash
    expectEqual(
      tool.with(apps: [ChangedTallyApp.self]).run("verify DIR/j"),
      CallResult(
        code: .finding, output: "diverged DIR/j: at state 2\n",
        errorOutput: """
          DIR/j:4: error: replay diverges at state 2: reset leads to a different state than recorded
            recorded hash \(recorded), replayed \(replayed)
            /history/0: 3 (unchanged) → removed (recorded → replayed)
            State 1 is as recorded: the reducer has changed since, or isn't pure. Look closer:
              reduxlog show DIR/j@2 --action
              reduxlog show DIR/j@1
              reduxlog replay DIR/j --to 2 --unchecked

          """))
  }

  @Test func `an action that the reducer no longer refuses is reported`() throws {
    tool.record("j", #"{"add":{"_0":99}}"#, #"{"add":{"_0":2}}"#)
    let call = tool.with(apps: [ChangedTallyApp.self]).run("verify DIR/j")
    expectEqual(call.code, .finding)
    #expect(
      call.errorOutput.hasPrefix(
        """
        DIR/j:4: error: replay diverges at state 2: add was refused when recorded, and now succeeds
          recorded: more than 100
          replayed: no error

        """))
  }

  @Test func `without the reducers, verify checks only integrity`() {
    tool.record("j", #"{"add":{"_0":3}}"#)
    let stranger = tool.with(apps: [])
    expectEqual(
      stranger.run("verify DIR/j"),
      CallResult(
        code: .reducer, output: "no-reducer DIR/j: at line 1\n",
        errorOutput: """
          DIR/j:1: error: the journal was recorded from the app 'tally', whose reducers this tool doesn't contain
            Run a tool that contains them with --tool PATH or REDUXLOG_TOOL=PATH, or ask for a copy made by 'reduxlog bake'. \
          If the app has no reducers, as with an @Observable model, record with RecorderOptions(states: .patches). \
          To check integrity only, add --no-replay.

          """))
    expectEqual(
      stranger.run("verify DIR/j --no-replay"),
      CallResult(code: .fine, output: "ok DIR/j: 1 action, not replayed, 1 session, closed\n"))
  }

  @Test func `an unclosed journal is a warning`() throws {
    let writer = try JournalWriter.open(path: tool.folder.path(of: "j"))
    try writer.writeHeader(app: AppIdentity(name: "json"), started: .now())
    try writer.writeSnapshot(state: Array("{}".utf8), hash: JSONValue.object(JSONObject()).stateHash)
    try writer.close()
    for option in ["", " --no-replay"] {
      let call = tool.run("verify DIR/j" + option)
      expectEqual(call.code, .fine)
      expectEqual(
        call.errorOutput,
        "DIR/j: warning: not closed: the last session has no seal, so lines may be missing at the end\n")
    }
  }

  @Test func `every journal in a folder is verified`() throws {
    tool.record("a.jsonl", #"{"add":{"_0":3}}"#)
    tool.record("b.jsonl", #"{"add":{"_0":3}}"#, #"{"reset":{}}"#)
    tool.folder.create("c.actions.jsonl", #"{"add":{"_0":3}}"#)
    tool.folder.create("d.txt", "nothing")
    expectEqual(
      tool.run("verify DIR"),
      CallResult(
        code: .fine,
        output: """
          ok DIR/a.jsonl: 1 action, 2 states proven, 1 session, closed
          ok DIR/b.jsonl: 2 actions, 3 states proven, 1 session, closed
          2 journals: 2 ok

          """))
    let call = tool.with(apps: [ChangedTallyApp.self]).run("verify DIR")
    expectEqual(call.code, .finding)
    expectEqual(
      call.output,
      """
      ok DIR/a.jsonl: 1 action, 2 states proven, 1 session, closed
      diverged DIR/b.jsonl: at state 2
      2 journals: 1 ok, 1 diverged

      """)
  }

  @Test func `an unreadable journal fails without stopping the others`() throws {
    tool.record("a.jsonl", #"{"add":{"_0":3}}"#)
    try FileManager.default.createSymbolicLink(
      atPath: tool.folder.path(of: "b.jsonl"), withDestinationPath: "nowhere.jsonl")
    expectEqual(
      tool.run("verify DIR"),
      CallResult(
        code: .trouble,
        output: """
          ok DIR/a.jsonl: 1 action, 2 states proven, 1 session, closed
          failed DIR/b.jsonl
          2 journals: 1 ok, 1 failed

          """,
        errorOutput: "DIR/b.jsonl: error: can't read the file: No such file or directory\n"))
  }

  @Test func `a folder without journals is an error`() {
    expectEqual(
      tool.run("verify DIR"),
      CallResult(
        code: .trouble, output: "",
        errorOutput: """
          DIR: error: the folder contains no journal
            A journal's name ends in .jsonl, and its first line is a header.

          """))
  }

  @Test func `the result is also available as JSON`() {
    tool.record("j", #"{"add":{"_0":99}}"#, #"{"add":{"_0":2}}"#)
    expectEqual(
      tool.run("verify DIR/j DIR/none --format json").output,
      """
      {
        "schema": "reduxlog.verify/1",
        "journals": [
          {
            "file": "DIR/j",
            "status": "ok",
            "actions": 2,
            "refused": 1,
            "rewinds": 0,
            "sessions": 1,
            "proven": 3,
            "last-seq": 2,
            "closed": true,
            "warnings": []
          },
          {
            "file": "DIR/none",
            "status": "failed",
            "message": "no such file; check the path"
          }
        ]
      }

      """)
  }

  @Test func `GitHub annotations name the lines`() throws {
    try recordTwoSorts()
    let recorded = try JSONValue(parsing: #"{"count":0,"history":[3]}"#).stateHash
    let replayed = try JSONValue(parsing: #"{"count":0,"history":[]}"#).stateHash
    expectEqual(
      tool.with(apps: [ChangedTallyApp.self]).run("verify DIR/a.jsonl DIR/b.jsonl DIR/c --format github"),
      CallResult(
        code: .trouble,
        output: """
          diverged DIR/a.jsonl: at state 2
          ::error file=DIR/a.jsonl,line=4,title=reduxlog verify%3A diverged::replay diverges at state 2: reset leads to a different state than recorded%0Arecorded hash \(recorded), replayed \(replayed)%0A\
          /history/0: 3 (unchanged) → removed (recorded → replayed)%0A\
          State 1 is as recorded: the reducer has changed since, or isn't pure. Look closer:%0A\
            reduxlog show DIR/a.jsonl@2 --action%0A  reduxlog show DIR/a.jsonl@1%0A\
            reduxlog replay DIR/a.jsonl --to 2 --unchecked
          ok DIR/b.jsonl: 0 actions, 1 state proven, 1 session, not closed
          ::warning file=DIR/b.jsonl,title=reduxlog verify::not closed: the last session has no seal, so lines may \
          be missing at the end
          ::notice file=DIR/b.jsonl,title=reduxlog verify::its initial state differs from the app's
          failed DIR/c
          ::error file=DIR/c,title=reduxlog verify%3A failed::no such file; check the path
          3 journals: 1 ok, 1 diverged, 1 failed

          """))
  }

  @Test func `JUnit has one test per journal`() throws {
    try recordTwoSorts()
    let recorded = try JSONValue(parsing: #"{"count":0,"history":[3]}"#).stateHash
    let replayed = try JSONValue(parsing: #"{"count":0,"history":[]}"#).stateHash
    let call = tool.with(apps: [ChangedTallyApp.self])
      .run("verify DIR/a.jsonl DIR/b.jsonl DIR/<c>\u{1b} --format junit")
    expectEqual(call.code, .trouble)
    expectEqual(
      call.output,
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites tests="3" failures="1" errors="1">
        <testsuite name="reduxlog verify" tests="3" failures="1" errors="1" skipped="0">
          <testcase classname="reduxlog verify" name="DIR/a.jsonl" file="DIR/a.jsonl">
            <failure type="diverged" message="replay diverges at state 2: reset leads to a different state than recorded">DIR/a.jsonl:4: replay diverges at state 2: reset leads to a different state than recorded
      recorded hash \(recorded), replayed \(replayed)
      /history/0: 3 (unchanged) → removed (recorded → replayed)
      State 1 is as recorded: the reducer has changed since, or isn't pure. Look closer:
        reduxlog show DIR/a.jsonl@2 --action
        reduxlog show DIR/a.jsonl@1
        reduxlog replay DIR/a.jsonl --to 2 --unchecked</failure>
          </testcase>
          <testcase classname="reduxlog verify" name="DIR/b.jsonl" file="DIR/b.jsonl">
            <system-err>DIR/b.jsonl: warning: not closed: the last session has no seal, so lines may be missing at \
      the end</system-err>
          </testcase>
          <testcase classname="reduxlog verify" name="DIR/&lt;c&gt;\\u{1b}" file="DIR/&lt;c&gt;\\u{1b}">
            <error type="failed" message="no such file; check the path">DIR/&lt;c&gt;\\u{1b}: no such file; check \
      the path</error>
          </testcase>
        </testsuite>
      </testsuites>

      """)
  }

  /// A journal that diverges, and an unclosed one that starts from another state than the app.
  private func recordTwoSorts() throws {
    tool.record("a.jsonl", #"{"add":{"_0":3}}"#, #"{"reset":{}}"#)
    let writer = try JournalWriter.open(path: tool.folder.path(of: "b.jsonl"))
    try writer.writeHeader(app: AppIdentity(name: "tally"), started: .now())
    let state = #"{"count":1,"history":[]}"#
    try writer.writeSnapshot(state: Array(state.utf8), hash: JSONValue(parsing: state).stateHash)
    try writer.close()
  }

  @Test func `hostile names don't reach the terminal raw`() {
    tool.folder.create("\u{1b}[2J\u{202e}.jsonl", "nothing")
    let call = tool.run("verify DIR/\u{1b}[2J\u{202e}.jsonl")
    expectEqual(call.output, "failed DIR/\\u{1b}[2J\\u{202e}.jsonl: at line 1\n")
    #expect(!call.errorOutput.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" })
  }
}
