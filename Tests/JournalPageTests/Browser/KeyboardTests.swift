import Expectations
import StateTree
import TestSupport
import Testing
import WebDriver

@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct KeyboardTests {
  @Test func `the keyboard alone leads from the complaint to the value that a bug changed`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.recorded)
      try expectEqual(browser.focused()?.role, "listbox")
      try browser.type("/")
      try expectEqual(browser.focused()?.name, "Find")
      try browser.type("Household")
      try browser.wait(until: "document.querySelector('.found .step')")
      // Out of the field, the digits and G go to an action: the found value ends at 24.
      try browser.press(.escape, .escape)
      try browser.type("24G")
      try expectEqual(browser.selection(), "24 list.loaded")
      try browser.type("]")
      try expectEqual(browser.elements("tab").filter { $0.properties["selected"] == true }.map(\.name), ["State"])
      try browser.type("[")
      try browser.press(.up)
      try expectEqual(browser.selection(), "23 list.loading")
      try browser.press(.end)
      #expect(try browser.selection().hasPrefix("48 "))
    }
  }

  @Test func `Enter opens the action that changed the text elsewhere, and leaves the field`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[3])
      try browser.type("/plumber")
      try browser.press(.enter)
      try browser.wait(until: "document.querySelector('.detail h2').innerText.startsWith('19 ')")
      try expectEqual(browser.selection(), "19 tasks.edit")
      try expectEqual(browser.focused()?.role, "listbox")
      try expectEqual(browser.element("searchbox", "Find").value, "plumber")
    }
  }

  @Test func `the arrows in the field mark each result, then lead to the list`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[3])
      try browser.type("/plumber")
      try browser.wait(until: "document.querySelector('.found [data-stale]')")
      func marked() throws -> JSONValue {
        try browser.script("return document.querySelector('.found .marked').innerText")
      }
      try expectEqual(marked(), "19 tasks.edit")
      try browser.press(.up, .up)
      try expectEqual(marked(), "Call the plumber")
      try browser.press(.enter)
      try browser.wait(until: "location.hash.includes('/tasks/favourites/0/title&tab=history')")
      try browser.type("/")
      // The field has the focus until the last result is passed.
      for _ in 0..<40 where try browser.focused()?.role != "listbox" { try browser.press(.down) }
      try expectEqual(browser.focused()?.role, "listbox")
      try expectEqual(browser.element("searchbox", "Find").value, "plumber")
      try browser.type("/")
      try browser.press(.escape)
      try expectEqual(browser.focused()?.role, "listbox")
      try expectEqual(browser.element("searchbox", "Find").value, "")
    }
  }

  @Test func `Home selects the first state`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.hard, fragment: "12")
      try browser.press(.home)
      try expectEqual(browser.selection(), "0 initial state")
    }
  }

  @Test(arguments: [ReportPages.hard] + (Soak.isOn ? ReportPages.bugs : []))
  func `every stop of the Tab key has a role, a name and a visible focus`(_ page: ReportPages.Page) async throws {
    try await WebBrowser.use { browser in
      try browser.open(page)
      try browser.script("document.activeElement.blur()")
      var stops: [String] = []
      // Around the page once, from where the focus was.
      for _ in 0..<60 {
        try browser.press(.tab)
        guard let stop = try browser.focused() else { continue }
        let isSecondVisit = try browser.script(
          """
          const isSecond = document.activeElement === window.firstStop;
          window.firstStop ??= document.activeElement;
          return isSecond;
          """)
        if isSecondVisit == true { break }
        stops.append(stop.role)
        #expect(!stop.name.isEmpty && stop.role != "generic", "\(stop.role) \(stop.name)")
        let outline = try browser.script(
          """
          const style = getComputedStyle(document.activeElement);
          return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
          """)
        expectEqual(outline, true, "\(stop.role) \(stop.name)")
        let isSeen = try browser.script(
          """
          const box = document.activeElement.getBoundingClientRect();
          return box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
          """)
        expectEqual(isSeen, true, "\(stop.role) \(stop.name)")
      }
      for role in ["searchbox", "listbox", "slider", "tab", "tabpanel", "button", "combobox"] {
        #expect(stops.contains(role), "\(stops)")
      }
    }
  }
}
