import Foundation
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import TestSupport
import Testing

/// What the commands that write journals don't write to.
@Suite("The file that a command writes") struct OutputArgumentTests {
  private let tool: ToolFixture

  /// A journal in several segments.
  init() throws {
    tool = try ToolFixture()
    let recorder = try Recorder(
      path: tool.folder.path(of: "run.jsonl"), app: AppIdentity(name: TallyApp.name),
      options: RecorderOptions(snapshotBudget: .seconds(1000), retention: Retention(bytes: 1)))
    let reduce = recorder.recording(TallyApp.reduce)
    var state = TallyApp.initialState
    for _ in 0..<30 { try reduce(&state, .add(1)) }
    recorder.close()
  }

  private static let commands = [
    "index DIR/run.jsonl", "slice DIR/run.jsonl@29..", "redact DIR/run.jsonl", "repair DIR/run.jsonl",
    "rewind DIR/run.jsonl --to 29",
  ]

  @Test("is neither the journal nor one of its segments, by whatever name", arguments: commands)
  func journal(command: String) throws {
    let segments = try JournalFile(path: tool.folder.path(of: "run.jsonl")).segmentPaths
    #expect(segments.count > 1)
    let link = tool.folder.path(of: "link.jsonl")
    try FileManager.default.linkItem(atPath: segments[0], toPath: link)
    let before = try segments.map { try Data(contentsOf: URL(filePath: $0)) }
    for (path, what) in [(segments.last ?? "", "the journal itself"), (segments[0], "a segment"), (link, "a segment")] {
      let result = tool.run("\(command) -o \(path) --force")
      #expect(result.code == .usage && result.errorOutput.contains("is \(what)"), "\(result)")
    }
    #expect(try segments.map { try Data(contentsOf: URL(filePath: $0)) } == before)
  }

  @Test("is not one that is called '-'", arguments: commands + ["record"])
  func dash(command: String) throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: ".")
    #expect(
      tool.run("\(command) -o -").errorOutput.hasPrefix(
        "reduxlog: error: a journal can't be written to standard output; name a file, or './-' for one of that name\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: ".") == before)
  }
}
