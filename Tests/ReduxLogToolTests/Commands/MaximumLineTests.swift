import ReduxJournal
import ReduxLogTool
import Testing

@Suite("The longest line that is read")
struct MaximumLineTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  @Test(
    "is an option of every command that reads journals",
    arguments: [
      "log DIR/j", "show DIR/j", "replay DIR/j", "verify DIR/j", "verify DIR/j --no-replay", "diff DIR/j@0..1",
      "rewind DIR/j --to 0", "mark DIR/j@1 name", "stats DIR/j", "record -o DIR/j --append",
    ])
  func option(line: String) throws {
    tool.record("j", #"{"add":{"_0":3}}"#)
    let before = tool.folder.contents(of: "j")
    let call = tool.run(line + " --max-line 100")
    #expect(call.code == .trouble)
    #expect(
      call.errorOutput == """
        DIR/j:1: error: the line has more than 100 bytes
          The line starts at byte 0 of the file. Raise the limit if that is right, with a larger --max-line BYTES.

        """)
    #expect(tool.folder.contents(of: "j") == before)
    let code: ExitCode = line.hasPrefix("diff") ? .finding : .fine
    #expect(tool.run(line + " --max-line 10K").code == code)
  }

  @Test(
    "is a number of bytes, or of a unit",
    arguments: [("300", 300), ("300k", 307_200), ("300K", 307_200), ("64M", 64 << 20), ("1g", 1 << 30)])
  func byteCount(text: String, bytes: Int) throws {
    #expect(try parsed(text).byteCount(of: .maximumLine) == bytes)
    #expect(try parsed(text).maximumLineBytes() == bytes)
  }

  @Test(
    "is nothing else",
    arguments: ["0", "-1", "", "K", "1T", "1.5M", "9999999999999G", "99999999999999999999", "1 M", "0x10", "64MB"])
  func usageError(text: String) throws {
    let arguments = try parsed(text)
    #expect(
      throws: UsageError(
        "option '--max-line': expected a number of bytes, as 4096, 64K, 16M or 1G, found '\(text)'")
    ) { try arguments.byteCount(of: .maximumLine) }
  }

  @Test("is 16 MiB if nothing is said")
  func standard() throws { #expect(try ParsedArguments().maximumLineBytes() == 16 << 20) }

  private func parsed(_ text: String) throws -> ParsedArguments {
    let specification = CommandSpecification(name: "x", abstract: "", options: [.maximumLine])
    return try ArgumentParser(specification).parse(["--max-line=\(text)"])
  }
}
