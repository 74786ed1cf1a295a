import CommandLineKit
import Expectations
import Foundation
import ReduxLogTool
import StateTree
import TestSupport
import Testing

/// A file that was cut, such as in copying, while its last action had been recorded whole. No reducer is to blame.
struct CutLineTests {
  private let tool: ToolFixture

  init() throws {
    tool = try ToolFixture()
    expectEqual(tool.run("record -o DIR/j.jsonl", input: #"{"merge":{"a":1}}"# + "\n").code, .fine)
    expectEqual(tool.run("record -o DIR/j.jsonl --append", input: #"{"merge":{"a":2}}"# + "\n").code, .fine)
    let lines = try #require(tool.folder.contents(of: "j.jsonl")).split(separator: "\n")
    let last = try #require(lines.last { $0.hasPrefix(#"{"kind":"action""#) })
    let end = try #require(last.range(of: #","sum":"#))
    let before = lines.prefix { $0 != last }.joined(separator: "\n")
    tool.folder.create("cut.jsonl", "\(before)\n\(last[..<end.upperBound])")
  }

  @Test func `commands say that the reducer had returned`() throws {
    let seq = 3
    expectEqual(
      tool.run("verify DIR/cut.jsonl").errorOutput,
      "DIR/cut.jsonl:7: warning: action \(seq) (merge) was cut off after its reducer had returned\n")
    let log = tool.run("log DIR/cut.jsonl -n 1").output
    #expect(log.contains("merge(a: 2)  cut off after its reducer had returned\n"), "\(log)")
    let summary = tool.run("summary DIR/cut.jsonl").output
    #expect(summary.contains("end        not closed: the last line was cut short\n"), "\(summary)")
    let report = tool.run("report DIR/cut.jsonl -o DIR/cut.html")
    #expect("\(report)".contains("Action \(seq) is cut off"), "\(report)")
    let steps = try ReportContents(at: tool.folder.path(of: "cut.html")).steps
    expectEqual(steps.map { $0["returned"] == true }, [Bool](repeating: false, count: steps.count - 1) + [true])
  }

  @Test func `a report says once that a line after the last action is torn`() throws {
    let whole = try #require(tool.folder.contents(of: "j.jsonl"))
    tool.folder.create("torn.jsonl", String(whole.dropLast(20)))
    expectEqual(tool.run("report DIR/torn.jsonl -o DIR/torn.html").code, .fine)
    let report = try ReportContents(at: tool.folder.path(of: "torn.html"))
    let problems = report.head["problems"]?.array ?? []
    expectEqual(problems.map { $0["kind"] }, ["torn"])
    #expect(problems.first?["text"]?.string?.hasPrefix("a last line cut short, ") == true, "\(problems)")
  }

  @Test func `a repaired line says so, too`() {
    let repair = tool.run("repair DIR/cut.jsonl -o DIR/whole.jsonl")
    #expect(
      repair.errorOutput.contains("cut off after its reducer had returned") || repair.output.contains("cut off"),
      "\(repair)")
    let log = tool.run("log DIR/whole.jsonl").output
    #expect(log.contains("interrupted: its reducer had returned\n"), "\(log)")
  }
}
