import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import TestSupport
import Testing

/// Commands on a journal in several segments.
struct SegmentedJournalTests {
  private let tool: ToolFixture

  /// A journal of sixty actions; the oldest are dropped, and the rest starts with state 31.
  init() throws {
    tool = try ToolFixture()
    try record(60, retention: Retention(bytes: 1))
  }

  private var path: String { tool.folder.path(of: "run.jsonl") }

  private func record(_ count: Int, retention: Retention) throws {
    let options = RecorderOptions(snapshotBudget: .seconds(1000), retention: retention)
    let recorder = try Recorder(path: path, app: AppIdentity(name: TallyApp.name), options: options)
    let reduce = recorder.recording(TallyApp.reduce)
    var state = TallyApp.initialState
    for number in 0..<count { try reduce(&state, number % 2 == 0 ? .add(1) : .reset) }
    recorder.close()
  }

  private func first() throws -> Int { try #require(try JournalFile(path: path).firstStateSeq) }

  @Test func `segments are one journal to every command that reads`() throws {
    let first = try first()
    #expect(first > 5 && first < 50)
    #expect(try JournalFile(path: path).segmentPaths.count >= 3)
    let verified = tool.run("verify DIR/run.jsonl")
    expectEqual(
      verified.output, "ok DIR/run.jsonl: \(60 - first) actions, \(61 - first) states proven, 1 session, closed\n")
    expectEqual(verified.errorOutput, "")
    expectEqual(tool.run("verify DIR/run.jsonl --jobs 2").output, verified.output)
    expectEqual(
      tool.run("verify DIR --no-replay").output,
      "ok DIR/run.jsonl: \(60 - first) actions, not replayed, 1 session, closed\n")
    for seq in [first, first + 1, 40, 59, 60] {
      let shown = tool.run("show DIR/run.jsonl@\(seq):/count")
      #expect(shown.output == "\(seq % 2)\n" && shown.code == .fine, "\(seq)")
    }
    expectEqual(tool.run("replay DIR/run.jsonl --to \(first + 3)").code, .fine)
    #expect(tool.run("diff DIR/run.jsonl@\(first) DIR/run.jsonl@60").code != .trouble)
    let listed = tool.run("log DIR/run.jsonl --format ndjson").output.split(separator: "\n")
    expectEqual(listed.count { $0.contains(#""kind":"action""#) }, 60 - first)
    expectEqual(listed.count { $0.contains(#""kind":"session""#) }, 1)
    let stats = tool.run("stats DIR/run.jsonl").output
    #expect(stats.contains(/sessions +1\n/) && stats.contains(/segments +[3-5]\n/))
  }

  @Test func `each line is found in its segment`() throws {
    let file = try JournalFile(path: path)
    var expected: [String] = []
    for path in file.segmentPaths {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      expected += (1...text.split(separator: "\n").count).map { "\(path):\($0)" }
    }
    let found = file.locations(ofLines: Array((1...expected.count).reversed()))
    expectEqual(found.map { "\($0.path):\($0.line)" }, expected.reversed())
  }

  @Test func `a folder lists the journal once, whatever the folder's path`() throws {
    let other = try TemporaryFolder()
    let link = other.path(of: "link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: tool.folder.path)
    let found = tool.run("verify \(link)/ --no-replay").output.replacing(other.path, with: "OTHER")
    expectEqual(found, "ok OTHER/link/run.jsonl: \(60 - (try first())) actions, not replayed, 1 session, closed\n")
  }

  @Test func `a request for a dropped state names the dropped states`() throws {
    let first = try first()
    let shown = tool.run("show DIR/run.jsonl@3")
    expectEqual(shown.errorOutput, "DIR/run.jsonl: error: state 3 doesn't exist\n  The first state is \(first).\n")
    expectEqual(shown.code, .trouble)
    expectEqual(tool.run("show DIR/run.jsonl@-\(61 - first)").code, .fine)
    expectEqual(tool.run("show DIR/run.jsonl@-\(62 - first)").code, .trouble)
    expectEqual(tool.run("show DIR/run.jsonl@60~\(61 - first)").code, .trouble)
    #expect(tool.run("log DIR/run.jsonl").output.contains("the first remaining state; earlier ones were dropped"))
  }

  @Test func `a named segment is a complete journal`() throws {
    let path = try #require(try JournalFile(path: path).segmentPaths.dropLast().last)
    let result = tool.run("verify \(path)")
    #expect(result.code == .fine && result.output.hasSuffix("1 session, not closed\n"))
  }

  @Test func `damage is reported with the segment's name and its own line`() throws {
    let path = try #require(try JournalFile(path: path).segmentPaths.dropFirst().first)
    var lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    lines[3] = lines[3].replacing(#""at":"#, with: #""at":1"#)
    try lines.joined(separator: "\n").write(toFile: path, atomically: false, encoding: .utf8)
    let name = path.replacing(tool.folder.path, with: "DIR")
    let result = tool.run("verify DIR/run.jsonl")
    expectEqual(result.output, "failed DIR/run.jsonl: at line 4 of \(name)\n")
    #expect(result.errorOutput.hasPrefix("\(name):4: error: "))
    expectEqual(result.code, .trouble)
  }

  @Test func `a divergence is reported with the segment's name and its own line`() throws {
    let changed = tool.with(apps: [ChangedTallyApp.self])
    let result = changed.run("verify DIR/run.jsonl")
    expectEqual(result.code, .finding)
    let first = try #require(try JournalFile(path: path).segmentPaths.first).replacing(tool.folder.path, with: "DIR")
    #expect(result.errorOutput.contains(try Regex("^\(first):[34]: error: replay diverges")))
  }

  @Test func `marks, rewinds and recording continue in the newest segment`() throws {
    let first = try first()
    expectEqual(tool.run("mark DIR/run.jsonl@\(first + 2) early").code, .fine)
    expectEqual(tool.run("show DIR/run.jsonl@early:/count").output, "\(first % 2)\n")
    expectEqual(tool.run("rewind DIR/run.jsonl --to \(first + 1)").code, .fine)
    // The rewind stores its state, because that state's segment may be dropped.
    let kinds = try tool.records("run.jsonl").suffix(3)
    expectEqual(Array(kinds), ["rewind 61", "snapshot 61", "seal 61"])
    expectEqual(tool.run("record -o DIR/run.jsonl --append", input: "{\"add\":{\"_0\":1}}\n").code, .fine)
    #expect(tool.run("verify DIR/run.jsonl").output.contains("2 sessions, closed"))
    let copied = tool.run("rewind DIR/run.jsonl --to 45 -o DIR/copy.jsonl")
    #expect(copied.code == .fine && tool.run("verify DIR/copy.jsonl").code == .fine)
    expectEqual(tool.run("show DIR/copy.jsonl@-1:/count").output, "1\n")
  }

  @Test func `an index is one file`() throws {
    expectEqual(tool.run("index DIR/run.jsonl -o DIR/copy.jsonl --every 500").code, .fine)
    try expectEqual(JournalFile(path: tool.folder.path(of: "copy.jsonl")).segmentPaths.count, 1)
    try expectEqual(tool.records("copy.jsonl").count { $0.hasPrefix("header") }, 1)
    let counts = tool.run("verify DIR/run.jsonl").output.replacing("run.jsonl", with: "copy.jsonl")
    expectEqual(tool.run("verify DIR/copy.jsonl").output, counts)
    expectEqual(tool.run("mark DIR/copy.jsonl@-1 end").code, .fine)
    expectEqual(tool.run("verify DIR/copy.jsonl").output, counts)
  }
}
