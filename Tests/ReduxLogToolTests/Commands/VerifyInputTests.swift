import CommandLineKit
import Expectations
import Foundation
import ReducerIsolation
import StateTree
import TestSupport
import Testing

@testable import ReduxLogTool

/// `verify -`: a journal from standard input.
struct VerifyInputTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  /// A recorded journal's text; afterwards, the folder is empty.
  private func journal(_ actions: String...) throws -> String {
    _ = tool.run("record -o DIR/j --app tally", input: actions.map { $0 + "\n" }.joined())
    let text = try #require(tool.folder.contents(of: "j"))
    try FileManager.default.removeItem(atPath: tool.folder.path(of: "j"))
    return text
  }

  @Test(arguments: ["", " --no-replay", " --keep-going", " --jobs 3"])
  func `a journal from standard input is verified like a file`(options: String) throws {
    let text = try journal(#"{"add":{"_0":3}}"#, #"{"add":{"_0":300}}"#)
    let call = tool.run("verify -" + options, input: text)
    tool.folder.create("j", text)
    let same = tool.run("verify DIR/j" + options)
    expectEqual(call.code, .fine)
    expectEqual(call.output, same.output.replacing("DIR/j", with: "standard input"))
    try expectEqual(tool.folder.names(), ["j"])
  }

  @Test func `a divergence is shown with commands for a file`() throws {
    let text = try journal(#"{"add":{"_0":3}}"#, #"{"reset":{}}"#)
    let call = tool.with(apps: [ChangedTallyApp.self]).run("verify -", input: text)
    expectEqual(call.code, .finding)
    expectEqual(call.output, "diverged standard input: at state 2\n")
    let lines = call.errorOutput.split(separator: "\n").map(String.init)
    expectEqual(
      lines.first, "standard input:4: error: replay diverges at state 2: reset leads to a different state than recorded"
    )
    expectEqual(
      lines.suffix(3),
      [
        "    reduxlog show FILE@2 --action", "    reduxlog show FILE@1", "    reduxlog replay FILE --to 2 --unchecked",
      ])
    #expect(try tool.folder.names().isEmpty)
  }

  @Test(arguments: [
    ("", "standard input: error: the file is empty"), ("{}\n", "standard input:1: error: "),
    ("\u{0}\u{1b}[31m\n", "standard input:1: error: "),
  ]) func `what isn't a journal is reported under the name of standard input`(text: String, message: String) throws {
    let call = tool.run("verify -", input: text)
    expectEqual(call.code, .trouble)
    #expect(call.errorOutput.hasPrefix(message), "\(call.errorOutput)")
    #expect(!call.errorOutput.contains("DIR"))
    #expect(try tool.folder.names().isEmpty)
  }

  @Test func `a torn journal, and one damaged in the middle, keep their lines' numbers`() throws {
    let text = try journal(#"{"add":{"_0":3}}"#, #"{"add":{"_0":4}}"#)
    let torn = tool.run("verify -", input: String(text.dropLast(30)))
    #expect(torn.errorOutput.hasPrefix("standard input:5: warning: "), "\(torn.errorOutput)")
    let damaged = tool.run("verify - --format json", input: text.replacing(#""_0":3"#, with: #""_0":7"#))
    expectEqual(damaged.code, .trouble)
    let result = try JSONValue(parsing: damaged.output)["journals"]?.array?.first
    #expect(result?["file"] == "standard input" && result?["line"] == 3 && result?["segment"] == nil)
    #expect(try tool.folder.names().isEmpty)
  }

  @Test func `it can stand among files`() throws {
    let text = try journal(#"{"add":{"_0":3}}"#)
    tool.folder.create("j", text)
    let counts = "1 action, 2 states proven, 1 session, closed"
    expectEqual(
      tool.run("verify DIR/j - --jobs 2", input: text),
      CallResult(code: .fine, output: "ok DIR/j: \(counts)\nok standard input: \(counts)\n2 journals: 2 ok\n"))
  }

  @Test(arguments: [
    ("verify - -", "standard input can be read only once"),
    ("verify - --report DIR/r", "'--report' takes files and folders, not standard input"),
  ]) func `what standard input can't be used for is refused`(line: String, message: String) throws {
    let call = tool.run(line)
    expectEqual(call.code, .usage)
    #expect(call.errorOutput.hasPrefix("reduxlog: error: \(message)\n"))
    #expect(try tool.folder.names().isEmpty)
  }

  @Test func `no folder for temporary files is an error`() {
    var context = CommandContext(
      output: BufferSink(), errorOutput: BufferSink(), input: InputSource.buffer("x"),
      environment: ["TMPDIR": tool.folder.path(of: "none/")])
    context.apps = AppCatalog([])
    let error = BufferSink()
    context.errorOutput = TextOutput(error)
    expectEqual(CommandTable.standard.run(["verify", "-"], in: context), .trouble)
    expectEqual(
      error.text,
      "\(tool.folder.path(of: "none")): error: can't create a folder for temporary files: "
        + "No such file or directory\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "files can't lose their names here"))
  func `a killed process leaves no file`() async throws {
    try await onOwnThread {
      let executable = try Executable(in: tool.folder.path)
      let process = try executable.start("verify -")
      let input = try #require(process.standardInput as? Pipe).fileHandleForWriting
      try input.write(contentsOf: Data(repeating: 0x20, count: 300_000))
      let files = "/proc/\(process.processIdentifier)/fd"
      func isReading() -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []
        return names.contains { name in
          let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\(name)")
          return target?.hasSuffix("/journal.jsonl (deleted)") == true
        }
      }
      #expect(waitUntil(isReading))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(try tool.folder.names().isEmpty)
    }
  }

  @Test func `a segment from standard input finds no file beside it`() throws {
    let journal = try SampleJournal(tool.folder.path(of: "journal.jsonl"))
    try journal.act(#"{"merge":{"n":1}}"#, at: 1)
    try journal.segment(at: 2)
    try journal.act(#"{"merge":{"n":2}}"#, at: 3)
    try journal.close()
    let text = try #require(tool.folder.contents(of: "journal.jsonl"))
    let call = tool.run("verify -", input: text)
    try FileManager.default.removeItem(atPath: tool.folder.path(of: "journal.000001.jsonl"))
    let alone = tool.run("verify DIR/journal.jsonl")
    expectEqual(call.code, alone.code)
    expectEqual(call.output, alone.output.replacing("DIR/journal.jsonl", with: "standard input"))
    expectEqual(call.errorOutput, alone.errorOutput.replacing("DIR/journal.jsonl", with: "standard input"))
  }

  @Test func `a full disk is an error, and leaves no file`() async throws {
    try await onOwnThread {
      tool.folder.create("j", String(repeating: "x", count: 100_000))
      let executable = try Executable(in: tool.folder.path)
      let result = try executable.shell("ulimit -f 20; \"$REDUXLOG\" verify - < j")
      expectEqual(
        result,
        Executable.Result(
          status: 2, output: "",
          errorOutput: "\(tool.folder.path): error: can't store standard input: File too large\n"
            + "  Set TMPDIR to a folder with more space, or save the journal to a file.\n"))
      try expectEqual(tool.folder.names(), ["j"])
    }
  }

  @Test func `a result line needs a path`() throws {
    let call = try ToolFixture().run("verify - --format ndjson")
    #expect(call.code == .usage && call.output.isEmpty)
    #expect(call.errorOutput.contains("a journal from standard input has no path for a result line; use '--batch'"))
  }
}
