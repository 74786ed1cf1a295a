import ChangedSamples
import CommandLineKit
import Expectations
import Foundation
import ReduxLogTool
import StateTree
import TestSupport
import Testing
import Tracker

/// What commands say of states that can't be rebuilt, and of recorded states to which today's reducers don't lead.
struct UnknownStatesTests {
  private let tool: ToolFixture
  private let year = Repository.path("Samples/Tracker/Sessions/year.jsonl")

  /// A journal with patches in two of three sessions; in the third, states 43 to 47 can't be rebuilt, because 43 is opaque.
  init() throws {
    tool = try ToolFixture().with(apps: [TrackerApp.self])
    try FileManager.default.copyItem(
      atPath: Repository.path("Tests/ReportJournals/Files/hard.jsonl"), toPath: tool.folder.path(of: "h"))
  }

  @Test func `assert judges no state that isn't the recorded one, though the last one is`() throws {
    let tool = tool.with(apps: [ChangedTrackerApp.self])
    // Today's reducer differs at 138; after the rewind, the states are equal again.
    try FileManager.default.copyItem(atPath: year, toPath: tool.folder.path(of: "y"))
    expectEqual(tool.run("rewind DIR/y --to 100").code, .fine)
    let result = tool.run("assert DIR/y --never $.none")
    expectEqual(result.code, .finding)
    #expect(result.output.hasPrefix("diverged DIR/y: at state 138"), "\(result)")
  }

  @Test func `a violation behind unknown states isn't blamed on the last action alone`() {
    let result = tool.run(#"assert DIR/h --never $.items["import-1"]"#)
    #expect(
      result.errorOutput.contains(
        "in state 48, after action 48 (item.delete); the states after 42 and before it can't be rebuilt, "
          + "so an earlier action may be the cause"), "\(result)")
    #expect(result.errorOutput.contains("'reduxlog diff DIR/h@42..48' shows what changed."), "\(result)")
    expectEqual(tool.run("diff DIR/h@42..48").code, .finding)
  }

  @Test func `a scan says from which state on its answer may hold`() throws {
    let words = #"bisect DIR/h --scan --expect !$.items["import-1"]"#
    #expect(
      tool.run(words).output.contains("false from state 48 on, or from one after 42: the states between can't be had\n")
    )
    let document = try JSONValue(parsing: tool.run("\(words) --format json").output)
    expectEqual(document["changes"]?.array?.last, ["seq": 48, "holds": false, "since": 42])
  }

  @Test func `bisect tests states that only reducers can rebuild`() throws {
    let result = tool.run(#"bisect DIR/h --expect !$.items["import-1"] --format json"#)
    let document = try JSONValue(parsing: result.output)
    expectEqual(document["good"], 42)
    expectEqual(document["unknown"], [43, 44, 45, 46, 47])
  }

  @Test func `summary counts the states that need no reducers`() {
    let text = tool.run("summary DIR/h").output
    #expect(
      text.contains(
        "states     53; without the app's reducers, only 6 snapshots and the states of 33 actions with patches can be read"
      ),
      "\(text)")
  }

  @Test func `the size of a damaged journal is that of its file`() throws {
    let lines = try String(contentsOfFile: year, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    var damaged = lines.map(String.init)
    damaged[60] += " "
    tool.folder.create("d", damaged.joined(separator: "\n"))
    let size = damaged.joined(separator: "\n").utf8.count
    #expect(tool.run("summary DIR/d").output.contains("file       DIR/d, \(size) bytes\n"))
  }

  @Test func `what was in flight at the end is said to be left out`() throws {
    let text = try String(contentsOfFile: year, encoding: .utf8)
    let action = try #require(text.range(of: "{\"kind\":\"action\",\"seq\":100,"))
    let end = try #require(text.range(of: ",\"hash\"", range: action.upperBound..<text.endIndex))
    tool.folder.create("c", String(text[..<end.lowerBound]))
    for command in ["slice DIR/c@50.. -o DIR/s", "generate-test DIR/c --expect $.items -o DIR/t"] {
      let result = tool.run(command)
      #expect(
        result.errorOutput.contains("note: action 100 ("),
        "\(result)")
    }
  }

  @Test func `a cut end that becomes a gap is counted`() throws {
    let text = try String(contentsOfFile: year, encoding: .utf8)
    let start = try #require(text.range(of: "\n{\"kind\":\"snapshot\"")?.upperBound)
    tool.folder.create("t", String(text[..<start]) + ",\"seq\"")
    let result = tool.run("repair DIR/t -o DIR/r")
    #expect(result.output.hasSuffix("0 lines (0 bytes) set aside, 1 gap\n"), "\(result)")
    #expect(tool.run("stats DIR/r").output.contains(/\ngaps +1/))
  }
}
