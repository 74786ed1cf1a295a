import ChangedSamples
import CommandLineKit
import Foundation
import ReduxLogTool
import ReduxReplay
import ReportJournals
import StateTree
import TestSupport
import Tracker
import WebDriver

/// The reports that the tests open, each made once.
enum ReportPages {
  /// A report to look at.
  struct Page: Sendable, CustomStringConvertible {
    let name: String
    let journal: String
    /// The apps of the tool that makes the report.
    var apps: [any ReplayableApp.Type] = []
    /// The expressions to watch.
    var watches: [String] = []

    var description: String { name }

    /// Makes the report.
    ///
    /// - Returns: Its path.
    func file() throws -> String { try ReportPages.file(of: self) }
  }

  static let bugs = ReportedBug.all.map { Page(name: $0.name, journal: $0.path, apps: [$0.today]) }
  /// A journal that no reducer replayed, so that the page opens at its end.
  static let recorded = Page(name: "recorded", journal: ReportedBug.all[0].path)
  static let hard = Page(name: "hard", journal: HardJournal.path, apps: [TrackerApp.self])
  /// A journal whose app has changed since: deleting a project leaves its items behind.
  static let diverged = Page(
    name: "year", journal: Repository.path("Samples/Tracker/Sessions/year.jsonl"), apps: [ChangedTrackerApp.self])
  /// A journal without patches, whose values aren't known from its first divergence on.
  static let forgotten = Page(
    name: "forgotten", journal: Repository.path("Samples/Tracker/Bugs/forgotten-date.jsonl"), apps: [TrackerApp.self],
    watches: ["count($.items.*)", "$.projects.bike.updated"])
  /// A journal whose states have another shape today.
  static let converted = Page(
    name: "converted", journal: Repository.path("Samples/Tasks/Bugs/favourites.jsonl"), apps: ReportPages.bugs[3].apps)
  static let evening = Page(
    name: "evening", journal: Repository.path("Samples/Tracker/Sessions/evening.jsonl"), apps: [TrackerApp.self])
  static let all = bugs + [hard, diverged]

  private static let folder = Result { try TemporaryFolder() }

  private static func file(of page: Page) throws -> String {
    let path = try folder.get().path(of: page.name + ".html")
    if FileManager.default.fileExists(atPath: path) { return path }
    let messages = BufferSink()
    _ = InspectorTool.run(
      ["report", page.journal, "-o", path] + page.watches.flatMap { ["--watch", $0] }, apps: page.apps,
      output: messages,
      errorOutput: messages, input: InputSource.buffer(""), environment: [:])
    guard FileManager.default.fileExists(atPath: path) else { throw NoReport(description: messages.text) }
    return path
  }

  private struct NoReport: Error, CustomStringConvertible { let description: String }
}

extension WebBrowser {
  /// Opens a report and waits until it shows an action.
  func open(_ page: ReportPages.Page, fragment: String? = nil) throws {
    try open(file: page.file(), fragment: fragment)
    try wait(until: "document.querySelector('.detail h2')")
    try rest()
  }

  /// Waits until the page has drawn what it has.
  func rest() throws {
    try script(
      "return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))))")
  }

  /// The seq and the type in the title of the selected action.
  func selection() throws -> String { try script("return document.querySelector('.detail h2').innerText").string ?? "" }
}
