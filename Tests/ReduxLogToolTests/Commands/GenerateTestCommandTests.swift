import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import ReduxReplay
import TestSupport
import Testing

/// `generate-test`: the source and the journal. `FreshPackageTests` builds and runs what it writes.
struct GenerateTestCommandTests {
  private let tool: ToolFixture

  init() throws {
    tool = try ToolFixture()
    tool.record("made", #"{"add":{"_0":3}}"#, #"{"reset":{}}"#, #"{"add":{"_0":4}}"#)
    // The fixture splits command lines at spaces.
    try FileManager.default.moveItem(
      atPath: tool.folder.path(of: "made"), toPath: tool.folder.path(of: "lost items.jsonl"))
  }

  private func generate(_ arguments: String..., apps: [any ReplayableApp.Type] = [TallyApp.self]) -> InspectorRun {
    let folder = tool.folder.path
    let run = InspectorTool.capture(
      ["generate-test"] + arguments.map { $0.replacing("DIR", with: folder) }, apps: apps)
    return InspectorRun(
      exitCode: run.exitCode, output: run.output.replacing(folder, with: "DIR"),
      errorOutput: run.errorOutput.replacing(folder, with: "DIR"))
  }

  @Test func `a condition becomes a test of Swift Testing`() {
    expectEqual(
      generate("DIR/lost items.jsonl", "--expect", #"$.count == 4 && $.name != "a\b""#, "-o", "DIR/T"),
      InspectorRun(
        exitCode: .fine, output: "DIR/T/LostItemsTests.swift\nDIR/T/lost items.jsonl\n",
        errorOutput: #"""
          DIR/lost items.jsonl: warning: '$.name' selected nothing in the only state looked at; check its names
          the test passes today: state 3 satisfies $.count == 4 && $.name != "a\b"

          """#))
    #expect(
      tool.folder.contents(of: "T/LostItemsTests.swift") == #"""
        // Written by 'reduxlog generate-test'. Keep Git from changing the journal's line endings: *.jsonl -text

        import ReduxLogTesting
        import Testing

        @testable import ReduxLogToolTests

        /// State 3 of lost items.jsonl, which satisfied the condition when this was written.
        @Test func `lost items`() throws {
          try expectState(
            of: "lost items.jsonl", as: TallyApp.self,
            satisfies: #"$.count == 4 && $.name != "a\b""#)
        }

        """#)
  }

  @Test func `a session becomes a test of XCTest`() {
    expectEqual(
      generate("DIR/lost items.jsonl", "--style", "xctest", "-o", "DIR/T", apps: [ChangedTallyApp.self]),
      InspectorRun(
        exitCode: .fine, output: "DIR/T/LostItemsTests.swift\nDIR/T/lost items.jsonl\n",
        errorOutput:
          "the test fails today: replay diverges at state 2: reset leads to a different state than recorded\n"))
    #expect(
      tool.folder.contents(of: "T/LostItemsTests.swift") == """
        // Written by 'reduxlog generate-test'. Keep Git from changing the journal's line endings: *.jsonl -text

        import ReduxLogTesting
        import XCTest

        @testable import ReduxLogToolTests

        final class LostItemsTests: XCTestCase {
          /// lost items.jsonl, whose state 2 differed when this was written.
          func testLostItems() throws {
            try expectReplays("lost items.jsonl", as: ChangedTallyApp.self)
          }
        }

        """)
    expectEqual(
      InspectorTool.capture(["verify", tool.folder.path(of: "T/lost items.jsonl")], apps: [TallyApp.self]).output,
      "ok \(tool.folder.path(of: "T/lost items.jsonl")): 2 actions, 3 states proven, 1 session, closed\n")
  }

  /// States 0 to 2, another session with 3 and 4, a rewind from there to `target`, and 6.
  private func sessions(rewindingTo target: Int) {
    tool.record("s.jsonl", #"{"add":{"_0":1}}"#, #"{"add":{"_0":2}}"#)
    _ = tool.run("record -o DIR/s.jsonl --append", input: #"{"add":{"_0":4}}"#)
    _ = tool.run("rewind DIR/s.jsonl --to \(target)")
    _ = tool.run("record -o DIR/s.jsonl --append", input: #"{"add":{"_0":8}}"#)
  }

  @Test(arguments: [("DIR/s.jsonl@2", 0, 2), ("DIR/s.jsonl@1..2", 1, 2), ("DIR/s.jsonl", 0, 7)])
  func `the journal is cut to what the state comes from`(argument: String, first: Int, last: Int) throws {
    sessions(rewindingTo: 3)
    let run = generate(argument, "--expect", "$.count > 0", "-o", "DIR/T")
    expectEqual(run.exitCode, .fine, "\(run)")
    let file = try JournalFile(path: tool.folder.path(of: "T/s.jsonl"))
    #expect(try (file.firstStateSeq, file.lastStateSeq) == (first, last))
  }

  @Test func `a part before a divergence isn't said to be the whole`() throws {
    let run = generate("DIR/lost items.jsonl@0..1", "-o", "DIR/T", apps: [ChangedTallyApp.self])
    expectEqual(run.errorOutput, "the test passes today\n")
    let source = try #require(tool.folder.contents(of: "T/LostItemsTests.swift"))
    #expect(
      source.contains("/// lost items.jsonl, which led to each recorded hash up to state 1 when this was written."))
  }

  @Test func `a part before a damaged end becomes a test, and a slice`() throws {
    let whole = try #require(tool.folder.contents(of: "lost items.jsonl"))
    tool.folder.create("damaged.jsonl", whole.replacing("seal", with: "sail"))
    expectEqual(
      generate("DIR/damaged.jsonl@0..2", "-o", "DIR/T"),
      InspectorRun(
        exitCode: .fine, output: "DIR/T/DamagedTests.swift\nDIR/T/damaged.jsonl\n",
        errorOutput: "the test passes today\n"))
    #expect(generate("DIR/damaged.jsonl", "-o", "DIR/U").errorOutput.contains("damaged.jsonl:6: error: damaged: "))
    let slice = tool.run("slice DIR/damaged.jsonl@0..2 -o DIR/part.jsonl")
    expectEqual(slice.errorOutput, "DIR/part.jsonl: states 0 to 2 of DIR/damaged.jsonl, 2 actions\n")
  }

  @Test func `a file is replaced only on request, and the journal never`() throws {
    let first = generate("DIR/lost items.jsonl", "-o", "DIR/T")
    expectEqual(first.exitCode, .fine, "\(first)")
    let second = generate("DIR/lost items.jsonl", "-o", "DIR/T")
    expectEqual(second.exitCode, .trouble)
    expectEqual(
      second.errorOutput, "reduxlog: error: 'DIR/T/lost items.jsonl' already exists; use --force to overwrite it\n")
    expectEqual(generate("DIR/lost items.jsonl", "-o", "DIR/T", "--force").exitCode, .fine)
    let onto = generate("DIR/lost items.jsonl", "-o", "DIR", "--force")
    expectEqual(onto.exitCode, .usage)
    #expect(onto.errorOutput.contains("the journal's copy would replace it\n  Name another folder with -o DIR.\n"))
    try expectEqual(tool.folder.names(), ["T", "lost items.jsonl"])
  }

  @Test func `a name that Swift doesn't allow becomes one that it does`() {
    tool.folder.create("2026-11 é.jsonl", tool.folder.contents(of: "lost items.jsonl") ?? "")
    let run = generate("DIR/2026-11 é.jsonl", "-o", "DIR/T")
    expectEqual(run.output, "DIR/T/Session202611Tests.swift\nDIR/T/2026-11 é.jsonl\n", "\(run)")
    expectEqual(
      tool.folder.contents(of: "T/Session202611Tests.swift")?.contains("@Test func `2026 11`() throws {"), true)
  }

  private enum PrivateApp: ReplayableApp {
    static let name = TallyApp.name
    static var initialState: Tally { Tally() }
    static func reduce(_ state: inout Tally, _ action: TallyAction) {}
  }

  @Test func `a test can't name a private app, nor one that the tool lacks`() {
    let hidden = generate("DIR/lost items.jsonl", "-o", "DIR/T", apps: [PrivateApp.self])
    #expect(
      hidden.errorOutput.contains("error: the app 'tally' is a private type, so no test can name it\n"), "\(hidden)")
    expectEqual(generate("DIR/lost items.jsonl", "-o", "DIR/T", apps: []).exitCode, .reducer)
  }

  @Test func `a wrong condition is a mistake of the command line`() {
    expectEqual(generate("DIR/lost items.jsonl", "--expect", "$.count ==", "-o", "DIR/T").exitCode, .usage)
    expectEqual(generate("DIR/lost items.jsonl", "--expect", "check:gone", "-o", "DIR/T").exitCode, .usage)
  }
}
