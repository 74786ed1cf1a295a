import CommandLineKit
import ReduxLogTool
import StateTree
import TestSupport
import Testing

/// `log -p` where the reducers diverge from the recorded states.
struct LogDivergenceTests {
  @Test(arguments: ["", " -n 2", " -n 1"]) func `a listing that ends with an error is a complete document`(
    option: String
  ) throws {
    let tool = try ToolFixture()
    tool.record("j", #"{"add":{"_0":3}}"#, #"{"reset":{}}"#, #"{"add":{"_0":4}}"#)
    let listed = tool.with(apps: [ChangedTallyApp.self]).run("log DIR/j -p --format json" + option)
    #expect(listed.code == .finding || listed.code == .trouble)
    #expect(listed.errorOutput.contains("state 2 has the hash"))
    #expect(throws: Never.self) { try JSONValue(parsing: listed.output) }
  }
}
