import Expectations
import StateTree
import Testing
import WebDriver

@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct ListTests {
  private static let rows = """
    const rows = [...document.querySelectorAll('.row')].sort((one, other) => one.ariaPosInSet - other.ariaPosInSet);
    """

  @Test func `types are hidden in the menu, and the search field and the address say which`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[3], fragment: "19")
      try browser.type("t")
      try expectEqual(browser.focused()?.name, "tasks.add 6")
      try browser.press(.space)
      try browser.element("checkbox", "calendar.show 3").click()
      try browser.wait(until: "location.hash === '#19&filter=-tasks.add%20-calendar.show'")
      try expectEqual(browser.element("searchbox", "Find").value, "-tasks.add -calendar.show")
      try expectEqual(
        browser.script("return document.querySelector('.count').innerText"), "17 of 26 actions")
      try browser.element("button", "Show only tasks.edit").click()
      try browser.wait(until: "location.hash === '#19&filter=%2Btasks.edit'")
      try expectEqual(
        browser.script(
          "return [...document.querySelectorAll('.types input:checked')].map(box => box.parentElement.innerText)"),
        ["tasks.edit\n5"])
      try browser.element("button", "Show all types").click()
      try browser.wait(until: "location.hash === '#19'")
      try browser.element("searchbox", "Find").type("-tasks.add")
      try browser.element("button", "Types").click()
      try browser.element("button", "Types").click()
      try browser.press(.escape)
      try expectEqual(browser.focused()?.name, "Types")
      try browser.element("searchbox", "Find").click()
      try browser.press(.end)
      try browser.type(" plumber")
      try browser.wait(until: "document.querySelector('.found .hit')")
      try expectEqual(
        browser.script("\(Self.rows) return rows.some(row => row.innerText.includes('tasks.add'))"), false)
    }
  }

  @Test func `a minus hides a type or all types with that beginning`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[3])
      let field = try browser.element("searchbox", "Find")
      for (filter, count) in [
        ("-tasks", 5), ("-tasks.add", 20), ("-20", 2), (#"-"tasks.add" -calendar"#, 16),
      ] {
        try field.clear()
        try field.type(filter)
        let shown = "document.querySelector('.count')?.innerText === '\(count) of 26 actions'"
        try browser.wait(until: "\(shown) && location.hash.includes('filter')")
      }
    }
  }

  @Test func `the slowest actions come first, with their times`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[3], fragment: "19&order=slowest")
      try browser.press(.home)
      try expectEqual(
        browser.script("\(Self.rows) return rows.slice(0, 3).map(row => row.querySelector('.since').innerText)"),
        ["1.2 ms", "1.2 ms", "1.1 ms"])
      try expectEqual(browser.selection(), "4 tasks.edit")
      try browser.press(.down)
      try expectEqual(browser.selection(), "15 tasks.add")
      try browser.open(ReportPages.hard, fragment: "17")
      try browser.script(
        """
        const order = document.querySelector('select[aria-label=Order]');
        order.value = 'slowest';
        order.dispatchEvent(new Event('change'));
        """)
      try expectEqual(browser.script("return document.querySelector('.row[aria-selected=true] .seq').innerText"), "17")
    }
  }

  @Test func `an action follows the one that caused it`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.hard, fragment: "17&order=cause")
      try expectEqual(
        browser.script(
          """
          \(Self.rows)
          return rows.filter(row => row.ariaLabel.includes("caused by") && row.ariaPosInSet < 30)
            .map(row => `${row.querySelector('.seq').innerText} ${row.style.getPropertyValue('--depth')}`);
          """), ["16 1", "18 1"])
      try expectEqual(browser.element("combobox", "Order").value, "by cause")
    }
  }

  @Test func `playback selects the next actions until the user selects one`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.hard, fragment: "3")
      try browser.type("p")
      try expectEqual(browser.elements("button", "Stop").count, 1)
      try browser.wait(until: "Number(document.querySelector('.detail .seq').innerText) > 3")
      try browser.press(.home)
      try expectEqual(browser.elements("button", "Play").count, 1)
      try expectEqual(browser.selection(), "0 initial state")
      // At the end, it starts again.
      try browser.press(.end)
      try browser.type("p")
      try browser.wait(until: "document.querySelector('.detail .seq').innerText === '1'")
      try browser.element("button", "Stop").click()
      try expectEqual(browser.elements("button", "Play").count, 1)
    }
  }

  @Test func `a row says first whether its action failed`() async throws {
    try await WebBrowser.use { browser in
      func arguments(_ page: ReportPages.Page, _ seq: String) throws -> JSONValue {
        try browser.open(page, fragment: seq)
        return try browser.script("return document.querySelector('.row[aria-selected=true] .args').innerText")
      }
      try expectEqual(arguments(ReportPages.bugs[0], "24"), #".failure("offline")  7"#)
      try expectEqual(arguments(ReportPages.bugs[0], "32"), ".success  9")
      try expectEqual(arguments(ReportPages.hard, "36"), "refused  run-0  12")
      // One sign and one sentence say that an action was interrupted.
      try expectEqual(arguments(ReportPages.hard, "38"), "interrupted  piano")
      try expectEqual(
        browser.script("return [...document.querySelectorAll('.detail-title .tag')].map(one => one.innerText)"),
        ["† interrupted"])
      try expectEqual(
        browser.script("return [...document.querySelectorAll('.changes .status-line')].map(one => one.innerText)"),
        ["The process ended while this action's reducer ran, so no state follows from it."])
    }
  }
}
