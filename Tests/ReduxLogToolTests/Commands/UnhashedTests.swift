import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import StateTree
import TestSupport
import Testing

/// Commands on a journal where only some states have a hash.
struct UnhashedTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  private func record(_ actions: [TallyAction], every count: Int) throws {
    let recorder = try Recorder(
      path: tool.folder.path(of: "j"), app: AppIdentity(name: TallyApp.name),
      options: RecorderOptions(hashing: .every(count), snapshotBudget: .seconds(1000)))
    let reduce = recorder.recording(TallyApp.reduce)
    var state = Tally()
    for action in actions { try reduce(&state, action) }
    recorder.close()
  }

  @Test func `verify reports how much was proven`() throws {
    try record((1...8).map(TallyAction.add), every: 3)
    expectEqual(
      tool.run("verify DIR/j"),
      CallResult(
        code: .fine, output: "ok DIR/j: 8 actions, 3 states proven, 1 session, closed\n",
        errorOutput: """
          DIR/j: warning: 6 states were recorded without a hash: the next hash proves 4 of them, and no hash the other 2

          """))
    #expect(tool.run("verify DIR/j --format json").output.contains(#""unhashed": 6,"#))
  }

  @Test func `verify names every action that may have diverged`() throws {
    try record([.add(1), .add(2), .add(3), .add(4), .reset, .add(5)], every: 3)
    let call = tool.with(apps: [ChangedTallyApp.self]).run("verify DIR/j")
    expectEqual(call.code, .finding)
    let lines = call.errorOutput.split(separator: "\n").map(String.init)
    expectEqual(lines.first, "DIR/j:8: error: replay diverges at state 6: add leads to a different state than recorded")
    #expect(lines.contains { $0.hasPrefix("  /history: recorded ") })
    #expect(!lines.contains { $0.hasPrefix("  /count: ") })
    expectEqual(
      lines.suffix(5),
      [
        "  States 4 to 5 have no proof of their own: any action after 3 may be the cause.",
        "  State 3 is as recorded: the reducer has changed since, or isn't pure. Look closer:",
        "    reduxlog show DIR/j@6 --action", "    reduxlog show DIR/j@3",
        "    reduxlog replay DIR/j --to 6 --unchecked",
      ])
  }

  @Test(arguments: [
    ("index DIR/j -o DIR/k --every 1", 1), ("bake DIR/j -o DIR/k", 1), ("redact DIR/j -o DIR/k", 1),
    ("slice DIR/j@2.. -o DIR/k", 1), ("rewind DIR/j --to 2 -o DIR/k", 3),
  ])
  func `a copy is proven as far as the journal`(call: String, count: Int) throws {
    try record((1...8).map(TallyAction.add) + [.reset, .add(1)], every: 3)
    expectEqual(tool.run(call).code, .fine)
    expectEqual(tool.run("verify DIR/k").code, .fine)
    expectEqual(tool.run("show DIR/k@-1:/count").output, "\(count)\n")
  }

  @Test func `states without a hash are shown, compared and logged`() throws {
    try record((1...8).map(TallyAction.add), every: 3)
    expectEqual(tool.run("show DIR/j@8:/count").output, "36\n")
    expectEqual(tool.run("diff DIR/j@1..2").output, "~ /count: 1 → 3\n+ /history/1: 2\n")
    let log = tool.run("log DIR/j -p").output
    #expect(log.contains("~ /count: 28 → 36"))
    #expect(!log.contains("no hash"))
  }
}
