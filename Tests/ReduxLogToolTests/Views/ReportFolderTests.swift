import ChangedSamples
import CommandLineKit
import Expectations
import Foundation
import TestSupport
import Testing
import Tracker

/// Reports of several journals, with their index.
struct ReportFolderTests {
  private let tool: ToolFixture

  init() throws {
    tool = try ToolFixture().with(apps: [ChangedTrackerApp.self])
    tool.folder.create("in/year.jsonl", try Repository.text("Samples/Tracker/Sessions/year.jsonl"))
    tool.record("one.jsonl", #"{"replace":1}"#, app: "json")
    for name in ["in/a b&c.jsonl", "in/more/a b&c.jsonl"] {
      tool.folder.create(name, try #require(tool.folder.contents(of: "one.jsonl")))
    }
    tool.folder.create("in/torn.jsonl", #"{"kind":"header","seq":0,"form"#)
  }

  private var index: String { tool.folder.contents(of: "out/index.html") ?? "" }

  /// The rows of the index, as texts.
  private var rows: [String] {
    index.matches(of: /<tr class[^\n]*/).map {
      String($0.output).replacing(/<\/td><td[^>]*>/, with: " | ").replacing(/<\/?t[rd][^>]*>/, with: "")
        .replacing("<wbr>", with: "").replacing(tool.folder.path, with: "DIR")
        .replacing(/\| 20[-0-9]+ [0-9:.]+ UTC$/, with: "| DATE")
    }
  }

  @Test func `the failing journals come first, and every readable one has a page`() throws {
    let result = tool.run("report DIR/in -o DIR/out")
    expectEqual(result, CallResult(code: .fine, output: "", errorOutput: "DIR/out/index.html: 2 of 4 need a look\n"))
    expectEqual(
      rows,
      [
        "✗ The journal is damaged at line 1 | DIR/in/torn.jsonl | not a journal: its first line is incomplete; check the path |  | ",
        "✗ Today&#39;s app differs at 138 | <a href=\"./year.html\">DIR/in/year.jsonl</a> | project.delete no longer changes /items. 451 actions | tracker 1.0 | DATE",
        "✓ Today&#39;s app does the same | <a href=\"./a%20b%26c.html\">DIR/in/a b&amp;c.jsonl</a> | Bugs included: search for what the user saw. Every state is proven. 1 action | json | DATE",
        "✓ Today&#39;s app does the same | <a href=\"./a%20b%26c-2.html\">DIR/in/more/a b&amp;c.jsonl</a> | Bugs included: search for what the user saw. Every state is proven. 1 action | json | DATE",
      ])
    try expectEqual(
      TemporaryFolder.names(in: tool.folder.path(of: "out")),
      [
        "a b&c-2.html", "a b&c.html", "index.html", "year.html",
      ])
    #expect(!index.contains("<script"))
  }

  @Test func `verify writes them in the same run, with its own exit code and output`() throws {
    let plain = tool.run("verify DIR/in")
    let result = tool.run("verify DIR/in --report DIR/out")
    #expect(result.code == plain.code && result.output == plain.output)
    expectEqual(result.errorOutput, plain.errorOutput + "DIR/out/index.html lists the reports\n")
    expectEqual(rows.count, 4)
  }

  @Test func `a folder without journals leaves no folder of reports`() {
    tool.folder.create("empty/notes.txt")
    #expect(tool.run("report DIR/empty -o DIR/out").errorOutput.contains("the folder contains no journal"))
    #expect(tool.run("report").errorOutput.contains("missing argument FILE[@A..B]"))
    #expect(!FileManager.default.fileExists(atPath: tool.folder.path(of: "out")))
  }

  @Test func `reports are replaced only with --force`() throws {
    expectEqual(tool.run("report DIR/in -o DIR/out").code, .fine)
    let again = tool.run("report DIR/in -o DIR/out")
    expectEqual(again.code, .usage)
    #expect(again.errorOutput.contains("'DIR/out/index.html' already exists; use --force"))
    expectEqual(tool.run("report DIR/in -o DIR/out --force").code, .fine)
  }

  @Test func `the viewer is a page without a journal`() throws {
    let result = tool.run("report --viewer -o DIR/viewer.html")
    expectEqual(result.errorOutput, "DIR/viewer.html: drop a journal on it in a browser\n")
    expectEqual(tool.folder.contents(of: "viewer.html")?.contains("id=\"head\""), false)
  }
}
