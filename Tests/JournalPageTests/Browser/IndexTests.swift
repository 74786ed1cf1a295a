import ChangedSamples
import Expectations
import Foundation
import ReduxLogTool
import ReportJournals
import StateTree
import TestSupport
import Testing
import Tracker
import WebDriver

/// The index of a folder of reports, in the browser.
@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct IndexTests {
  private static let made = Result { try IndexTests.make() }

  /// Reports of the journals with the samples' bugs, of a damaged one, and their index.
  private static func make() throws -> (folder: TemporaryFolder, index: String) {
    let folder = try TemporaryFolder()
    for path in ReportedBug.all.map(\.path) {
      let url = URL(fileURLWithPath: path)
      folder.create("in/\(url.lastPathComponent)", try String(contentsOf: url, encoding: .utf8))
    }
    folder.create(
      "in/a <b>long</b> name, in a folder of \(String(repeating: "more ", count: 20))/torn.jsonl",
      #"{"kind":"header","seq":0,"form"#)
    let run = InspectorTool.capture(
      ["report", folder.path(of: "in"), "-o", folder.path(of: "out")], apps: [ChangedTrackerApp.self], environment: [:])
    try #require(run.exitCode == .fine, "\(run.errorOutput)")
    // The same of the results of a batch.
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path(of: "in"))
    let jobs = names.filter { $0.hasSuffix(".jsonl") }
      .map {
        JSONValue.object(JSONObject([("id", .string($0)), ("path", .string(folder.path(of: "in/\($0)")))])).compact
      }
    let batch = InspectorTool.capture(
      ["verify", "--batch"], apps: [ChangedTrackerApp.self], input: jobs.joined(separator: "\n"), environment: [:])
    folder.create("results", batch.output)
    let merged = InspectorTool.capture(
      ["merge", folder.path(of: "results"), "--format", "html"], apps: [], environment: [:])
    folder.create("out/merged.html", merged.output)
    return (folder, folder.path(of: "out/index.html"))
  }

  private func use(_ body: @Sendable @escaping (WebBrowser, String) throws -> Void) async throws {
    let index = try IndexTests.made.get().index
    try await WebBrowser.use { browser in
      try browser.open(file: index)
      try body(browser, index)
    }
  }

  @Test func `assistive technology finds a table with a verdict and a link for each journal`() async throws {
    try await use { browser, _ in
      let headings = try browser.elements("heading").map(\.name)
      expectEqual(headings, ["6 journals"])
      try expectEqual(browser.elements("table").count, 1)
      try expectEqual(
        browser.elements("columnheader").map(\.name), ["Verdict", "Journal", "Details", "App", "Last session"])
      // The damaged journal has no report.
      let links = try browser.elements("link").map(\.name)
      expectEqual(links.count, 5)
      #expect(links.allSatisfy { $0.hasSuffix(".jsonl") }, "\(links)")
      let verdicts = try browser.script(
        "return [...document.querySelectorAll('td.status')].map((cell) => cell.innerText)")
      expectEqual(verdicts.array?.first, "✗ The journal is damaged at line 1")
    }
  }

  @Test func `the keyboard reaches each report, with a visible focus`() async throws {
    try await use { browser, index in
      var names: [String] = []
      for _ in 0..<5 {
        try browser.press(.tab)
        let link = try #require(try browser.focused())
        expectEqual(link.role, "link")
        names.append(link.name)
        let outline = try browser.script("return parseFloat(getComputedStyle(document.activeElement).outlineWidth)")
        expectEqual(outline, 2, "\(link.name)")
      }
      expectEqual(Set(names).count, 5)
      try browser.press(.enter)
      try browser.wait(until: "document.querySelector('.detail h2')")
      try expectEqual(browser.elements("heading").first?.name.contains(" · "), true)
      try browser.open(file: index)
      for place in try #require(try browser.script("return [...document.links].map((link) => link.href)").array) {
        let path = try #require(place.string.flatMap { URL(string: $0)?.path })
        #expect(FileManager.default.fileExists(atPath: path), "\(path)")
      }
    }
  }

  @Test(arguments: AppearanceTests.screens)
  func `no text of the index is clipped, and it doesn't scroll sideways`(_ screen: AppearanceTests.Screen) async throws
  {
    try await use { browser, index in
      try browser.resize(width: screen.width, height: screen.height, zoom: screen.zoom)
      for page in [index, index.replacing("index.html", with: "merged.html")] {
        try browser.open(file: page)
        try expectEqual(browser.script("return document.querySelectorAll('td.status').length"), 6)
        try expectEqual(browser.script(PageScript.clipped), [])
      }
    }
  }

  @Test(arguments: [[], [.dark], [.forcedColors]] as [Set<WebBrowser.Preference>])
  func `text of the index has a contrast of 4.5 to 1`(_ preferences: Set<WebBrowser.Preference>) async throws {
    try await use { browser, _ in
      try browser.prefer(preferences)
      let faint = try browser.script(PageScript.faint)
      expectEqual(faint, [])
    }
  }

  @Test func `the index runs nothing, requests nothing, logs nothing and stays in place`() async throws {
    try await use { browser, index in
      let scripts = try browser.script("return document.scripts.length")
      expectEqual(scripts, 0)
      // A table grows while a busy browser still reads it. Shifts below 0.1 count as good.
      try #expect(browser.layoutShift() < 0.1)
      let own = URL(fileURLWithPath: index).absoluteString
      try expectEqual(browser.requests().filter { $0 != own }, [])
      try expectEqual(browser.messages(), [])
    }
  }
}
