import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import TestSupport
import Testing

/// Outputs that commands writing journals refuse.
struct OutputArgumentTests {
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

  @Test(arguments: commands)
  func `no command overwrites its journal or a segment, whatever the path`(command: String) throws {
    let segments = try JournalFile(path: tool.folder.path(of: "run.jsonl")).segmentPaths
    #expect(segments.count > 1)
    let link = tool.folder.path(of: "link.jsonl")
    try FileManager.default.linkItem(atPath: segments[0], toPath: link)
    let before = try segments.map { try Data(contentsOf: URL(filePath: $0)) }
    for (path, what) in [(segments.last ?? "", "the journal itself"), (segments[0], "a segment"), (link, "a segment")] {
      let result = tool.run("\(command) -o \(path) --force")
      #expect(result.code == .usage && result.errorOutput.contains("is \(what)"), "\(result)")
    }
    try expectEqual(segments.map { try Data(contentsOf: URL(filePath: $0)) }, before)
  }

  @Test(arguments: commands + ["record"])
  func `a file named '-' is refused`(command: String) throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: ".")
    #expect(
      tool.run("\(command) -o -").errorOutput.hasPrefix(
        "reduxlog: error: a journal can't be written to standard output; name a file, or use './-' for a file named '-'\n"
      ))
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: "."), before)
  }

  private func pipe(_ name: String) -> String {
    let path = tool.folder.path(of: name)
    expectEqual(mkfifo(path, 0o600), 0)
    return path
  }

  @Test(arguments: commands + ["record"])
  func `a pipe without a reader is refused at once`(command: String) throws {
    _ = pipe("pipe")
    for force in ["", " --force"] {
      let result = tool.run("\(command) -o DIR/pipe\(force)", input: #"{"merge":{}}"# + "\n")
      #expect(result.code != .fine)
      let reasons = [
        "'DIR/pipe': it is a pipe without a reader", "can't be written to 'DIR/pipe'; name a file",
        "DIR/pipe: error: the file already exists", "DIR/pipe: error: not a regular file",
      ]
      #expect(reasons.contains { result.errorOutput.contains($0) }, "\(result)")
    }
  }

  @Test(arguments: ["index DIR/run.jsonl", "slice DIR/run.jsonl@29.."])
  func `a pipe with a reader receives the output`(command: String) throws {
    let reader = open(pipe("pipe"), O_RDONLY | O_NONBLOCK)
    let handle = FileHandle(fileDescriptor: reader, closeOnDealloc: true)
    expectEqual(tool.run("\(command) -o DIR/pipe").code, .fine)
    // A process that another test starts may keep the writing end open for a moment.
    expectEqual(fcntl(reader, F_SETFL, 0), 0)
    let written = try handle.readToEnd()
    expectEqual(tool.run("\(command) -o DIR/file").code, .fine)
    expectEqual(written, FileManager.default.contents(atPath: tool.folder.path(of: "file")))
  }

  @Test(arguments: [false, true])
  func `repair refuses a pipe in place of its second file`(isForced: Bool) throws {
    let reader = open(pipe("copy.rejected"), O_RDONLY | O_NONBLOCK)
    let handle = FileHandle(fileDescriptor: reader, closeOnDealloc: true)
    let result = tool.run("repair DIR/run.jsonl -o DIR/copy\(isForced ? " --force" : "")")
    expectEqual(result.code, .trouble)
    expectEqual(
      result.errorOutput, "reduxlog: error: can't write 'DIR/copy.rejected': it isn't a regular file\n", "\(result)")
    try expectEqual(handle.readToEnd() ?? Data(), Data())
    #expect(!FileManager.default.fileExists(atPath: tool.folder.path(of: "copy")))
  }
}
