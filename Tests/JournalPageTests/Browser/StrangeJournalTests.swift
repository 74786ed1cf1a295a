import Expectations
import Foundation
import ReduxLogTool
import ReportJournals
import StateTree
import TestSupport
import Testing
import WebDriver

@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct StrangeJournalTests {
  @Test func `markup, scripts, prototypes, bidi, long and deep values are shown as text`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "<i>&strange.jsonl")
    try StrangeJournal.write(to: path)
    let page = ReportPages.Page(name: "strange", journal: path)
    try await WebBrowser.use { browser in
      try browser.open(page)
      for seq in 1...23 {
        // Each tab for each kind of value, and the changes of all.
        for tab in seq % 6 == 0 ? ["changes", "state", "action", "history"] : ["changes"] {
          try browser.script("location.hash = `#\(seq)&tab=\(tab)`")
          try browser.rest()
          #expect(try browser.selection().hasPrefix("\(seq) "))
          let foreign = try browser.script(
            """
            const made = [...document.querySelectorAll("#page script, #page img, #page b, #page i, #page iframe")];
            const trouble = document.querySelector(".trouble");
            return [made.length, trouble ? trouble.innerText : null, Object.keys(Object.prototype).length];
            """)
          expectEqual(foreign, [0, nil, 0], "\(seq) \(tab)")
        }
      }
      try expectEqual(browser.messages(), [])
      try expectEqual(browser.elements("heading").first?.name.contains("<b>strange</b>"), true)
      try browser.open(page, fragment: "19:/number&tab=state")
      try expectEqual(
        browser.script("return document.querySelector('.tree').innerText").string?.contains(StrangeJournal.number), true
      )
      let controls = try browser.script(
        #"return /[\u202A-\u202E\u2066-\u2069\u0000-\u0008\u001B\u2028\u2029]/.test(document.body.innerText + document.title)"#
      )
      expectEqual(controls, false)
    }
  }
}
