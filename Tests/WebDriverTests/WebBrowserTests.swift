import Expectations
import Foundation
import StateTree
import TestSupport
import Testing
import WebDriver

@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct WebBrowserTests {
  private static let page = """
    <!doctype html>
    <html lang="en">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'">
    <title>Tiny</title>
    <button onclick="count.textContent = Number(count.textContent) + 1">Add one</button>
    <button aria-pressed="true">Mute</button>
    <output id="count" aria-label="Count">0</output>
    <label>Name <input></label>
    <noscript><p>No script</p></noscript>
    </html>
    """

  /// Opens the page, with more markup at its end.
  private func open(_ browser: WebBrowser, adding markup: String = "", fragment: String? = nil) throws {
    let folder = try TemporaryFolder()
    let file = folder.path(of: "page.html")
    try Data((WebBrowserTests.page + markup).utf8).write(to: URL(filePath: file))
    try browser.open(file: file, fragment: fragment)
  }

  @Test func `elements are found by role and name, and clicked`() async throws {
    try await WebBrowser.use { browser in
      try open(browser)
      try expectEqual(browser.elements("button").map(\.name), ["Add one", "Mute"])
      try browser.element("button", "Add one").click()
      try browser.element("button", "Add one").click()
      try expectEqual(browser.element("status", "Count").text(), "2")
      try expectEqual(browser.element("button", "Mute").properties["pressed"], "true")
      try expectEqual(browser.element("button", "Mute").evaluate("element.tagName"), "BUTTON")
    }
  }

  @Test func `keys reach what has the focus`() async throws {
    try await WebBrowser.use { browser in
      try open(browser)
      try browser.press(.tab, .space)
      try expectEqual(browser.focused()?.name, "Add one")
      try expectEqual(browser.element("status", "Count").text(), "1")
      try browser.press(.tab, .tab)
      try browser.type("Ada")
      try expectEqual(browser.element("textbox", "Name").value, "Ada")
      try browser.element("textbox", "Name").type(" L")
      try expectEqual(browser.focused()?.value, "Ada L")
      try browser.press(.tab, .tab, holding: .shift)
      try expectEqual(browser.focused()?.name, "Add one")
    }
  }

  @Test func `a missing element is an error that names the others`() async throws {
    try await WebBrowser.use { browser in
      try open(browser)
      let error = #expect(throws: WebDriverError.self) { try browser.element("button", "Remove", within: .zero) }
      expectEqual(error?.message, #"found 0, among 2: ["Add one", "Mute"]"#)
    }
  }

  @Test func `messages and requests of the page are collected`() async throws {
    try await WebBrowser.use { browser in
      try open(browser, fragment: "7")
      try expectEqual(browser.messages(), [])
      let requests = try browser.requests()
      #expect(requests.count == 1 && requests[0].hasPrefix("file:///"))
      try expectEqual(browser.script("return location.hash"), "#7")
      try expectEqual(browser.layoutShift(), 0)

      try open(
        browser,
        adding: """
          <img src="https://example.org/picture.png" alt="">
          <script>console.warn("odd"); document.body.prepend("shift"); missing();</script>
          """)
      let messages = try browser.messages()
      expectEqual(messages.count, 3)
      #expect(messages.contains { $0.hasPrefix("security: ") && $0.contains("Content Security Policy") })
      #expect(messages.contains { $0.hasPrefix("console-api: ") && $0.hasSuffix(#""odd""#) })
      #expect(messages.contains { $0.hasPrefix("javascript: ") && $0.contains("missing is not defined") })
    }
  }

  @Test func `a shift of the layout has a score`() async throws {
    try await WebBrowser.use { browser in
      try open(browser, adding: "<p>Below</p>")
      try browser.script(
        """
        return new Promise(done => requestAnimationFrame(() => setTimeout(() => {
          const block = document.createElement("div");
          block.style.height = "200px";
          document.body.prepend(block);
          requestAnimationFrame(() => requestAnimationFrame(done));
        }, 50)));
        """)
      #expect(try browser.layoutShift() > 0)
    }
  }

  @Test func `the screen and the user's preferences are emulated`() async throws {
    try await WebBrowser.use { browser in
      try open(browser)
      let size = "return [innerWidth, innerHeight, devicePixelRatio]"
      try expectEqual(browser.script(size), [1280, 900, 1])
      try browser.resize(width: 320, height: 225, zoom: 4)
      try expectEqual(browser.script(size), [320, 225, 4])
      let media = """
        return ["prefers-color-scheme: dark", "forced-colors: active", "prefers-reduced-motion: reduce"]
          .map(feature => matchMedia(`(${feature})`).matches).concat(matchMedia("print").matches)
        """
      try expectEqual(browser.script(media), [false, false, false, false])
      try browser.prefer([.dark, .reducedMotion])
      try expectEqual(browser.script(media), [true, false, true, false])
      try browser.prefer([.forcedColors, .print])
      try expectEqual(browser.script(media), [false, true, false, true])
    }
  }

  @Test func `a page is shown without scripts`() async throws {
    try await WebBrowser.use { browser in
      try browser.allowScripts(false)
      try open(browser)
      try expectEqual(browser.elements("paragraph").count, 1)
      try browser.allowScripts(true)
      try open(browser)
      try expectEqual(browser.elements("paragraph").count, 0)
    }
  }

  @Test func `a screenshot is a PNG of the visible part or of the whole page`() async throws {
    try await WebBrowser.use { browser in
      try open(browser, adding: String(repeating: "<br>", count: 200))
      func height(_ picture: Data) -> Int { picture[20..<24].reduce(0) { $0 << 8 | Int($1) } }
      let picture = try browser.screenshot()
      expectEqual(picture.prefix(4), Data([0x89, 0x50, 0x4E, 0x47]))
      expectEqual(height(picture), 900)
      #expect(height(try browser.screenshot(wholePage: true)) > 2000)
    }
  }
}
