import CommandLineKit
import Expectations
import ReduxLogTool
import StateTree
import TestSupport
import Testing
import WebDriver

@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct CopyTests {
  @Test func `each tab copies its JSON`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[3], fragment: "19")
      try browser.script(
        "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } })"
      )
      func copied() throws -> JSONValue {
        try browser.script("window.copied = null")
        try browser.type("r")
        try browser.wait(until: "window.copied")
        return try JSONValue(parsing: browser.script("return window.copied").string ?? "")
      }
      try expectEqual(
        copied(),
        [["op": "replace", "path": "/tasks/all/entities/plumber/title", "value": "Call Ms Keller (plumber), 555 0142"]])
      try browser.type("]")
      try expectEqual(
        copied()["tasks"]?["all"]?["entities"]?["plumber"]?["title"], "Call Ms Keller (plumber), 555 0142")
      try browser.type("]")
      try expectEqual(
        copied(), ["tasks": ["_0": ["edit": ["id": "plumber", "title": "Call Ms Keller (plumber), 555 0142"]]]])
      try expectEqual(browser.elements("button", "Copy action").count, 1)
    }
  }

  @Test func `the commands for an action run`() async throws {
    let page = ReportPages.Page(
      name: "weekend", journal: Repository.path("Samples/Movies/Sessions/weekend.jsonl"), apps: ReportPages.bugs[2].apps
    )
    let commands = try await WebBrowser.use { browser in
      try browser.open(page, fragment: "157")
      try browser.element("button", "Commands").click()
      try browser.wait(until: "document.querySelector('.command')")
      let texts = try browser.script("return [...document.querySelectorAll('.command code')].map(one => one.innerText)")
      return (texts.array ?? []).compactMap(\.string)
    }
    let (journal, condition) = ("weekend.jsonl", #"$.lists.wishlist["117"] != 789866102.0"#)
    expectEqual(
      commands,
      [
        "reduxlog diff \(journal)@156..157", "reduxlog generate-test \(journal)@157 -o Tests",
        "reduxlog bisect \(journal)@157 --expect '\(condition)'",
        "reduxlog minimize \(journal)@157 --expect '\(condition)' -o weekend-small.jsonl",
      ])
    let folder = try TemporaryFolder()
    let codes = commands.map { command in
      // The quotes of the only argument that has some.
      let parts = command.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      let words = parts.flatMap { index, part in
        index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
      }
      let arguments = words.dropFirst().map { word in
        word.hasPrefix(journal)
          ? page.journal + word.dropFirst(journal.count)
          : word == "Tests" || word.hasSuffix("-small.jsonl") ? folder.path(of: word) : word
      }
      let messages = BufferSink()
      return InspectorTool.run(
        arguments, apps: page.apps, output: messages, errorOutput: messages, input: InputSource.buffer(""),
        environment: [:])
    }
    // diff exits with 1 where states differ, and bisect where it finds the step.
    expectEqual(codes.map(\.rawValue), [1, 0, 1, 0])
  }

  @Test func `a point leads to the child that changed, among many`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[3], fragment: "19")
      try browser.type(".")
      try browser.wait(until: "document.querySelector('.line[aria-selected=true] .change')")
      try expectEqual(browser.element("button", "Next change (1)").role, "button")
      try browser.wait(until: "location.hash === '#19:/tasks/all/entities/plumber/title&tab=state'")
      try expectEqual(
        browser.script("return document.querySelector('.notice').innerText"),
        "Change 1 of 1: changed /tasks/all/entities/plumber/title")
      let keys = """
        return [...document.querySelectorAll('.line[aria-level="6"] .key bdi')].map(one => one.innerText)
        """
      try expectEqual(browser.script(keys), ["id", "title", "notes", "due"])
      try browser.type("s")
      try expectEqual(browser.script(keys), ["due", "id", "notes", "title"])
      try browser.element("searchbox", "Filter members").click()
      try browser.type("tit")
      try expectEqual(browser.script(keys), ["title"])
    }
  }
}
