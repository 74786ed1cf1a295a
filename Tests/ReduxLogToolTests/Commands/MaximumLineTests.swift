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

  /// `repair` treats an overlong line as damage, and has its own test. `drift` needs an executable.
  private static let calls =
    CommandCall.all.filter { !["repair", "drift"].contains($0.command) }
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

  @Test func `the default limit is 16 MiB`() throws { try expectEqual(ParsedArguments().maximumLineBytes(), 16 << 20) }

  private func parsed(_ text: String) throws -> ParsedArguments {
    let specification = CommandSpecification(name: "x", abstract: "", traits: [], options: [.maximumLine])
    return try ArgumentParser(specification).parse(["--max-line=\(text)"])
  }
}
