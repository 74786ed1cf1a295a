import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import StateTree
import TestSupport
import Testing

/// Every command on parts of a journal in three segments, with states 0 to 3, 3 to 6 and 6 to 9.
struct SegmentSetTests {
  /// The existing parts of the journal, and the part that is named.
  enum Target: String, CaseIterable {
    /// All of it, by the path of the newest segment, which is the journal's.
    case set
    /// All of it, by its folder.
    case folder
    /// The rest after the oldest segment was dropped.
    case dropped
    /// The second segment by its own name, beside the others.
    case middle
    /// The newest segment without the others.
    case newest
    /// All of it, with a changed action in the second segment.
    case damaged
    /// Without the second segment.
    case missing
    /// Without the newest segment.
    case headless
  }

  private static func name(_ target: Target) -> String {
    switch target {
    case .folder: "DIR"
    case .middle: "DIR/run.000002.jsonl"
    default: "DIR/run.jsonl"
    }
  }

  private func make(_ target: Target) throws -> ToolFixture {
    let tool = try ToolFixture()
    let path = tool.folder.path(of: "run.jsonl")
    let journal = try SampleJournal(path)
    for segment in 0..<3 {
      if segment > 0 { try journal.segment(at: segment * 1000) }
      for number in 1...3 { try journal.act(#"{"merge":{"n":\#(segment * 3 + number)}}"#, at: segment * 1000 + number) }
      if segment == 1 { try journal.writer.mark(at: 1500, to: 5, name: "middle") }
    }
    try journal.close()
    let files = FileManager.default
    let (first, second) = (tool.folder.path(of: "run.000001.jsonl"), tool.folder.path(of: "run.000002.jsonl"))
    switch target {
    case .set, .folder, .middle: break
    case .dropped: try files.removeItem(atPath: first)
    case .newest: for path in [first, second] { try files.removeItem(atPath: path) }
    case .missing: try files.removeItem(atPath: second)
    case .headless: try files.removeItem(atPath: path)
    case .damaged:
      let text = try String(contentsOfFile: second, encoding: .utf8).replacing(#"{"n":5}"#, with: #"{"n":6}"#)
      try Data(text.utf8).write(to: URL(filePath: second))
    }
    return tool
  }

  /// The exit codes of command lines, one per target in case order; J is the named part.
  private static let table: [(line: String, codes: [Int32])] = [
    ("log J", [0, 0, 0, 0, 0, 2, 2, 2]),
    ("log J -p", [0, 0, 0, 0, 0, 2, 2, 2]),
    ("log J -n 2", [0, 0, 0, 0, 0, 0, 2, 2]),
    ("show J", [0, 0, 0, 0, 0, 0, 0, 2]),
    ("show J@4", [0, 0, 0, 0, 2, 0, 2, 2]),
    ("show J@8:/n", [0, 0, 0, 2, 0, 0, 0, 2]),
    ("show J@middle", [0, 0, 0, 0, 2, 2, 2, 2]),
    ("show J@7 --action", [0, 0, 0, 2, 0, 0, 0, 2]),
    ("show J@-1 --meta", [0, 0, 0, 0, 0, 0, 2, 2]),
    ("diff J@7 J@9", [1, 1, 1, 2, 1, 1, 1, 2]),
    ("diff J@4..6", [1, 1, 1, 1, 2, 1, 2, 2]),
    ("diff J@..6", [1, 1, 1, 1, 0, 1, 2, 2]),
    ("replay J", [0, 0, 0, 0, 0, 2, 2, 2]),
    ("replay J --to 5", [0, 0, 0, 0, 2, 2, 2, 2]),
    ("replay J --from-snapshot", [0, 0, 0, 0, 0, 0, 0, 2]),
    ("replay J --unchecked", [0, 0, 0, 0, 0, 2, 2, 2]),
    ("verify J", [0, 0, 0, 0, 0, 2, 2, 2]),
    ("verify J --jobs 2", [0, 0, 0, 0, 0, 2, 2, 2]),
    ("verify J --no-replay", [0, 0, 0, 0, 0, 2, 2, 2]),
    ("stats J", [0, 0, 0, 0, 0, 2, 2, 2]),
    ("summary J", [0, 0, 0, 0, 0, 2, 2, 2]),
    ("slice J@4..8 -o OUT", [0, 0, 0, 2, 2, 2, 2, 2]),
    ("slice J@..5 -o OUT", [0, 0, 0, 0, 2, 2, 2, 2]),
    ("slice J@7.. -o OUT", [0, 0, 0, 2, 0, 0, 2, 2]),
    ("index J -o OUT --every 1", [0, 0, 0, 0, 0, 2, 2, 2]),
    ("redact J -o OUT --redact /none", [0, 0, 0, 0, 0, 2, 2, 2]),
    ("repair J -n", [0, 0, 0, 0, 0, 1, 1, 2]),
    ("repair J -o OUT", [0, 0, 0, 0, 0, 1, 1, 2]),
    ("rewind J --to 7", [0, 0, 0, 2, 0, 0, 0, 2]),
    ("rewind J --to 4", [0, 0, 0, 2, 2, 0, 2, 2]),
    ("rewind J --to 8 -o OUT", [0, 0, 0, 2, 0, 2, 2, 2]),
    ("mark J@7 here", [0, 0, 0, 2, 0, 2, 2, 2]),
    ("mark J here", [0, 0, 0, 2, 0, 2, 2, 2]),
    ("record -o J --append", [0, 2, 0, 2, 0, 0, 0, 2]),
  ]

  /// The error of a command that fails.
  private static func reasons(_ target: Target) -> [String] {
    switch target {
    case .set, .dropped: []
    case .folder: ["a folder, not a journal; name a file"]
    case .middle:
      [
        "state 7 doesn't exist\n  The last state is 6", "state 8 doesn't exist\n  The last state is 6",
        "an older segment of 'DIR/run.jsonl', which can't be appended to; name that file",
      ]
    case .newest:
      [
        "state 4 doesn't exist\n  The first state is 6", "state 5 doesn't exist\n  The first state is 6",
        "no mark is named 'middle'",
      ]
    case .damaged: ["DIR/run.000002.jsonl:4: error: damaged: "]
    case .missing:
      [
        "DIR/run.jsonl:1: error: damaged: the segment continues from another line: segments before it are missing",
        "DIR/run.jsonl:1: error: damaged: no record sets the state ",
        "DIR/run.jsonl:2: error: damaged: no record sets the state ",
      ]
    case .headless:
      [
        "no such file, but older segments of it exist; read each by itself",
        "no such journal to append to",
      ]
    }
  }

  @Test(arguments: table) func `every command works or explains why not`(line: String, codes: [Int32]) throws {
    var outputs: [Target: String] = [:]
    for (target, code) in zip(Target.allCases, codes) {
      let tool = try make(target)
      try FileManager.default.createDirectory(
        atPath: tool.folder.path(of: "out"), withIntermediateDirectories: false)
      let result = tool.run(
        line.replacing("J", with: Self.name(target)).replacing("OUT", with: "DIR/out/copy"),
        input: #"{"merge":{"n":0}}"#)
      expectEqual(result.code.rawValue, code, "\(target): \(result)")
      if code > 1 {
        #expect(Self.reasons(target).contains { result.errorOutput.contains($0) }, "\(target): \(result)")
      }
      outputs[target] = result.output
      guard line.contains("OUT"), code < 2 else { continue }
      // The output is an intact journal in one file.
      let copy = tool.run("verify DIR/out/copy")
      #expect(copy.code == .fine && copy.output.hasPrefix("ok "), "\(target): \(copy)")
    }
    guard !line.hasPrefix("record"), !line.hasPrefix("repair") else { return }
    expectEqual(outputs[.folder], outputs[.set])
  }

  @Test func `a folder without exactly one journal is refused`() throws {
    let tool = try make(.set)
    try SampleJournal(tool.folder.path(of: "other.jsonl")).close()
    try FileManager.default.createDirectory(atPath: tool.folder.path(of: "empty"), withIntermediateDirectories: false)
    for line in ["log", "show", "stats", "summary", "replay", "index -o DIR/x", "redact -o DIR/x", "repair -n"] {
      expectEqual(
        tool.run("\(line) DIR"),
        CallResult(
          code: .usage, output: "",
          errorOutput: "DIR: error: the folder contains 2 journals\n  Name one of them, such as 'DIR/other.jsonl'.\n"))
      #expect(
        tool.run("\(line) DIR/empty").errorOutput.hasPrefix("DIR/empty: error: the folder contains no journal\n"))
    }
  }

  @Test func `repair names a gap's file, and what is missing between two`() throws {
    let damaged = try make(.damaged).run("repair DIR/run.jsonl -n")
    #expect(
      damaged.output.contains(
        /^DIR\/run\.000002\.jsonl:4: lines 9 to 11 \(\d+ bytes\): its sum doesn't match; state 5 is lost; seqs from here on were 1 higher\n/
      ), "\(damaged)")
    let missing = try make(.missing).run("repair DIR/run.jsonl -n")
    expectEqual(
      missing.output,
      """
      DIR/run.jsonl:1: before line 6: segments before it are missing; states 4 to 5 are lost; \
      seqs from here on were 2 higher
      11 lines kept, 0 lines (0 bytes) set aside, 1 gap

      """, "\(missing)")
  }

  @Test func `when the actions before the oldest segment are missing, its first state is the start`() throws {
    let tool = try ToolFixture()
    let path = tool.folder.path(of: "run.jsonl")
    let journal = try SampleJournal(path)
    try journal.act(#"{"merge":{"n":1}}"#, at: 1)
    try journal.segment(at: 2, missing: #"{"n":5}"#)
    try journal.act(#"{"merge":{"n":6}}"#, at: 3)
    try journal.close()
    try FileManager.default.removeItem(atPath: tool.folder.path(of: "run.000001.jsonl"))
    try expectEqual(tool.records("run.jsonl"), ["header 1", "gap 1", "snapshot 2", "action 3", "seal 3"])
    expectEqual(tool.run("diff DIR/run.jsonl@..3").output, "~ /n: 5 → 6\n")
    #expect(tool.run("show DIR/run.jsonl@1").errorOutput.hasSuffix("The first state is 2.\n"))
    expectEqual(tool.run("slice DIR/run.jsonl@2.. -o DIR/slice").code, .fine)
    try expectEqual(tool.records("slice"), ["header 1", "gap 1", "snapshot 2", "action 3", "seal 3"])
    expectEqual(tool.run("redact DIR/run.jsonl -o DIR/send --redact /none").code, .fine)
    try expectEqual(tool.records("send"), ["header 2", "gap 2", "snapshot 2", "action 3", "seal 3"])
    for name in ["run.jsonl", "slice", "send"] {
      expectEqual(
        tool.run("verify DIR/\(name)").output, "ok DIR/\(name): 1 action, 2 states proven, 1 session, closed\n")
    }
  }

  @Test func `a rewind to a dropped state is redacted with the next state`() throws {
    let tool = try make(.set)
    expectEqual(tool.run("rewind DIR/run.jsonl --to 1").code, .fine)
    try FileManager.default.removeItem(atPath: tool.folder.path(of: "run.000001.jsonl"))
    let result = tool.run("redact DIR/run.jsonl -o DIR/send --redact /n --redact /merge/n")
    expectEqual(result.code, .fine, "\(result)")
    #expect(tool.run("verify DIR/send").output.hasPrefix("ok DIR/send: 6 actions, "))
    let text = try #require(tool.folder.contents(of: "send"))
    #expect(text.contains(#""previous":"0000000000000000""#) && !text.contains(/"n":[1-9]/))
  }

  @Test func `repair finds the file of each of many gaps`() throws {
    let tool = try ToolFixture()
    let journal = try SampleJournal(tool.folder.path(of: "run.jsonl"))
    for segment in 1...2 {
      for number in 1...300 {
        try journal.act(#"{"merge":{"n":\#(segment * 1000 + number)}}"#, at: segment * 1000 + number)
        try journal.snapshot(at: segment * 1000 + number)
      }
      if segment == 1 { try journal.segment(at: 1500) }
    }
    try journal.close()
    // Every action is changed; the next one starts from the snapshot after it.
    for name in ["run.000001.jsonl", "run.jsonl"] {
      let text = try #require(tool.folder.contents(of: name))
      tool.folder.create(name, text.replacing(#"{"merge":{"n":"#, with: #"{"merge":{"m":"#))
    }
    let lines = tool.run("repair DIR/run.jsonl -n").output.split(separator: "\n")
    let places = lines.dropLast().compactMap { $0.firstMatch(of: /^(DIR\/[^:]+:\d+): lines? \d+/)?.output.1 }
    expectEqual(lines.count, places.count + 1)
    expectEqual(
      places, (0..<300).map { "DIR/run.000001.jsonl:\(3 + 2 * $0)" } + (0..<300).map { "DIR/run.jsonl:\(3 + 2 * $0)" })
  }
}
