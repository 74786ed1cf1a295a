import CommandLineKit
import Expectations
import ReduxLogTool
import ReduxReplay
import TestSupport
import Testing

/// If standard error can't be written, the exit code still reports the result.
@Suite("A standard error that can't be written") struct FullErrorOutputTests {
  private struct FullSink: OutputSink {
    var isTerminal: Bool { false }
    var width: Int? { nil }
    func write(_ bytes: [UInt8]) throws(OutputError) { throw .failed(reason: "No space left on device") }
    func flush() throws(OutputError) {}
  }

  @Test(
    "changes no verdict",
    arguments: [
      ("verify DIR/j", ExitCode.finding, "diverged DIR/j: at state 2\n"), ("replay DIR/j", .finding, ""),
      ("index DIR/j -o DIR/k", .finding, ""), ("redact DIR/j -o DIR/k", .finding, ""),
      ("verify DIR/none", .trouble, "failed DIR/none\n"),
    ])
  func verdicts(line: String, code: ExitCode, output: String) throws {
    let tool = try ToolFixture()
    tool.record("j", #"{"add":{"_0":3}}"#, #"{"reset":{}}"#)
    let sink = BufferSink()
    let arguments = line.split(separator: " ").map { String($0).replacing("DIR", with: tool.folder.path) }
    let found = InspectorTool.run(
      arguments, apps: [ChangedTallyApp.self], output: sink, errorOutput: FullSink(), input: InputSource.buffer())
    expectEqual(found, code)
    expectEqual(sink.text.replacing(tool.folder.path, with: "DIR"), output)
  }
}
