import CommandLineKit
import Expectations
import ReduxLogTool
import TestSupport
import Testing

/// A journal of two sessions; only the first has rules.
struct SessionRulesTests {
  private let tool: ToolFixture

  /// State 1 is of the first session, states 2 and 3 are of the second.
  init() throws {
    tool = try ToolFixture()
    _ = tool.run("record -o DIR/j", input: #"{"merge":{"user":"ada","pin":"1234"}}"# + "\n")
    _ = tool.run("record -o DIR/j --append --no-default-rules", input: #"{"merge":{"password":"x"}}"# + "\n")
  }

  @Test func `show, replay, log and diff print each state under its session's rules`() {
    expectEqual(tool.run("show DIR/j@1:/pin").output, "\"redacted\"\n")
    let last = "{\n  \"user\": \"ada\",\n  \"pin\": \"redacted\",\n  \"password\": \"x\"\n}\n"
    expectEqual(tool.run("show DIR/j@-1").output, last)
    expectEqual(tool.run("replay DIR/j").output, last)
    expectEqual(tool.run("replay DIR/j --from-snapshot").output, last)
    expectEqual(tool.run("replay DIR/j --unchecked").output, last)
    #expect(tool.run("log DIR/j -p --format ndjson").output.contains(#""value":"x""#))
    #expect(tool.run("diff DIR/j@1 DIR/j@-1").output.contains("\"x\""))
    expectEqual(tool.run("verify DIR/j").code, .fine)
  }

  @Test func `a slice of the second session has its states`() {
    expectEqual(tool.run("slice DIR/j@2.. -o DIR/s").code, .fine)
    expectEqual(tool.run("show DIR/s@-1:/password").output, "\"x\"\n")
    expectEqual(tool.run("verify DIR/s").code, .fine)
    expectEqual(tool.run("slice DIR/j@3.. -o DIR/t").code, .fine)
    expectEqual(tool.run("verify DIR/t").code, .fine)
  }

  @Test func `a rewind to an earlier session redacts its state with the last session's rules`() {
    _ = tool.run("record -o DIR/j --append --redact-name password", input: #"{"merge":{"n":1}}"# + "\n")
    expectEqual(tool.run("rewind DIR/j --to 3").code, .fine)
    let verified = tool.run("verify DIR/j")
    #expect(verified.code == .fine && verified.errorOutput == "", "\(verified)")
    expectEqual(tool.run("show DIR/j@3:/password").output, "\"x\"\n")
    expectEqual(tool.run("show DIR/j@-1:/password").output, "\"redacted\"\n")
    expectEqual(tool.run("slice DIR/j@-1.. -o DIR/s").code, .fine)
    expectEqual(tool.run("verify DIR/s").code, .fine)
  }
}
