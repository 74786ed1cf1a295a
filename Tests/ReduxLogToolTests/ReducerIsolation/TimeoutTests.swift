import CommandLineKit
import Expectations
import ReduxLogTool
import ReduxNotation
import Testing

struct TimeoutTests {
  private let tool: ToolFixture

  init() throws {
    tool = try ToolFixture()
    _ = tool.run("record -o DIR/j --app tally", input: #"{"add":{"_0":3}}"#)
  }

  @Test(arguments: ["0", "0s", "10s", "1h30m", "250ms", "0.5s"])
  func aDurationIsTaken(text: String) {
    expectEqual(tool.run("verify DIR/j --timeout \(text)").code, .fine)
    expectEqual(tool.run("replay DIR/j --timeout \(text)").code, .fine)
  }

  @Test func itIsTenSecondsIfNothingIsSaid() throws {
    try expectEqual(ParsedArguments().timeout(), .seconds(10))
  }

  @Test(arguments: ["10", "s", "-1s", "1w", "soon"])
  func anythingElseIsNot(text: String) {
    for command in ["verify", "replay"] {
      let call = tool.run("\(command) DIR/j --timeout=\(text)")
      expectEqual(call.code, .usage)
      expectEqual(
        call.errorOutput,
        "reduxlog: error: option '--timeout': expected a duration, such as 500ms, 10s or 2m, or 0 for no limit, found "
          + "'\(text)'\n  see 'reduxlog help \(command)'\n")
    }
  }

  @Test(arguments: [
    (Duration.seconds(10), "10 s"), (.seconds(90), "90 s"), (.milliseconds(250), "250 ms"),
    (.milliseconds(1500), "1500 ms"),
  ])
  func itIsShownInOneUnit(duration: Duration, text: String) {
    expectEqual(DurationFormat.plain(duration), text)
  }
}
