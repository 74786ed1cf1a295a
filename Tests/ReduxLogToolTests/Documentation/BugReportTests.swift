import ChangedSamples
import Expectations
import Foundation
import ReduxInspection
import ReduxLogTool
import ReduxReplay
import TestSupport
import Testing

/// The tutorial from a bug report to a failing test: what `generate-test` writes there is red, the difference that the page
/// shows mends the reducer, and then it is green. `DocumentationTests` compares what the commands print, and
/// `FreshPackageTests` builds and runs such a test.
struct BugReportTests {
  private let page: MarkdownPage

  init() throws { page = MarkdownPage(try Repository.text("docs/tutorial/bug-report.md")) }

  /// Takes a second: it runs the page's commands.
  @Test func `the generated test is red, and green when the reducer is mended`() async throws {
    try await onOwnThread {
      let session = try ConsoleSession()
      for block in page.blocks("console") { _ = try session.lines(of: block) }
      let source = try String(
        contentsOfFile: session.folder.path(of: "PlumberTests/PlumberTests.swift"), encoding: .utf8)
      let call = try #require(
        source.firstMatch(of: #/expectState\(\s*of: "(.*)", as: (.*)\.self,\s*satisfies: "(.*)"\)/#))
      expectEqual(call.output.2, "CopyingTasksApp")
      let (name, condition) = (String(call.output.1), String(call.output.3))
      func finding(_ app: any ReplayableApp.Type) -> String? {
        ReplayCheck(session.folder.path(of: "PlumberTests/\(name)"), named: name, app: app)
          .finding(expecting: condition)?.text
      }
      let red = try #require(page.blocks("text").first)
      expectEqual(finding(CopyingTasksApp.self), red.text)
      expectEqual(finding(MendedTasksApp.self), nil)
    }
  }

  @Test func `the difference mends the reducer of version 1_0`() throws {
    let lines = try #require(page.blocks("diff").first).lines
    let old = lines.filter { !$0.hasPrefix("+") }.map { String($0.dropFirst()) }.joined(separator: "\n")
    let new = lines.filter { !$0.hasPrefix("-") }.map { String($0.dropFirst()) }.joined(separator: "\n")
    let reducer = try Repository.text("Tests/ChangedSamples/CopyingTasksApp.swift")
    expectEqual(reducer.ranges(of: old).count, 1)
    #expect(new.contains("case .schedule(let id, _), .complete(let id, _), .reopen(let id), .edit(let id, _, _):\n"))
    #expect(new.contains("case .add, .move, .duplicate:\n"))
  }
}
