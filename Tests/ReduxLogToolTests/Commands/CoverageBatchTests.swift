import CommandLineKit
import Expectations
import Foundation
import StateTree
import TestSupport
import Testing

@testable import ReduxLogTool

/// `coverage --batch`: what journals exercise, in lines of which `merge` makes one report.
struct CoverageBatchTests {
  private static let seed = UInt64.random(in: .min ... .max)

  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  private func batch(_ paths: [String]) -> CallResult {
    let jobs = paths.map { #"{"id":"\#($0)","path":"\#(tool.folder.path(of: $0))"}"# + "\n" }
    return tool.run("coverage --batch --jobs 1", input: jobs.joined())
  }

  private func lines(_ paths: [String]) -> [String] {
    batch(paths).output.split(separator: "\n").map { String($0).replacing("DIR", with: tool.folder.path) }
  }

  @Test func `a line has what a journal exercises`() throws {
    tool.record("a.jsonl", #"{"add":{"_0":1}}"#, #"{"add":{"_0":200}}"#)
    let call = batch(["a.jsonl", "none"])
    #expect(call.code == .fine && call.errorOutput.isEmpty)
    let lines = try call.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    let bytes = try #require(tool.folder.contents(of: "a.jsonl")).utf8.count
    expectEqual(
      lines,
      [
        [
          "schema": "reduxlog.result/1", "command": "coverage", "id": "a.jsonl", "file": "DIR/a.jsonl",
          "status": "ok", "app": "tally", "bytes": .number(.init(bytes)), "actions": ["add": 2],
          "refusals": ["add": 1], "changed": ["/count", "/history"], "members": ["/count": .null, "/history": .null],
          "exit-code": 0,
        ],
        [
          "schema": "reduxlog.result/1", "command": "coverage", "id": "none", "file": "DIR/none",
          "status": "failed", "message": "no such file; check the path", "exit-code": 2,
          "problems": [["file": "DIR/none", "message": "no such file; check the path", "details": []]],
        ],
      ], "\(call.output)")
  }

  /// Random journals of two apps, of which some are damaged, in random parts.
  @Test(arguments: 0..<Soak.count(10, soak: 500))
  func `results of batches add up to one report of all journals`(round: Int) throws {
    var random = SeededGenerator(seed: Self.seed &+ UInt64(round))
    var names: [String] = []
    for number in 0..<Int.random(in: 1...12, using: &random) {
      let name = "\(number).jsonl"
      names.append(name)
      if Int.random(in: 0..<6, using: &random) == 0 {
        tool.folder.create(name, #"{"kind":"header","seq":0,"broken"}"# + "\n")
      } else if Bool.random(using: &random) {
        let actions = [#"{"add":{"_0":1}}"#, #"{"add":{"_0":200}}"#, #"{"reset":{}}"#]
        tool.record(
          name, actions[Int.random(in: 0..<3, using: &random)], actions[Int.random(in: 0..<3, using: &random)])
      } else {
        // Objects of which some always have the same members, and some don't.
        let states = [
          #"{"settings":{"sort":1,"theme":2},"items":{},"name":"x"}"#,
          #"{"settings":{"sort":1,"theme":2},"items":{"a":1},"name":{"x":1}}"#, #"{"settings":{"sort":1},"new":1}"#,
        ]
        let changes = ["items", "settings", "name", "new"].map { #"{"merge":{"\#($0)":{"sort":\#(number)}}}"# }
        tool.folder.create("state.json", states[Int.random(in: 0..<3, using: &random)])
        _ = tool.run(
          "record -o DIR/\(name) --initial DIR/state.json",
          input: changes.shuffled(using: &random).prefix(2).map { $0 + "\n" }.joined())
      }
    }
    var parts = Array(repeating: [String](), count: Int.random(in: 1...4, using: &random))
    for line in lines(names.shuffled(using: &random)) {
      parts[Int.random(in: parts.indices, using: &random)].append(line)
    }
    for (number, part) in parts.enumerated() {
      tool.folder.create("part\(number)", part.map { $0 + "\n" }.joined())
    }
    let files = parts.indices.map { "DIR/part\($0)" }.shuffled(using: &random).joined(separator: " ")
    for format in ["json", "human"] {
      let whole = tool.run("coverage DIR --format \(format)")
      expectEqual(tool.run("merge \(files) \(files) --format \(format)"), whole, "seed \(Self.seed), round \(round)")
    }
  }

  @Test func `a large object counts as a dictionary, and its elements aren't in the line`() throws {
    let members = (0..<300).map { #""\#($0)":0"# }.joined(separator: ",")
    tool.folder.create("state.json", "{\"films\":{\(members)}}")
    _ = tool.run("record -o DIR/a.jsonl --initial DIR/state.json", input: #"{"merge":{"films":{"7":1}}}"# + "\n")
    let line = try JSONValue(parsing: try #require(lines(["a.jsonl"]).first))
    expectEqual(line["members"], ["/films": .null])
    expectEqual(line["changed"], ["/films"])
    #expect(tool.run("coverage DIR/a.jsonl").output.contains("       1           /films\n"))
  }

  /// Snapshots show the object with one member, always the same one.
  @Test(arguments: [256, 257]) func `an object with more changed members than a line may list is a dictionary`(
    count: Int
  ) throws {
    let journal = try SampleJournal(tool.folder.path(of: "a.jsonl"), initial: ["films": ["x": 0]])
    for number in 0..<count {
      try journal.act(#"{"merge":{"films":{"\#(number)":0}}}"#, at: 2 * number)
      try journal.act(#"{"merge":{"films":{"\#(number)":null}}}"#, at: 2 * number + 1)
    }
    try journal.close()
    let line = try JSONValue(parsing: try #require(lines(["a.jsonl"]).first))
    expectEqual(line["members"], ["/films": ["x"]])
    let elements = (0..<count).map { "/films/\($0)" }.sorted().map { JSONValue.string($0) }
    expectEqual(line["changed"]?.array, (count > 256 ? ["/films"] : elements))
  }

  @Test func `journals that weren't read are in the JSON document`() throws {
    tool.record("a.jsonl", #"{"reset":{}}"#)
    tool.folder.create("b.jsonl", #"{"kind":"header","seq":0,"broken"}"# + "\n")
    let document = try JSONValue(parsing: tool.run("coverage DIR --format json").output)
    let unread = document["unread"]?.array
    expectEqual(unread?.count, 1)
    #expect(unread?.first?["file"] == "DIR/b.jsonl" && unread?.first?["line"] == 1)
  }

  @Test(arguments: [
    ("coverage", "missing argument FILE"), ("coverage DIR --jobs 2", "'--jobs' needs '--batch'"),
    ("coverage --batch DIR/a", "'--batch' reads jobs, not the file 'DIR/a'"),
    ("coverage --batch --keep DIR/k", "'--batch' and '--keep' can't be combined"),
    ("coverage --batch --format json", "'--batch' and '--format' can't be combined"),
  ]) func `options that make no sense for jobs are refused`(line: String, message: String) {
    let call = tool.run(line)
    expectEqual(call.code, .usage)
    #expect(call.errorOutput.hasPrefix("reduxlog: error: \(message)\n"), "\(call.errorOutput)")
  }

  @Test(arguments: [
    #""status":"ok""#, #""status":"ok","app":"x","bytes":1,"actions":{},"refusals":{},"changed":[]"#,
    #""status":"ok","app":"x","bytes":-1,"actions":{},"refusals":{},"changed":[],"members":{}"#,
    #""status":"ok","app":"x","bytes":1,"actions":{"a":9223372036854775807},"refusals":{},"changed":[],"members":{}"#,
    #""status":"ok","app":"x","bytes":1,"actions":{},"refusals":{},"changed":["x"],"members":{}"#,
  ]) func `a line without what a journal exercises is an error with its place`(members: String) {
    tool.folder.create(
      "r", #"{"schema":"reduxlog.result/1","command":"coverage","file":"j",\#(members),"exit-code":0}"# + "\n")
    let call = tool.run("merge DIR/r")
    #expect(call.code == .trouble && call.output.isEmpty)
    #expect(
      call.errorOutput.hasPrefix("DIR/r:1: error: not a result line: what the journal exercises is missing\n"),
      "\(call.errorOutput)")
  }

  @Test func `hostile counts don't overflow`() {
    let lines = (0..<40).map { number in
      #"{"schema":"reduxlog.result/1","command":"coverage","id":"\#(number)","file":"\#(number)","status":"ok","#
        + #""app":"x","bytes":1099511627776,"actions":{"a":1099511627775,"b":1},"#
        + #""refusals":{"a":1099511627776},"changed":[""],"members":{"/a":null},"exit-code":0}"# + "\n"
    }
    let call = tool.run("merge -", input: lines.joined())
    #expect(call.code == .fine && call.output.contains("x: 40 journals, 43980465111040 actions"), "\(call)")
  }
}
