import Foundation
import Testing
import WebDriver

private let contactSheet = ProcessInfo.processInfo.environment["CONTACT_SHEET"]

/// Pictures of the report for people to look at: `CONTACT_SHEET=FOLDER swift test --filter ContactSheet`.
@Suite(
  .enabled(
    if: WebBrowser.isAvailable && contactSheet != nil, "needs chromedriver and CONTACT_SHEET=FOLDER"))
struct ContactSheetTests {
  private struct Theme {
    let name: String
    var preferences: Set<WebBrowser.Preference> = []
    var isGrey = false
  }

  private static let themes = [
    Theme(name: "light"), Theme(name: "dark", preferences: [.dark]), Theme(name: "grey", isGrey: true),
    Theme(name: "forced", preferences: [.forcedColors]),
  ]
  private static let sizes = [(1280, 900, 1), (800, 900, 1), (360, 740, 1), (320, 225, 4)]
  /// What is shown: a page, where, and what is typed into the search.
  private static let scenes = [
    ("opened", ReportPages.hard, "", ""), ("changes", ReportPages.hard, "17", ""),
    ("state", ReportPages.bugs[3], "19:/tasks/all/entities/plumber&tab=state", ""),
    ("history", ReportPages.bugs[2], "29:/movies/all/entities/104/title&tab=history", ""),
    ("action", ReportPages.hard, "43&tab=action", ""), ("search", ReportPages.bugs[0], "", "Household"),
    ("divergence", ReportPages.diverged, "", ""),
  ]

  @Test func `every scene is drawn in every theme at every width`() async throws {
    let folder = URL(fileURLWithPath: contactSheet ?? "", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await WebBrowser.use { browser in
      for (scene, page, fragment, words) in ContactSheetTests.scenes {
        var rows = ""
        for theme in ContactSheetTests.themes {
          rows += "<h2>\(scene), \(theme.name)</h2>"
          for (width, height, zoom) in ContactSheetTests.sizes {
            try browser.resize(width: width, height: height, zoom: zoom)
            try browser.prefer(theme.preferences)
            try browser.seeGrey(theme.isGrey)
            try browser.open(page, fragment: fragment)
            if !words.isEmpty {
              try browser.element("searchbox", "Find").type(words)
              try browser.wait(until: "document.querySelector('.found .step')")
            }
            try browser.rest()
            let name = "\(scene)-\(theme.name)-\(width).png"
            try browser.screenshot().write(to: folder.appendingPathComponent(name))
            rows += "<img src=\"\(name)\" width=\"\(width * zoom / (zoom == 1 ? 1 : 2))\">\n"
          }
        }
        let sheet = folder.appendingPathComponent("\(scene).html")
        try Data("<!doctype html><body style=\"background:#888\">\(rows)".utf8).write(to: sheet)
        try browser.reset()
        try browser.resize(width: 3200, height: 900)
        try browser.open(file: sheet.path)
        try browser.screenshot(wholePage: true).write(to: folder.appendingPathComponent("\(scene).png"))
      }
    }
  }
}
