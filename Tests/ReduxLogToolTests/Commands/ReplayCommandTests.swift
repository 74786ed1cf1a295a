import CommandLineKit
import Expectations
import ReduxLogTool
import Testing

struct ReplayCommandTests {
  private let tool: ToolFixture

  init() throws {
    tool = try ToolFixture()
    tool.record("j", #"{"add":{"_0":3}}"#, #"{"add":{"_0":4}}"#, #"{"reset":{}}"#, #"{"add":{"_0":5}}"#)
  }

  private static func state(_ count: Int, _ history: Int...) -> String {
    """
    {
      "count": \(count),
      "history": [
        \(history.map(String.init).joined(separator: ",\n    "))
      ]
    }

    """
  }

  @Test(arguments: [
    ("replay DIR/j", state(5, 3, 4, 5)),
    ("replay DIR/j --to 2", state(7, 3, 4)),
    ("replay DIR/j@2", state(7, 3, 4)),
    ("replay DIR/j --to -2", state(0, 3, 4)),
    ("replay DIR/j --to :/reset~1", state(7, 3, 4)),
    ("replay DIR/j --to 3 --from-snapshot", state(0, 3, 4)),
  ])
  func `replay prints the state as JSON`(line: String, state: String) {
    expectEqual(tool.run(line), CallResult(code: .fine, output: state))
  }

  @Test(arguments: [
    ("replay DIR/j --skip 3", state(12, 3, 4, 5)),
    ("replay DIR/j --skip 1..2", state(5, 5)),
    ("replay DIR/j --skip 1 --skip 3 --to 4", state(9, 4, 5)),
    (#"replay DIR/j --replace 3={"add":{"_0":1}}"#, state(13, 3, 4, 1, 5)),
    (#"replay DIR/j --insert 0={"add":{"_0":1}} --insert 2={"add":{"_0":2}} --to 2"#, state(10, 1, 3, 4, 2)),
    (#"replay DIR/j --skip 1 --with-caused --replace 4={"add":{"_0":6}}"#, state(6, 4, 6)),
  ])
  func `with changed actions, nothing is checked`(line: String, state: String) {
    expectEqual(
      tool.run(line),
      CallResult(
        code: .fine, output: state,
        errorOutput:
          "DIR/j: note: nothing was checked: with changed actions, no recorded hash applies\n"))
  }

  @Test func `a divergence is reported in place of a state`() throws {
    let tool = tool.with(apps: [ChangedTallyApp.self])
    let call = tool.run("replay DIR/j")
    expectEqual(call.code, .finding)
    expectEqual(call.output, "")
    #expect(
      call.errorOutput.hasPrefix(
        "DIR/j:5: error: replay diverges at state 3: reset leads to a different state than recorded\n"))
    expectEqual(tool.run("replay DIR/j --to 2").code, .fine)
  }

  @Test func `--unchecked shows the state that the current reducers compute`() {
    expectEqual(
      tool.with(apps: [ChangedTallyApp.self]).run("replay DIR/j --unchecked"),
      CallResult(
        code: .fine, output: Self.state(5, 5),
        errorOutput: "DIR/j: note: nothing was checked: --unchecked turns checks off\n"))
  }

  @Test(arguments: [
    ("replay DIR/j --to 5", ExitCode.trouble, "DIR/j: error: state 5 doesn't exist\n  The last state is 4.\n"),
    ("replay DIR/none", .trouble, "DIR/none: error: no such file; check the path\n"),
    (
      "replay DIR/j --to x:y", .usage,
      "reduxlog: error: 'x:y' is not a revision: expected '~', ':/' or the end after 'x'\n  see 'reduxlog help revisions'\n"
    ),
    (
      "replay DIR/j@1..2", .usage,
      "reduxlog: error: a replay stops at one state: FILE --to REV\n  see 'reduxlog help replay'\n"
    ),
    (
      "replay DIR/j@1 --to 2", .usage,
      "reduxlog: error: FILE@REV and '--to' both name the state to stop at\n  see 'reduxlog help replay'\n"
    ),
    (
      "replay DIR/j --skip 99999", .usage,
      "reduxlog: error: option '--skip': action 99999 isn't before state 4, where the replay stops\n"
        + "  see 'reduxlog help replay'\n"
    ),
    (
      #"replay DIR/j --replace 4={"reset":{}} --to 3"#, .usage,
      "reduxlog: error: option '--replace': action 4 isn't before state 3, where the replay stops\n"
        + "  see 'reduxlog help replay'\n"
    ),
    (
      #"replay DIR/j --insert 5={"reset":{}}"#, .usage,
      "reduxlog: error: option '--insert': state 5 isn't before state 4, where the replay stops\n"
        + "  see 'reduxlog help replay'\n"
    ),
    (
      #"replay DIR/j --insert 1={"reset":"#, .usage,
      "reduxlog: error: option '--insert': '{\"reset\":' is not JSON: the text ends inside a value at byte 9\n"
        + "  see 'reduxlog help replay'\n"
    ),
    (
      "replay DIR/j --replace 1", .usage,
      "reduxlog: error: option '--replace': expected a seq and an action, such as 57='{\"add\":{\"_0\":3}}', found '1'\n"
        + "  see 'reduxlog help replay'\n"
    ),
    (
      #"replay DIR/j --replace 1={"stop":{}}"#, .usage,
      "reduxlog: error: option '--replace': {\"stop\":{}} is not an action of the app: at /: no case is named \"stop\"; "
        + "the cases are add, reset, trap\n"
        + "  see 'reduxlog help replay'\n"
    ),
    (
      "replay DIR/j --with-caused", .usage,
      "reduxlog: error: option '--with-caused' goes with '--skip' or '--replace'\n  see 'reduxlog help replay'\n"
    ),
    (
      #"replay DIR/j --skip 1..2 --replace 2={"reset":{}}"#, .usage,
      "reduxlog: error: action 2 can't be both skipped and replaced\n  see 'reduxlog help replay'\n"
    ),
    (
      #"replay DIR/j --insert 1={"reset":{}} --from-snapshot"#, .usage,
      "reduxlog: error: options '--insert' and '--from-snapshot' can't be combined\n  see 'reduxlog help replay'\n"
    ),
    (
      "replay DIR/j --skip 2..4 --to 3", .usage,
      "reduxlog: error: option '--skip': action 4 isn't before state 3, where the replay stops\n"
        + "  see 'reduxlog help replay'\n"
    ),
    (
      "replay DIR/j --skip 3..1", .usage,
      "reduxlog: error: option '--skip': expected an action's seq, such as 57, or a range, such as 57..60, found '3..1'\n"
        + "  see 'reduxlog help replay'\n"
    ),
  ])
  func `an impossible call is refused with advice`(line: String, code: ExitCode, message: String) {
    expectEqual(tool.run(line), CallResult(code: code, output: "", errorOutput: message))
  }
}
