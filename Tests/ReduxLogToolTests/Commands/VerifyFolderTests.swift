import CommandLineKit
import Expectations
import ReducerIsolation
import ReduxJournal
import TestSupport
import Testing

@testable import ReduxInspection
@testable import ReduxLogTool

/// Threads share the journals of a folder.
struct VerifyFolderTests {
  private let tool: ToolFixture

  /// Records six journals, large enough to be shared.
  init() throws {
    tool = try ToolFixture()
    let text = String(repeating: "x", count: 50_000)
    for name in ["a", "b", "c", "d", "e", "f"] {
      tool.record(
        "\(name).jsonl", #"{"merge":{"name":"\#(name)"}}"#, #"{"merge":{"text":"\#(text)"}}"#,
        #"{"replace":["\#(text)"]}"#, app: "json")
    }
  }

  @Test(arguments: ["", " --no-replay", " --format json", " --format junit"])
  func `several threads print the same as one, in order`(options: String) throws {
    let damaged = try #require(tool.folder.contents(of: "c.jsonl")).replacing(#""name":"c""#, with: #""name":"C""#)
    tool.folder.create("c.jsonl", damaged)
    let alone = tool.run("verify DIR --jobs 1" + options)
    expectEqual(alone.code, .trouble)
    expectEqual(tool.run("verify DIR --jobs 3" + options), alone)
  }

  @Test func `the results come in the order of the paths`() {
    let lines = tool.run("verify DIR --jobs 3").output.split(separator: "\n")
    expectEqual(
      lines,
      ["a", "b", "c", "d", "e", "f"].map {
        "ok DIR/\($0).jsonl: 3 actions, 4 states proven, 1 session, closed"
      } + ["6 journals: 6 ok"])
  }

  @Test func `an interruption ends all threads`() throws {
    let context = CommandContext(
      output: BufferSink(), errorOutput: BufferSink(), input: InputSource.buffer(),
      interruption: Interruption { true })
    let run = VerifyRun(
      job: VerifyJob(JobInput(path: "", options: .init(), threads: 3)), replays: true, timeout: nil, context: context)
    let journals = JournalFinder.journals(inFolder: tool.folder.path)
    expectEqual(journals.count, 6)
    #expect(throws: Interrupted()) { try run.verify(journals) { _ in } }
  }
}
