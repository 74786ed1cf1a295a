import CommandLineKit
import Expectations
import ReduxLogTool
import TestSupport
import Testing

/// A reducer that traps takes the process with it; the journal keeps the action.
struct TrapTests {
  @Test func theActionInFlightStaysInTheJournal() async throws {
    try await onOwnThread {
      let tool = try ToolFixture()
      let path = tool.folder.path(of: "j")
      await #expect(processExitsWith: .failure) { [path = path as String] in
        let actions = [#"{"add":{"_0":3}}"#, #"{"trap":{}}"#, #"{"reset":{}}"#].joined(separator: "\n")
        _ = InspectorTool.run(
          ["record", "-o", path, "--app", "tally"], apps: [TallyApp.self], output: nil,
          input: InputSource.buffer(actions))
      }
      expectEqual(
        tool.run("verify DIR/j"),
        CallResult(
          code: .fine, output: "ok DIR/j: 1 action, 2 states proven, 1 session, not closed\n",
          errorOutput: "DIR/j:4: warning: action 2 (trap) was in flight when the process died\n"))
      #expect(tool.run("show DIR/j").output.contains(#""count": 3"#))
      let inFlight = tool.run("log DIR/j")
      expectEqual(inFlight.code, .fine)
      #expect(inFlight.output.hasSuffix("  trap  in flight when the process died\n"))

      let next = tool.run("record -o DIR/j --append", input: #"{"add":{"_0":4}}"#)
      expectEqual(next.code, .fine)
      #expect(
        next.errorOutput.hasPrefix(
          "DIR/j: warning: action 2 (trap) was in flight when the process died; its line was completed as interrupted\n"
        ))
      expectEqual(
        tool.run("verify DIR/j"),
        CallResult(
          code: .fine, output: "ok DIR/j: 3 actions, 4 states proven, 2 sessions, closed\n",
          errorOutput: "DIR/j:4: warning: action 2 (trap) was in flight when the process died; it led to no state\n"))
      #expect(tool.run("log DIR/j").output.contains("  trap  interrupted: its reducer never returned\n"))
      #expect(tool.run("replay DIR/j").output.contains(#""count": 7"#))
      expectEqual(tool.run("replay DIR/j --to 2").code, .trouble)
    }
  }
}
