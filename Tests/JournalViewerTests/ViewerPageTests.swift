import Expectations
import Foundation
import HostileInput
import ReduxViews
import ReportJournals
import StateTree
import TestSupport
import Testing
import WebDriver

/// The viewer as its user sees it.
@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct ViewerPageTests {
  private static let label = "Drop a journal here, or choose files"

  /// Writes the viewer to a folder, and opens it.
  private func open(_ browser: WebBrowser, in folder: TemporaryFolder) throws {
    var bytes: [UInt8] = []
    let page = JournalPage(title: "Viewer", for: .viewer) { bytes += $0 }
    try page.begin()
    try page.end(content: "")
    let path = folder.path(of: "viewer.html")
    try Data(bytes).write(to: URL(filePath: path))
    try browser.open(file: path)
  }

  /// Chooses files by their paths.
  private func choose(_ paths: String..., in browser: WebBrowser) throws {
    let field = try #require(try browser.elements("button").first { $0.name == Self.label })
    try field.type(paths.joined(separator: "\n"))
  }

  @Test func `a chosen journal is checked in the browser, without a request or a message`() async throws {
    try await WebBrowser.use { browser in
      let folder = try TemporaryFolder()
      try open(browser, in: folder)
      try choose(HardJournal.path, in: browser)
      #expect(try browser.element("listbox").name.contains("ctions"))
      let text = try browser.script("return document.body.innerText").string ?? ""
      #expect(text.contains("The app died in action 38"))
      #expect(text.contains("Every line is intact: 48 actions. No reducer ran"))
      #expect(!text.contains("proven: today"))
      let requests = try browser.requests().filter { !$0.hasPrefix("blob:") }
      expectEqual(requests.count, 1)
      try expectEqual(browser.messages(), [])
    }
  }

  @Test func `a dropped journal opens, and a second one needs a new page`() async throws {
    let journal = try Data(contentsOf: URL(filePath: HardJournal.path)).base64EncodedString()
    try await WebBrowser.use { browser in
      let folder = try TemporaryFolder()
      try open(browser, in: folder)
      let drop = """
        const bytes = Uint8Array.from(atob(arguments[0]), (character) => character.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], "dropped.jsonl"));
        const events = ["dragover", "drop"].map((name) =>
          new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }));
        // A browser that handles the events itself leaves the page.
        return events.map((event) => document.body.dispatchEvent(event)).includes(true);
        """
      try expectEqual(browser.script(drop, .string(journal)), false)
      _ = try browser.element("listbox")
      try expectEqual(browser.script("return document.title").string?.contains("dropped.jsonl"), true)
      try expectEqual(browser.script(drop, .string(journal)), false)
      try browser.wait(until: "document.body.innerText.includes('Reload this page to open another journal.')")
      try expectEqual(browser.messages(), [])
    }
  }

  @Test func `without a key, the page says that it can't tell who wrote a journal`() async throws {
    try await WebBrowser.use { browser in
      let folder = try TemporaryFolder()
      let lines = try Repository.lines("docs/reference/journal-format.md").filter { $0.hasPrefix(#"{"kind""#) }
      let keyed =
        lines.prefix { !$0.contains(#""kind":"seal""#) } + lines.filter { $0.contains(#""kind":"seal""#) }.prefix(1)
      let path = folder.path(of: "keyed.jsonl")
      try Data(keyed.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: path))
      try open(browser, in: folder)
      try choose(path, in: browser)
      _ = try browser.element("listbox")
      let text = try browser.script("return document.body.textContent").string ?? ""
      #expect(text.contains("This page has no key, so it can't tell who wrote the journal."))
      #expect(text.contains("Sums checked"))
    }
  }

  @Test func `a damaged journal is shown up to the bad line, which the headline names`() async throws {
    try await WebBrowser.use { browser in
      let folder = try TemporaryFolder()
      let lines = try Repository.lines("Tests/ReportJournals/Files/tasks-favourites.jsonl")
      let path = folder.path(of: "damaged.jsonl")
      try Data((lines[..<9] + lines[10...]).map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: path))
      try open(browser, in: folder)
      try choose(path, in: browser)
      _ = try browser.element("listbox")
      let text = try browser.script("return document.body.innerText").string ?? ""
      #expect(text.contains("The journal is damaged at line 10"))
      #expect(text.contains("this line was changed, or lines before it are missing, repeated or swapped"))
      try expectEqual(browser.messages(), [])
    }
  }

  @Test func `a file that is no journal is refused with its reason, and another can be chosen`() async throws {
    try await WebBrowser.use { browser in
      let folder = try TemporaryFolder()
      try Data("{}\n".utf8).write(to: URL(filePath: folder.path(of: "other.json")))
      try open(browser, in: folder)
      try choose(folder.path(of: "other.json"), in: browser)
      try expectEqual(
        browser.element("alert").text(), "other.json:1: not a journal: its first line isn't a header; check the path")
      try choose(folder.path(of: "other.json"), HardJournal.path, in: browser)
      try browser.wait(until: "document.querySelector('[role=alert]').innerText.includes('not the segments')")
      try choose(HardJournal.path, in: browser)
      _ = try browser.element("listbox")
      try expectEqual(browser.messages(), [])
    }
  }

  @Test func `hostile texts are shown as text`() async throws {
    try await WebBrowser.use { browser in
      let folder = try TemporaryFolder()
      var forge = JournalForge()
      forge.header((#""name":"json""#, #""name":"<img src=x onerror=alert(1)>""#))
      forge.state(#"{"__proto__":"</script><script>alert(2)</script>","n":12345678901234567890}"#)
      forge.action(#"{"_0":"<b>bold</b>\u202e"}"#, type: "</script>")
      let path = folder.path(of: "hostile.jsonl")
      try Data(forge.bytes).write(to: URL(filePath: path))
      try open(browser, in: folder)
      try choose(path, in: browser)
      _ = try browser.element("listbox")
      let text = try browser.script("return document.body.innerText").string ?? ""
      #expect(text.contains("<img src=x onerror=alert(1)>"))
      #expect(text.contains("<b>bold</b>"))
      #expect(!text.contains("\u{202e}"))
      try expectEqual(browser.script("return document.querySelectorAll('img, b, script').length"), 1)
      try expectEqual(browser.messages(), [])
    }
  }
}
