import Foundation
import TestSupport
import Testing
import WebDriver

/// The pictures in the documentation: `UPDATE_DOCS=1 swift test --filter PictureTests` takes them again.
struct PictureTests {
  private struct Picture {
    let name: String
    let page: ReportPages.Page
    var fragment = ""
    /// What is typed into the search.
    var words = ""
    var height = 620
  }

  private static let pictures = [
    Picture(name: "divergence", page: ReportPages.diverged),
    Picture(name: "search", page: ReportPages.bugs[3], words: "Call the plumber", height: 600),
    Picture(
      name: "history", page: ReportPages.bugs[3], fragment: "26:/tasks/favourites/0/title&tab=history", height: 520),
  ]

  private static let mostBytes = 200 << 10

  @Test func `the guide shows each picture, with a description, in less than 200 KB`() throws {
    let guide = try Repository.text("docs/guides/session.md")
    for picture in PictureTests.pictures {
      #expect(guide.contains(try Regex("!\\[[^\\]]{20,}\\]\\(pictures/\(picture.name)\\.png\\)")), "\(picture.name)")
      let bytes = try Data(contentsOf: URL(filePath: PictureTests.path(of: picture)))
      #expect(bytes.count < PictureTests.mostBytes && bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(picture.name)")
    }
  }

  @Test(
    .enabled(
      if: WebBrowser.isAvailable && ProcessInfo.processInfo.environment["UPDATE_DOCS"] == "1",
      "needs chromedriver and UPDATE_DOCS=1"))
  func `pictures are taken again`() async throws {
    try await WebBrowser.use { browser in
      for picture in PictureTests.pictures {
        try browser.resize(width: 1100, height: picture.height, zoom: 1)
        try browser.open(picture.page, fragment: picture.fragment)
        if !picture.words.isEmpty {
          try browser.element("searchbox", "Find").type(picture.words)
          try browser.wait(until: "document.querySelector('.found [data-stale]')")
        }
        try browser.rest()
        try browser.screenshot().write(to: URL(filePath: PictureTests.path(of: picture)))
      }
    }
  }

  private static func path(of picture: Picture) -> String {
    Repository.path("docs/guides/pictures/\(picture.name).png")
  }
}
