import CommandLineKit
import Expectations
import Foundation
import StateTree
import TestSupport
import Testing

@testable import ReduxLogTool

/// `merge`: one report of the results of several batches.
struct MergeCommandTests {
  private static let seed = UInt64.random(in: .min ... .max)

  private let tool: ToolFixture
  /// The lines of a batch of all journals.
  private let lines: [String]

  /// Records journals, of which the changed app's reducers lead some elsewhere, and verifies them as a batch.
  init() throws {
    var tool = try ToolFixture()
    for (index, name) in ["a", "b", "c", "d", "e", "f"].enumerated() {
      let end = index % 3 == 1 ? #"{"reset":{}}"# : #"{"add":{"_0":\#(index)}}"#
      tool.record("\(name).jsonl", #"{"add":{"_0":3}}"#, #"{"add":{"_0":\#(90 * (index % 2))}}"#, end)
    }
    let text = try #require(tool.folder.contents(of: "c.jsonl"))
    tool.folder.create("c.jsonl", String(text.dropLast(40)))
    tool.folder.create("d.jsonl", text.replacing(#""_0":3"#, with: #""_0":8"#))
    tool = tool.with(apps: [ChangedTallyApp.self])
    let jobs = ["a", "b", "c", "d", "e", "f"].map { #"{"id":"\#($0)","path":"DIR/\#($0).jsonl"}"# + "\n" }.joined()
      .replacing("DIR", with: tool.folder.path)
    let batch = tool.run("verify --batch --jobs 1", input: jobs)
    try #require(batch.code == .fine && batch.errorOutput.isEmpty)
    lines = batch.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 6)
    self.tool = tool
  }

  private func merge(_ lines: [String], _ options: String = "") -> CallResult {
    tool.run("merge - \(options)", input: lines.map { $0 + "\n" }.joined())
  }

  @Test(arguments: ["json", "junit", "github"]) func `the report is that of one command for all journals`(
    format: String
  ) {
    var all = tool.run("verify DIR --format \(format)")
    all.errorOutput = ""
    expectEqual(merge(lines.reversed(), "--format \(format)"), all)
    expectEqual(all.code, .trouble)
  }

  @Test(arguments: ["json", "junit", "github"]) func `merged lines of shards make the report of all journals`(
    format: String
  ) {
    let shards = (1...3).map { tool.run("verify DIR --shard \($0)/3 --format ndjson") }
    expectEqual(shards.map(\.code).max(), .trouble)
    let lines = shards.flatMap { $0.output.split(separator: "\n").map(String.init) }
    expectEqual(lines.count, 6)
    var all = tool.run("verify DIR --format \(format)")
    all.errorOutput = ""
    expectEqual(merge(lines.shuffled(), "--format \(format)"), all)
  }

  @Test func `a folder gives the lines of a batch whose ids are the paths`() {
    let lines = tool.run("verify DIR --format ndjson").output.split(separator: "\n").map(String.init)
    let batch = self.lines.map { line in
      line.replacing(#/"id":"(.)"/#) { match in #""id":"DIR/\#(match.output.1).jsonl""# }
    }
    expectEqual(lines.sorted(), batch.sorted())
  }

  @Test func `conditions are merged from lines of folders, too`() {
    let lines = tool.run("assert DIR --always $.total<50 --format ndjson").output.split(separator: "\n")
    var all = tool.run("assert DIR --always $.total<50 --format json")
    all.errorOutput = ""
    expectEqual(merge(lines.reversed().map(String.init), "--format json"), all)
    expectEqual(all.code, .finding)
    // An index shows the app.
    expectEqual(lines.first?.contains(#""session":{"app":"tally","#), true, "\(lines)")
  }

  @Test func `a journal counts once where it differs at several places`() {
    let places = (1...3).map { #"{"pointer":"/a/\#($0)","types":{"x":1,"y":1},"first":{"seq":7,"type":"x"}}"# }
    let line =
      #"{"schema":"reduxlog.result/1","command":"verify","id":"j","file":"j","status":"diverged","divergences":"#
      + #"{"places":[\#(places.joined(separator: ","))]},"exit-code":1}"#
    let text = merge([line]).output
    #expect(text.contains("\n  1 journal after x at /a/*, first in j@7\n"), "\(text)")
    // The first action is of type x.
    #expect(text.contains("\n  1 journal after y at /a/*, first in j\n"), "\(text)")
  }

  @Test func `people get the counts, the places and the worst results`() throws {
    let call = merge(lines)
    let counts = tool.run("verify DIR").output.split(separator: "\n").last
    let text = call.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    expectEqual(call.code, .trouble)
    expectEqual(text.first, counts.map(String.init))
    #expect(text.contains("Differences"))
    #expect(
      text.contains { $0.hasPrefix("  2 journals after reset at /history/*, first in DIR/b.jsonl@3") }, "\(call.output)"
    )
    #expect(text.contains("The worst"))
    #expect(text.contains { $0.hasPrefix("  failed DIR/d.jsonl:3: ") })
    let page = merge(lines, "--format markdown").output
    #expect(page.hasPrefix("### 6 journals: "))
    #expect(page.contains("\n- 2 journals after `reset` at `/history/*`, first in `DIR/b.jsonl@3`\n"))
  }

  /// The rows of an index, as texts without links and numbers of actions.
  private func rows(_ index: String) -> [String] {
    index.matches(of: /<tr class[^\n]*/).map {
      String($0.output).replacing(/<\/td><td[^>]*>/, with: " | ").replacing(/<[^>]*>/, with: "")
        .replacing(/\. [0-9]+ actions?/, with: "").replacing(tool.folder.path, with: "DIR")
    }
  }

  @Test func `the index is that of a folder of reports, without links`() throws {
    let call = merge(lines.shuffled(), "--format html")
    #expect(call.code == .trouble && call.errorOutput.isEmpty)
    #expect(!call.output.contains("href") && !call.output.contains("<script"))
    _ = tool.run("verify DIR --report DIR/reports")
    let index = try #require(tool.folder.contents(of: "reports/index.html"))
    let rows = self.rows(call.output)
    expectEqual(rows, self.rows(index))
    expectEqual(rows.count, 6)
    #expect(rows[0].hasPrefix("✗ Today&#39;s app differs at 3 | DIR/b.jsonl | "))
    #expect(rows[1].hasPrefix("✗ The journal is damaged at line 3 | DIR/d.jsonl | "))
    #expect(rows[3].contains(" | tally | 20"))
    let header = call.output.firstMatch(of: /<header>.*<\/header>/)?.output
    expectEqual(header, index.firstMatch(of: /<header>.*<\/header>/)?.output)
  }

  @Test func `an index of conditions says which are violated`() throws {
    let jobs = lines.compactMap { try? JSONValue(parsing: $0) }.map { line in
      "{\"id\":\(line["id"]?.compact ?? ""),\"path\":\(line["file"]?.compact ?? "")}\n"
    }
    let input = jobs.joined().replacing("DIR", with: tool.folder.path)
    let batch = tool.run("assert --batch --jobs 1 --always $.count<90", input: input)
    tool.folder.create("r", batch.output.replacing("DIR", with: tool.folder.path))
    let rows = self.rows(tool.run("merge DIR/r --format html").output)
    expectEqual(rows.count, 6)
    #expect(
      rows.contains { $0.hasPrefix("✓ All conditions hold | DIR/a.jsonl | 1 of 1 hold in 4 states | tally | 20") })
    #expect(
      rows.contains {
        $0.hasPrefix("✗ A condition is violated | DIR/f.jsonl | $.count&lt;90 is false in state 2, after ")
      },
      "\(rows)")
  }

  /// Random files of random lines, with duplicates and different results of one id.
  @Test(arguments: 0..<Soak.count(20, soak: 2000))
  func `merging is associative, commutative and idempotent`(round: Int) throws {
    var random = SeededGenerator(seed: Self.seed &+ UInt64(round))
    // Other results of the same ids.
    let others = lines.map {
      $0.replacing(#""id":"a""#, with: #""id":"f""#).replacing(#""id":"b""#, with: #""id":"d""#)
    }
    let nameless =
      #"{"schema":"reduxlog.result/1","command":"verify","file":"standard input","status":"failed","#
      + #""message":"not JSON","line":3,"exit-code":2}"#
    let pool = (0..<Int.random(in: 1...30, using: &random)).compactMap { _ in
      (lines + others + [nameless]).randomElement(using: &random)
    }
    let expected = merge(pool, "--format ndjson")
    let split = Int.random(in: 1...4, using: &random)
    var files = Array(repeating: [String](), count: split)
    for line in (pool + pool.prefix(5)).shuffled(using: &random) {
      files[Int.random(in: 0..<split, using: &random)].append(line)
    }
    for (number, file) in files.enumerated() {
      tool.folder.create("in\(number)", file.map { $0 + "\n" }.joined())
      tool.folder.create(
        "out\(number)",
        tool.run("merge DIR/in\(number) --format ndjson").output.replacing("DIR", with: tool.folder.path))
    }
    let names = (0..<split).map { "DIR/in\($0)" }.shuffled(using: &random).joined(separator: " ")
    let whole = tool.run("merge \(names) --format ndjson")
    let parts = tool.run("merge \(names.replacing("in", with: "out")) --format ndjson")
    expectEqual(whole.output, expected.output, "seed \(Self.seed), round \(round)")
    #expect(parts.output == expected.output && parts.code == expected.code, "seed \(Self.seed), round \(round)")
  }

  @Test func `of different results of an id, the worse one counts`() throws {
    let other = lines[3].replacing(#""id":"d""#, with: #""id":"a""#)
    let call = merge([lines[0], other, lines[0], lines[1]], "--format ndjson")
    expectEqual(call.output, "\(other)\n\(lines[1])\n".replacing(tool.folder.path, with: "DIR"))
    expectEqual(
      call.errorOutput,
      "1 id has several different results: the worse ones count\n"
        + "reduxlog: warning: the id 'a' has results of 'DIR/a.jsonl' and of 'DIR/d.jsonl'; if these are two journals, give "
        + "each job an id of its own\n")
  }

  @Test func `a last line that was cut short is ignored with a warning`() {
    tool.folder.create("r", lines[0] + "\n" + lines[1].dropLast(7))
    let call = tool.run("merge DIR/r --format ndjson")
    expectEqual(
      call,
      CallResult(
        code: .trouble, output: lines[0].replacing(tool.folder.path, with: "DIR") + "\n",
        errorOutput: "DIR/r:2: warning: the last line is cut short and ignored\n"
          + "pass the jobs with --jobs to know which of them have no result\n"))
    // A whole line needs no end.
    tool.folder.create("r", lines[0])
    #expect(tool.run("merge DIR/r --format ndjson").errorOutput.isEmpty)
  }

  @Test(arguments: [
    ("7", "not a result line: no member 'schema' with the value "),
    ("{}", "not a result line: no member 'schema' with the value "),
    (#"{"schema":"reduxlog.result/1"}"#, "not a result line: 'command', 'file', 'status' or 'exit-code' is missing"),
    (
      #"{"schema":"reduxlog.result/1","command":"verify","file":"j","status":"\u001b[31m","exit-code":0}"#,
      "not a result line: unknown command or status: 'verify', '\\u{1b}[31m'"
    ),
    (
      #"{"schema":"reduxlog.result/1","command":"assert","file":"j","status":"ok","exit-code":0}"#,
      "a result of 'assert' after results of 'verify'"
    ),
  ]) func `a line that is no result is an error with its place`(line: String, message: String) {
    tool.folder.create("r", lines[0] + "\n\n" + line + "\n" + lines[1] + "\n")
    let call = tool.run("merge DIR/r")
    #expect(call.code == .trouble && call.output.isEmpty)
    #expect(call.errorOutput.hasPrefix("DIR/r:3: error: \(message)"), "\(call.errorOutput)")
  }

  @Test func `no results are no report`() {
    tool.folder.create("r", "")
    expectEqual(tool.run("merge DIR/r").errorOutput, "reduxlog: error: no results to report\n")
    expectEqual(tool.run("merge DIR/r --format ndjson"), CallResult(code: .fine, output: ""))
    expectEqual(
      tool.run("merge DIR/none").errorOutput, "reduxlog: error: can't open 'DIR/none': No such file or directory\n")
  }

  @Test func `control characters of a result don't reach the terminal`() {
    let line =
      #"{"schema":"reduxlog.result/1","command":"verify","file":"\u001b[2J","status":"failed","#
      + #""exit-code":1,"problems":[{"message":"\u001b]0;x\u0007","file":"\u001b"}]}"#
    for format in ["human", "markdown", "html", "junit", "json", "github", "ndjson"] {
      let call = merge([line], "--format \(format)")
      expectEqual(call.code, .finding)
      #expect(!(call.output + call.errorOutput).contains { "\u{1b}\u{7}".contains($0) }, "\(format): \(call.output)")
    }
  }
}
