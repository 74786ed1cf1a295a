import CommandLineKit
import Expectations
import Foundation
import ReduxInspection
import ReduxJournal
import StateTree
import TestSupport
import Testing

@testable import ReduxLogTool

/// `merge` of what killed, incomplete and hostile batches left, and with `--jobs`.
struct MergeJobsTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  private static func line(_ id: String, _ command: String = "verify", _ members: String = #""status":"ok""#) -> String
  {
    #"{"schema":"reduxlog.result/1","command":"\#(command)","id":"\#(id)","file":"\#(id).jsonl","#
      + #"\#(members),"exit-code":0}"#
  }

  private static func job(_ id: String) -> String { #"{"id":"\#(id)","path":"\#(id).jsonl"}"# + "\n" }

  /// The ids that `merge` knows, each with its status.
  private func statuses(_ call: CallResult) throws -> [String: String] {
    let lines = try call.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    return Dictionary(uniqueKeysWithValues: lines.map { ($0["id"]?.string ?? "", $0["status"]?.string ?? "") })
  }

  // MARK: Half lines

  @Test func `half a line in the middle is ignored with a warning, and the result behind it counts`() throws {
    let half = Self.line("z").prefix(70)
    tool.folder.create("r", "\(half)\(Self.line("a"))\n\(Self.line("b"))\n\(half)\n\(Self.line("c"))\n")
    let call = tool.run("merge DIR/r --format ndjson")
    expectEqual(call.code, .trouble)
    try expectEqual(statuses(call), ["a": "ok", "b": "ok", "c": "ok"])
    expectEqual(
      call.errorOutput,
      """
      DIR/r:1: warning: what isn't JSON is ignored: unexpected 's' at byte 72
      DIR/r:3: warning: what isn't JSON is ignored: the text ends inside a value at byte 70
      pass the jobs with --jobs to know which of them have no result

      """)
  }

  /// A state in which a hostile journal has what looks like the result of another job.
  @Test func `a value inside a line is no result`() throws {
    let fake = Self.line("fake")
    let whole = Self.line(
      "a", "drift", #""status":"differs","seq":1,"places":[{"pointer":"/x","op":"replace","old":\#(fake),"new":1}]"#)
    let end = try #require(whole.range(of: fake)?.upperBound)
    let next = Self.line("b", "drift", #""status":"same""#)
    for text in [whole, "\(whole[..<end])", "\(whole[..<end])\(next)\n", "\(whole.prefix(80))\(whole)\n"] {
      tool.folder.create("r", text)
      let ids = try statuses(tool.run("merge DIR/r --format ndjson")).keys
      #expect(!ids.contains("fake"), "\(text)")
      expectEqual(ids.contains("b"), text.contains(next))
    }
  }

  /// Two batches whose outputs are cut anywhere, the second appended to the first.
  @Test func `of two outputs in one file, each whole line counts`() throws {
    let lines = ["a", "b", "c"].map { Self.line($0) + "\n" }.joined()
    for cut in stride(from: 0, through: lines.utf8.count, by: 7) {
      tool.folder.create("r", lines.prefix(cut) + lines)
      let call = tool.run("merge DIR/r --format ndjson")
      try expectEqual(statuses(call), ["a": "ok", "b": "ok", "c": "ok"], "cut at \(cut)")
    }
  }

  @Test(arguments: [
    (String(repeating: "[", count: 100_000), "more than"), (#"{"schema":"x","schema":"reduxlog.result/1"}"#, "schema"),
    ("\u{0}\u{0}\u{0}", "unexpected"), (#"{"schema":"reduxlog.result/1","x":"\ud800"}"#, "surrogate"),
  ]) func `a hostile line that isn't JSON is ignored with a warning`(line: String, reason: String) throws {
    tool.folder.create("r", "\(line)\n\(Self.line("a"))\n")
    let call = tool.run("merge DIR/r --format ndjson")
    try expectEqual(statuses(call), ["a": "ok"])
    #expect(call.errorOutput.hasPrefix("DIR/r:1: warning: what isn't JSON is ignored: "), "\(call.errorOutput)")
    #expect(call.errorOutput.contains(reason))
  }

  @Test func `text that isn't UTF-8 is ignored with a warning`() throws {
    let path = tool.folder.path(of: "r")
    try Data([0x7b, 0x22, 0xff, 0xfe, 0x0a] + Array("\(Self.line("a"))\n".utf8)).write(to: URL(fileURLWithPath: path))
    let call = tool.run("merge DIR/r --format ndjson")
    #expect(try statuses(call) == ["a": "ok"] && call.errorOutput.hasPrefix("DIR/r:1: warning: "))
  }

  @Test func `many ignored lines are counted`() throws {
    tool.folder.create("r", String(repeating: "x\n", count: 1000) + Self.line("a"))
    let warnings = tool.run("merge DIR/r").errorOutput.split(separator: "\n")
    expectEqual(warnings.count, 12)
    expectEqual(warnings[10], "DIR/r: warning: 990 more lines are ignored")
  }

  /// Takes over a second: it reads 16 MiB.
  @Test func `a line that no batch writes is an error with its place`() throws {
    tool.folder.create("r", Self.line("a") + "\n\n" + String(repeating: "x", count: 17 << 20))
    let call = tool.run("merge DIR/r")
    expectEqual(
      call,
      CallResult(
        code: .trouble, output: "",
        errorOutput: "DIR/r:3: error: the line has more than 16777216 bytes, which no batch writes\n"
          + "  Remove the line, and run the batch again.\n"))
  }

  @Test(arguments: [("ok", "2"), ("failed", "0")])
  func `a status that contradicts the exit code is an error`(status: String, code: String) {
    let line = Self.line("a").replacing(#""status":"ok""#, with: #""status":"\#(status)""#)
    tool.folder.create("r", line.replacing(#""exit-code":0"#, with: #""exit-code":\#(code)"#))
    let call = tool.run("merge DIR/r")
    expectEqual(call.code, .trouble)
    #expect(call.errorOutput.contains("DIR/r:1: "), "\(call)")
    #expect(call.errorOutput.contains("the status '\(status)' contradicts the exit code \(code)"), "\(call)")
  }

  @Test(arguments: ["256", "-1", "4294967296", "1.5", #""0""#])
  func `a code that no process ends with is an error`(code: String) {
    tool.folder.create("r", Self.line("a").replacing(#""exit-code":0"#, with: #""exit-code":\#(code)"#))
    expectEqual(tool.run("merge DIR/r").code, .trouble)
  }

  // MARK: Jobs without a result

  @Test(arguments: ["human", "markdown", "html", "json", "github", "junit", "ndjson"])
  func `a job without a result is a finding in each format`(format: String) {
    tool.folder.create("jobs1", Self.job("a") + "\n" + Self.job("b"))
    tool.folder.create("jobs2", Self.job("b") + Self.job("c"))
    tool.folder.create("r", Self.line("a") + "\n")
    let call = tool.run("merge DIR/r --jobs DIR/jobs1 --jobs DIR/jobs2 --format \(format)")
    #expect(call.code == .trouble && call.errorOutput.isEmpty)
    for id in ["b", "c"] {
      #expect(call.output.contains("\(id).jsonl"))
      let message = format == "human" ? "  \(id): \(id).jsonl" : format == "markdown" ? "- `\(id)`: `\(id).jsonl`" : nil
      let text = call.output.replacing("&#39;", with: "'")
      #expect(text.contains(message ?? "the job '\(id)' has no result"), "\(call.output)")
    }
  }

  @Test(arguments: ["human", "json"]) func `reports of drift and coverage have it, too`(format: String) throws {
    tool.folder.create("jobs", Self.job("a") + Self.job("b"))
    tool.folder.create("d", Self.line("a", "drift", #""status":"same""#))
    let drift = tool.run("merge DIR/d --jobs DIR/jobs --format \(format)")
    tool.folder.create(
      "c",
      Self.line(
        "a", "coverage", #""status":"ok","app":"x","bytes":9,"actions":{"t":1},"refusals":{},"changed":[],"members":{}"#
      ))
    let coverage = tool.run("merge DIR/c --jobs DIR/jobs --format \(format)")
    for call in [drift, coverage] {
      expectEqual(call.code, .trouble)
      expectEqual(
        call.errorOutput,
        "b.jsonl: error: the job 'b' has no result\n"
          + "  Its batch ended early, or its output is missing. Run the job again, and merge that result, too.\n")
    }
    if format == "human" {
      expectEqual(drift.output, "same: 0 of 1 journal differs\n  not compared: 1 journal\n")
      #expect(coverage.output.hasSuffix("not read:\n  b.jsonl\n"))
    } else {
      let result: JSONValue = ["file": "b.jsonl", "status": "no-result", "message": "the job 'b' has no result"]
      try expectEqual(JSONValue(parsing: drift.output)["results"]?.array?.last, result)
      try expectEqual(JSONValue(parsing: coverage.output)["unread"], [result])
    }
  }

  @Test func `a later result replaces the line of a job without one`() throws {
    tool.folder.create("jobs", Self.job("a") + Self.job("b"))
    tool.folder.create("r", Self.line("a"))
    let first = tool.run("merge DIR/r --jobs DIR/jobs --format ndjson")
    try expectEqual(statuses(first), ["a": "ok", "b": "no-result"])
    tool.folder.create("all", first.output)
    tool.folder.create("again", Self.line("b"))
    for files in ["DIR/all DIR/again", "DIR/again DIR/all"] {
      let call = tool.run("merge \(files) --format ndjson")
      #expect(call.code == .fine && call.errorOutput.isEmpty)
      try expectEqual(statuses(call), ["a": "ok", "b": "ok"])
    }
  }

  @Test func `long lists of jobs without a result are cut short for people`() {
    tool.folder.create("jobs", (0..<100).map { Self.job("\($0)") }.joined())
    tool.folder.create("r", Self.line("0"))
    let call = tool.run("merge DIR/r --jobs DIR/jobs")
    #expect(call.output.hasPrefix("100 journals: 1 ok, 99 no-result\n"))
    #expect(call.output.hasSuffix("  and 79 more\n"))
  }

  @Test func `no result at all is an error that says so`() {
    tool.folder.create("jobs", Self.job("a") + Self.job("b"))
    tool.folder.create("r", "")
    for format in ["human", "json", "ndjson"] {
      expectEqual(
        tool.run("merge DIR/r --jobs DIR/jobs --format \(format)"),
        CallResult(
          code: .trouble, output: "",
          errorOutput: "reduxlog: error: no results to report: none of 2 jobs has one\n"
            + "  Run the batches, and pass the files with their output.\n"))
    }
  }

  @Test func `results of other jobs count, with a warning`() throws {
    tool.folder.create("jobs", Self.job("a"))
    tool.folder.create("r", Self.line("a") + "\n" + Self.line("b") + "\n")
    let call = tool.run("merge DIR/r --jobs DIR/jobs --format ndjson")
    try expectEqual(statuses(call), ["a": "ok", "b": "ok"])
    expectEqual(
      call.errorOutput, "reduxlog: warning: 1 result is of no job in the files of --jobs, such as that of the id 'b'\n")
  }

  @Test func `jobs that can't be told apart are an error with their place`() {
    tool.folder.create("jobs", Self.job("a") + #"{"id":"a","path":"x"}"# + "\n")
    tool.folder.create("r", Self.line("a"))
    let call = tool.run("merge DIR/r --jobs DIR/jobs")
    #expect(call.code == .trouble && call.output.isEmpty)
    #expect(call.errorOutput.hasPrefix("DIR/jobs:2: error: the id 'a' has a second path, 'x' after 'a.jsonl'\n"))
  }

  @Test(arguments: [("nonsense", "not JSON: "), (#"{"id":"a"}"#, "expected an object ")])
  func `a line that isn't a job costs the exit code, not the report`(line: String, message: String) throws {
    tool.folder.create("jobs", Self.job("a") + line + "\n")
    tool.folder.create("r", Self.line("a"))
    let call = tool.run("merge DIR/r --jobs DIR/jobs --format ndjson")
    expectEqual(call.code, .trouble)
    try expectEqual(statuses(call), ["a": "ok"])
    #expect(call.errorOutput.hasPrefix("DIR/jobs:2: warning: not a job: \(message)"), "\(call.errorOutput)")
  }

  @Test func `a result of another journal is none of the job`() throws {
    tool.folder.create("jobs", #"{"id":"a","path":"today.jsonl"}"# + "\n")
    tool.folder.create("r", Self.line("a"))
    let call = tool.run("merge DIR/r --jobs DIR/jobs --format ndjson")
    expectEqual(call.code, .trouble)
    try expectEqual(statuses(call), ["a": "no-result"])
    expectEqual(
      call.errorOutput,
      "reduxlog: warning: 1 result is of another journal than the job's: that of the id 'a' is of "
        + "'a.jsonl', not of 'today.jsonl'\n")
  }

  @Test func `standard input has either jobs or results`() throws {
    tool.folder.create("r", Self.line("a"))
    expectEqual(tool.run("merge - --jobs -").code, .usage)
    let call = tool.run("merge DIR/r --jobs - --format ndjson", input: Self.job("a") + Self.job("b"))
    try expectEqual(statuses(call), ["a": "ok", "b": "no-result"])
  }

  @Test func `a hostile id stays in its line`() {
    tool.folder.create("jobs", #"{"id":"\u001b[2J\n::error::x","path":"a\n::error::y"}"# + "\n")
    tool.folder.create("r", Self.line("a"))
    for format in ["human", "markdown", "html", "json", "github", "junit", "ndjson"] {
      let call = tool.run("merge DIR/r --jobs DIR/jobs --format \(format)")
      expectEqual(call.code, .trouble)
      #expect(!(call.output + call.errorOutput).contains("\u{1b}"))
      // A page isn't for the log of a run.
      if format != "html" { #expect(!call.output.contains("\n::error::"), "\(call.output)") }
    }
  }

  // MARK: Many results

  /// Each place is a member of its own at the top of the state, so no pattern has two of them.
  @Test func `thousands of places and reasons are listed as far as people read them`() {
    let lines = (0..<2000).map { number in
      let id = "\(number)"
      let divergence = #""status":"diverged","divergence":{"type":"t","seq":3,"members":[{"pointer":"/a\#(id)"}]}"#
      let failure = #""status":"failed","problems":[{"file":"\#(id)","message":"no \#(id)"}]"#
      let line = Self.line(id, "verify", number % 2 == 0 ? divergence : failure)
      return line.replacing(#""exit-code":0"#, with: #""exit-code":2"#) + "\n"
    }
    tool.folder.create("r", lines.joined())
    let output = tool.run("merge DIR/r").output
    #expect(
      output.hasPrefix(
        "2000 journals: 1000 diverged, 1000 failed\n\nDifferences\n  744 journals after t at (the whole state)"))
    #expect(output.contains("\n  and 157 more\n") && output.contains("\n  and 900 more\n"), "\(output)")
  }

  // MARK: Jobs

  @Test func `a job with a long id or path is a result, and no line is longer than merge reads`() throws {
    let long = String(repeating: "x", count: 5000)
    let call = tool.run(
      "verify --batch --jobs 1", input: #"{"id":"\#(long)","path":"j"}"# + "\n" + #"{"id":"j","path":"\#(long)"}"#)
    let lines = try call.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    expectEqual(lines.map { $0["message"] }, Array(repeating: "'id' or 'path' has more than 4096 bytes", count: 2))
  }

  @Test func `a result that is too long for a line fails its job alone`() throws {
    tool.folder.create("state.json", "{\((0..<100).map { #""name\#($0)":0"# }.joined(separator: ","))}")
    _ = tool.run("record -o DIR/a.jsonl --initial DIR/state.json", input: #"{"merge":{"n":1}}"# + "\n")
    _ = tool.run("record -o DIR/b.jsonl", input: #"{"merge":{"n":1}}"# + "\n")
    let jobs = ["a", "b"].map { #"{"id":"\#($0)","path":"\#(tool.folder.path(of: $0)).jsonl"}"# + "\n" }
    let output = BufferSink()
    let context = CommandContext(
      output: output, errorOutput: BufferSink(), input: InputSource.buffer(jobs.joined()), environment: [:])
    try Batch(of: "coverage", lineLimit: 1000, in: context).run(threads: 1) { batch in
      batch.work { try CoverageResult(of: $0.journal, options: .init(), onRecord: $1).result }
    }
    let lines = try output.text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(lines.map { $0["status"] } == ["failed", "ok"] && lines.map { $0["id"] } == ["a", "b"])
    expectEqual(lines.first?["message"], "the result has more than 1000 bytes")
  }
}
