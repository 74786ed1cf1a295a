import CommandLineKit
import ReduxJournal
import ReduxLogTool
import ReduxReplay
import TestSupport

/// Calls of the tool in this process, on files in a folder of their own. Output names the folder `DIR`.
struct ToolFixture {
  let folder: TemporaryFolder
  var apps: [any ReplayableApp.Type] = [TallyApp.self]

  init() throws { folder = try TemporaryFolder() }

  /// Runs a command line in which `DIR` stands for the folder.
  func run(_ line: String, input: String = "", isTerminal: Bool = false) -> CallResult {
    let output = BufferSink()
    let errorOutput = BufferSink()
    let arguments = line.split(separator: " ").map { String($0).replacing("DIR", with: folder.path) }
    let code = InspectorTool.run(
      arguments, apps: apps, output: output, errorOutput: errorOutput,
      input: InputSource.buffer(input, isTerminal: isTerminal), environment: ["TMPDIR": folder.path])
    return CallResult(code: code, output: shortened(output.text), errorOutput: shortened(errorOutput.text))
  }

  /// The same with another app.
  func with(apps: [any ReplayableApp.Type]) -> ToolFixture {
    var fixture = self
    fixture.apps = apps
    return fixture
  }

  /// Records a journal.
  func record(_ name: String, _ actions: String..., app: String = "tally") {
    _ = run("record -o DIR/\(name) --app \(app)", input: actions.map { $0 + "\n" }.joined())
  }

  /// The kinds and seqs of a journal's records: `header 0`.
  func records(_ name: String) throws -> [String] {
    let reader = try JournalReader(path: folder.path(of: name))
    var records: [String] = []
    while let entry = try reader.next() { records.append("\(entry.record.kind) \(entry.seq)") }
    return records
  }

  private func shortened(_ text: String) -> String { text.replacing(folder.path, with: "DIR") }
}
