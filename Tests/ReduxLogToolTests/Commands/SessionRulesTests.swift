import CommandLineKit
import ReduxLogTool
import TestSupport
import Testing

/// A journal of two sessions; only the first has rules.
@Suite("Sessions with rules of their own") struct SessionRulesTests {
  private let tool: ToolFixture

  /// State 1 is of the first session, states 2 and 3 are of the second.
  init() throws {
    tool = try ToolFixture()
    _ = tool.run("record -o DIR/j", input: #"{"merge":{"user":"ada","pin":"1234"}}"# + "\n")
    _ = tool.run("record -o DIR/j --append --no-default-rules", input: #"{"merge":{"password":"x"}}"# + "\n")
  }

  @Test("show, replay, log and diff print each state under the rules of its session")
  func printing() {
    #expect(tool.run("show DIR/j@1:/pin").output == "\"redacted\"\n")
    let last = "{\n  \"user\": \"ada\",\n  \"pin\": \"redacted\",\n  \"password\": \"x\"\n}\n"
    #expect(tool.run("show DIR/j@-1").output == last)
    #expect(tool.run("replay DIR/j").output == last)
    #expect(tool.run("replay DIR/j --from-snapshot").output == last)
    #expect(tool.run("replay DIR/j --unchecked").output == last)
    #expect(tool.run("log DIR/j -p --format ndjson").output.contains(#""value":"x""#))
    #expect(tool.run("diff DIR/j@1 DIR/j@-1").output.contains("\"x\""))
    #expect(tool.run("verify DIR/j").code == .fine)
  }

  @Test("a slice of the second session has the states that its hashes are of")
  func slicing() {
    #expect(tool.run("slice DIR/j@2.. -o DIR/s").code == .fine)
    #expect(tool.run("show DIR/s@-1:/password").output == "\"x\"\n")
    #expect(tool.run("verify DIR/s").code == .fine)
    #expect(tool.run("slice DIR/j@3.. -o DIR/t").code == .fine)
    #expect(tool.run("verify DIR/t").code == .fine)
  }

  @Test("a state of an earlier session is taken up again under the rules of the last one")
  func rewinding() {
    _ = tool.run("record -o DIR/j --append", input: #"{"merge":{"n":1}}"# + "\n")
    #expect(tool.run("rewind DIR/j --to 3").code == .fine)
    let verified = tool.run("verify DIR/j")
    #expect(verified.code == .fine && verified.errorOutput == "", "\(verified)")
    #expect(tool.run("show DIR/j@3:/password").output == "\"x\"\n")
    #expect(tool.run("show DIR/j@-1:/password").output == "\"redacted\"\n")
    #expect(tool.run("slice DIR/j@-1.. -o DIR/s").code == .fine)
    #expect(tool.run("verify DIR/s").code == .fine)
  }
}
