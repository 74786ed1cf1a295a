import Expectations
import StateTree
import TestSupport
import Testing
import WebDriver

@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct AppearanceTests {
  struct Screen: Sendable, CustomStringConvertible {
    let description: String
    let width: Int
    let height: Int
    var zoom = 1
  }

  static let screens = [
    Screen(description: "360 pixels", width: 360, height: 740),
    Screen(description: "1280 pixels at 400 %", width: 320, height: 225, zoom: 4),
    Screen(description: "1280 pixels", width: 1280, height: 900),
  ]

  /// The hard journal has every kind of row and of place.
  private static let pages = [ReportPages.hard] + (Soak.isOn ? ReportPages.bugs : [])

  @Test(arguments: screens)
  func `no text is clipped and the page doesn't scroll sideways`(_ screen: Screen) async throws {
    try await WebBrowser.use { browser in
      try browser.resize(width: screen.width, height: screen.height, zoom: screen.zoom)
      for page in AppearanceTests.pages {
        try browser.open(page, fragment: "24")
        for button in ["Types", "Commands"] { try browser.element("button", button).click() }
        for tab in ["Changes", "State", "Action", "History"] {
          try browser.element("tab", tab).click()
          try browser.rest()
          try expectEqual(browser.script(PageScript.clipped), [], "\(page) \(tab)")
        }
      }
    }
  }

  @Test(arguments: [[], [WebBrowser.Preference.dark]] as [Set<WebBrowser.Preference>])
  func `text has a contrast of 4.5 to 1`(_ preferences: Set<WebBrowser.Preference>) async throws {
    try await WebBrowser.use { browser in
      try browser.prefer(preferences)
      for page in AppearanceTests.pages {
        try browser.open(page, fragment: "16")
        for button in ["Types", "Commands"] { try browser.element("button", button).click() }
        for tab in ["Changes", "State", "Action", "History"] {
          try browser.element("tab", tab).click()
          try browser.rest()
          try expectEqual(browser.script(PageScript.faint), [], "\(page) \(tab)")
        }
      }
    }
  }

  @Test(arguments: [[], [WebBrowser.Preference.dark]] as [Set<WebBrowser.Preference>])
  func `each colour of text has a contrast of 4.5 to 1 with each ground, and each colour of a mark 3 to 1`(
    _ preferences: Set<WebBrowser.Preference>
  ) async throws {
    try await WebBrowser.use { browser in
      try browser.prefer(preferences)
      try browser.open(ReportPages.hard)
      try expectEqual(browser.script(PageScript.faintColours), [])
    }
  }

  @Test func `forced colours keep the selection, the focus and the marks`() async throws {
    try await WebBrowser.use { browser in
      try browser.prefer([.forcedColors])
      try browser.open(ReportPages.hard, fragment: "38")
      let colours = try browser.script(
        """
        const row = document.querySelector(".row[aria-selected=true]");
        const other = document.querySelector(".row[aria-selected=false]");
        return [getComputedStyle(row).backgroundColor === getComputedStyle(other).backgroundColor,
          row.querySelector(".mark").innerText];
        """)
      expectEqual(colours, [false, "†"])
      try expectEqual(browser.script(PageScript.faint), [])
    }
  }

  @Test func `without scripts, the report shows the verdict and the problems`() async throws {
    try await WebBrowser.use { browser in
      try browser.allowScripts(false)
      try browser.open(file: ReportPages.hard.file())
      try browser.allowScripts(true)
      let text = try browser.script("return document.body.innerText").string ?? ""
      for word in ["tracker", "hard.jsonl", "48 actions", "The app died in action 38", "project.delete"] {
        #expect(text.contains(word), "\(text.prefix(3000))")
      }
      // What came later would move it, if its width depended on what it holds.
      try browser.script("document.querySelector('.static').textContent = ''")
      expectEqual(
        try browser.script("return document.querySelector('.static').clientWidth === Math.min(innerWidth, 1440)"), true)
    }
  }

  @Test func `on paper, the report shows rows in their order, the selected changes, and no controls`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.hard, fragment: "17")
      try browser.prefer([.print])
      let text = try browser.script("return document.querySelector('#page').innerText").string ?? ""
      #expect(text.contains("/projects/run"))
      #expect(!text.contains("Copy point"))
      let order = try browser.script(
        """
        const rows = [...document.querySelectorAll(".row")].filter((row) => row.getClientRects().length > 0);
        rows.sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top);
        const numbers = rows.map((row) => Number(row.dataset.row));
        return numbers.length > 5 && numbers.every((number, index) => index === 0 || numbers[index - 1] < number);
        """)
      expectEqual(order, true)
    }
  }
}
