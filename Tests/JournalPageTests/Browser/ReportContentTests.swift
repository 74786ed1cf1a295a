import Expectations
import Foundation
import StateTree
import TestSupport
import Testing
import WebDriver

@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct ReportContentTests {
  @Test(arguments: Soak.isOn ? ReportPages.all : [ReportPages.bugs[0], ReportPages.hard, ReportPages.diverged])
  func `a report requests nothing, logs nothing and stays in place`(_ page: ReportPages.Page) async throws {
    try await WebBrowser.use { browser in
      try browser.open(page)
      try expectEqual(browser.layoutShift(), 0)
      try browser.press(.escape, .escape)
      for tab in ["State", "Action", "History", "Changes"] {
        try browser.element("tab", tab).click()
        try browser.rest()
      }
      try browser.element("button", "Help").click()
      try browser.press(.escape)
      try browser.element("searchbox", "Find").type("e")
      try browser.rest()
      let own = URL(fileURLWithPath: try page.file()).absoluteString
      try expectEqual(browser.requests().filter { $0 != own && !$0.hasPrefix("blob:") }, [])
      try expectEqual(browser.messages(), [])
    }
  }

  @Test func `assistive technology finds the verdict, the list, the tabs, the tree and the slider`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.hard, fragment: "17")
      try expectEqual(browser.elements("heading").first?.name, "tracker 2.1 · hard.jsonl")
      let list = try browser.element("listbox")
      expectEqual(list.name, "Actions, oldest first")
      let selected = try #require(
        try browser.elements("option").first { $0.properties["selected"] == true && $0.name.hasPrefix("17") })
      expectEqual(
        selected.name,
        """
        17, project.delete run; proven; changed /projectIDs/1; removed /projects/run, /items/run-7, /items/run-8, \
        /items/run-10, /items/run-9; after a pause of 2.4 s; abandoned by the rewind at 23.
        """)
      try expectEqual(
        selected.evaluate("[element.getAttribute('aria-posinset'), element.getAttribute('aria-setsize')]"),
        ["20", "60"])
      try expectEqual(browser.elements("tab").map(\.name), ["Changes", "State", "Action", "History"])
      try browser.element("tab", "State").click()
      let tree = try browser.element("tree", "State")
      expectEqual(tree.role, "tree")
      let projects = try #require(try browser.elements("treeitem").first { $0.name.contains("projects") })
      expectEqual(projects.properties["expanded"], false)
      expectEqual(projects.properties["level"], 2)
      let slider = try browser.element("slider", "Position in the recording")
      expectEqual(slider.value, "17")
    }
  }

  @Test func `the verdict says in words what is proven and what isn't`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.hard)
      let verdict = try browser.script("return document.querySelector('.verdict').innerText").string ?? ""
      for word in [
        "tracker", "hard.jsonl", "48 actions", "3 sessions", "3 refused", "2 rewinds", "37 ✓ proven", "38 ∅ missing",
        "48 · recorded",
      ] {
        #expect(verdict.contains(word), "\(verdict)")
      }
    }
  }

  @Test func `the context of the sessions stands below the verdict`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.hard)
      try browser.script(
        "[...document.querySelectorAll('.more summary')].find(one => one.innerText === 'Context').click()")
      let lines = try browser.script(
        """
        return [...document.querySelectorAll('.more dt')].map(name => `${name.innerText}: ${name.nextSibling.innerText}`);
        """)
      expectEqual(
        lines,
        [
          "version: 2.0 in sessions 1, 2", "version: 2.1 in session 3", "platform: ios", "device: phone",
        ])
    }
  }
}
