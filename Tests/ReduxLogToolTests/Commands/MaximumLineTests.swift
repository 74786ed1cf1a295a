import CommandLineKit
import Expectations
import HostileInput
import ReduxJournal
import ReduxLogTool
import TestSupport
import Testing

struct MaximumLineTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  /// `repair` treats an overlong line as damage, and has its own test. `drift` and `explore` need an executable.
  private static let calls =
    CommandCall.all.filter { !["repair", "drift", "explore"].contains($0.command) }
    .map { $0.words(journal: "DIR/j", output: "DIR/k", expression: "$.count<=0").joined(separator: " ") }
    + ["verify DIR/j --no-replay"]

  @Test(arguments: Self.calls)
  func `every command that reads journals has --max-line`(line: String) throws {
    tool.record("j", #"{"add":{"_0":3}}"#)
    let before = tool.folder.contents(of: "j")
    let refused = tool.run(line + " --max-line 100")
    expectEqual(refused.code, .trouble)
    expectEqual(
      refused.errorOutput,
      """
      DIR/j:1: error: the line has more than 100 bytes
        The line starts at byte 0 of the file. If the line is valid, raise the limit with --max-line BYTES.

      """)
    expectEqual(tool.folder.contents(of: "j"), before)
    try expectEqual(tool.folder.names(), ["j"])
    let code: ExitCode = ["diff", "bisect", "assert"].contains(where: line.hasPrefix) ? .finding : .fine
    expectEqual(tool.run(line + " --max-line 10K").code, code)
  }

  @Test func `repair treats longer lines as damage`() throws {
    let long = String(repeating: "x", count: 3000)
    tool.record("j", #"{"merge":{"n":1}}"#, #"{"merge":{"a":"\#(long)"}}"#, #"{"merge":{"n":2}}"#, app: "json")
    let call = tool.run("repair DIR/j -o DIR/k --max-line 2000")
    expectEqual(call.code, .finding)
    expectEqual(tool.folder.contents(of: "k")?.contains(long), false)
    expectEqual(tool.folder.contents(of: "k.rejected")?.contains(long), true)
    try expectEqual(tool.folder.names(), ["j", "k", "k.rejected"])
    expectEqual(tool.run("repair DIR/j -o DIR/k --max-line 10K --force").code, .fine)
    let short = tool.run("repair DIR/j -n --max-line 100")
    expectEqual(short.code, .trouble)
    expectEqual(short.errorOutput, "DIR/j: error: not a journal: it has no header that can be proven; check the path\n")
  }

  @Test(
    arguments: [("300", 300), ("300k", 307_200), ("300K", 307_200), ("64M", 64 << 20), ("1g", 1 << 30)])
  func `the limit is a number of bytes, or of a unit`(text: String, bytes: Int) throws {
    try expectEqual(parsed(text).byteCount(of: .maximumLine), bytes)
    try expectEqual(parsed(text).maximumLineBytes(), bytes)
  }

  @Test(
    arguments: ["0", "-1", "", "K", "1T", "1.5M", "9999999999999G", "99999999999999999999", "1 M", "0x10", "64MB"])
  func `any other limit is a usage error`(text: String) throws {
    let arguments = try parsed(text)
    #expect(
      throws: UsageError(
        "option '--max-line': expected a number of bytes, such as 4096, 64K, 16M or 1G, found '\(text)'")
    ) { try arguments.byteCount(of: .maximumLine) }
  }

  @Test func `the default limit is 256 MiB`() throws {
    try expectEqual(ParsedArguments().maximumLineBytes(), 256 << 20)
  }

  /// A state of 121 values and keys, and of 1,810 bytes.
  private static let state =
    #"{"rows":["#
    + Array(repeating: #"{"name":"a row of the table","isDone":false}"#, count: 40)
    .joined(separator: ",") + "]}"

  @Test func `a state beyond the limit isn't recorded, and the message says how long it is`() throws {
    tool.folder.create("state", Self.state)
    tool.folder.create("actions", #"{"merge":{"n":1}}"#)
    let record = "record -o DIR/j --initial DIR/state --actions DIR/actions"
    expectEqual(
      tool.run(record + " --max-line 1000").errorOutput,
      "DIR/state: error: the state has more than 1000 bytes\n  Raise the limit with --max-line BYTES.\n")
    let refused = tool.run(record + " --max-line 1850")
    expectEqual(refused.code, .trouble)
    #expect(
      refused.errorOutput.wholeMatch(of: /DIR\/j: error: the line has \d{4} bytes, more than the limit of 1850\n.*\n/)
        != nil)
    try expectEqual(tool.folder.names(), ["actions", "state"])
    expectEqual(tool.run(record + " --max-line 8K").code, .fine)
    expectEqual(tool.run("verify DIR/j").output, "ok DIR/j: 1 action, 2 states proven, 1 session, closed\n")
  }

  @Test func `a journal that can't be replaced stays`() throws {
    tool.record("j", #"{"merge":{"n":1}}"#, app: "json")
    let before = tool.folder.contents(of: "j")
    tool.folder.create("state", Self.state)
    let call = tool.run("record -o DIR/j --force --initial DIR/state --max-line 1850", input: #"{"merge":{"n":1}}"#)
    expectEqual(call.code, .trouble)
    expectEqual(tool.folder.contents(of: "j"), before)
    try expectEqual(tool.folder.names(), ["j", "state"])
  }

  @Test func `an action beyond the limit is named by its line`() {
    let call = tool.run("record -o DIR/j --max-line 400", input: "{\"merge\":{\"n\":1}}\n" + Self.state)
    #expect(
      call.errorOutput.contains(
        "standard input:2: error: the action has more than 400 bytes\n  Raise the limit with --max-line BYTES.\n"))
  }

  @Test func `import takes the limit, too`() throws {
    tool.folder.create(
      "s.json",
      """
      {"actionsById":{"0":{"action":{"type":"@@INIT"},"timestamp":1}},"stagedActionIds":[0],"skippedActionIds":[],\
      "nextActionId":1,"currentStateIndex":0,"computedStates":[{"state":\(Self.state)}]}
      """)
    let refused = tool.run("import DIR/s.json -o DIR/j --max-line 1850")
    expectEqual(refused.code, .trouble)
    #expect(
      refused.errorOutput.contains(
        ", more than the limit of 1850\n  If the line is valid, raise the limit with --max-line"))
    try expectEqual(tool.folder.names(), ["s.json"])
    expectEqual(tool.run("import DIR/s.json -o DIR/j --max-line 8K").code, .fine)
    expectEqual(tool.run("show DIR/j@0:/rows/39/name").output, "\"a row of the table\"\n")
  }

  @Test func `whatever is imported can be shown, compared, reported and searched`() throws {
    let rows = Array(repeating: #"[1,2,3,4,5,6,7,8,9]"#, count: 2_000).joined(separator: ",")
    tool.folder.create(
      "s.json",
      """
      {"actionsById":{"0":{"action":{"type":"@@INIT"},"timestamp":1},"1":{"action":{"type":"add"},"timestamp":2}},\
      "stagedActionIds":[0,1],"skippedActionIds":[],"nextActionId":2,"currentStateIndex":1,\
      "computedStates":[{"state":[\(rows)]},{"state":[\(rows),10]}]}
      """)
    expectEqual(tool.run("import DIR/s.json -o DIR/j").code, .fine)
    expectEqual(tool.run("verify DIR/j --no-replay").code, .fine)
    expectEqual(tool.run("diff DIR/j@0..1").output, "+ /2000: 10\n")
    expectEqual(tool.run("show DIR/j@1:/2000").output, "10\n")
    #expect(tool.run("blame DIR/j:/2000").output.contains("add"))
    expectEqual(tool.run("report DIR/j -o DIR/r.html").code, .fine)
    expectEqual(tool.run("inspect DIR/j --print").code, .fine)
  }

  private func parsed(_ text: String) throws -> ParsedArguments {
    let specification = CommandSpecification(name: "x", abstract: "", traits: [], options: [.maximumLine])
    return try ArgumentParser(specification).parse(["--max-line=\(text)"])
  }
}
