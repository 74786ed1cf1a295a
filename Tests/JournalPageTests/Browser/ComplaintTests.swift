import Expectations
import ReportJournals
import Testing
import WebDriver

/// A tester who has only the complaint and the report: what they type and click, up to the action that explains it.
@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct ComplaintTests {
  struct Path: Sendable, CustomStringConvertible {
    let bug: String
    /// What the tester types into the search, if anything.
    let words: String
    /// The names of the buttons that the tester clicks.
    let clicks: [String]

    var description: String { bug }
  }

  /// The paths of testers who knew neither the bugs nor the code: docs/guides/session.md.
  static let paths = [
    Path(bug: "accounts-tunnel", words: "", clicks: []),
    Path(bug: "feed-lost-name", words: "", clicks: []),
    Path(bug: "movies-late-answer", words: "", clicks: []),
    Path(bug: "tasks-favourites", words: "Call the plumber", clicks: ["19 tasks.edit"]),
    Path(bug: "tracker-forgotten-date", words: "", clicks: []),
  ]

  @Test func `each bug of the samples has a path`() {
    expectEqual(ComplaintTests.paths.map(\.bug), ReportedBug.all.map(\.name))
  }

  @Test(arguments: paths)
  func `the words of a complaint lead to its cause`(_ path: Path) async throws {
    try await WebBrowser.use { browser in
      let page = try #require(ReportPages.bugs.first { $0.name == path.bug })
      let bug = try #require(ReportedBug.all.first { $0.name == path.bug })
      try browser.open(page)
      if !path.words.isEmpty { try browser.element("searchbox", "Find").type(path.words) }
      for name in path.clicks {
        // The same action can explain several values; each of its buttons leads to it.
        try browser.firstElement("button", name).click()
        try browser.rest()
      }
      #expect(try browser.selection().hasPrefix("\(bug.seq) \(bug.action ?? "")"))
    }
  }
}
