import StateTree
import Testing
import WebDriver

@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct DetailTests {
  @Test func `a comparison marks the same places in State as in Changes`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.hard, fragment: "39")
      try browser.type("c")
      try browser.type("49G")
      try browser.wait(until: "document.querySelectorAll('.changes .operations .place').length > 0")
      let tops = "[...new Set(places.map(place => place.split('/')[1]))].sort().join(' ')"
      let changed = try browser.script(
        """
        const places = [...document.querySelectorAll('.changes .operations .place')].map(one => one.innerText);
        return \(tops);
        """)
      #expect(changed == "items projectIDs projects")
      try browser.element("tab", "State").click()
      try browser.wait(until: "document.querySelector('.line .change')")
      let badges = try browser.script(
        """
        const marked = [...document.querySelectorAll('.line')].filter(line => line.querySelector('.change'));
        const places = marked.map(line => '/' + line.querySelector('.key bdi').innerText);
        return \(tops);
        """)
      #expect(badges == changed)
      #expect(
        try browser.script("return document.querySelector('.state .status-line').innerText")
          == "31 changes between state 39 and state 49.")
    }
  }

  @Test func `in a narrow window, a tap on an action shows its details, and the arrows stay in the list`() async throws
  {
    try await WebBrowser.use { browser in
      try browser.resize(width: 360, height: 740)
      try browser.open(ReportPages.hard)
      let top = "Math.round(document.querySelector('.detail').getBoundingClientRect().top)"
      try browser.script("document.querySelector('.row[aria-selected=true]').click()")
      #expect(try browser.script("return \(top)") == 0)
      try browser.element("button", "↑ List").click()
      #expect(try browser.focused()?.role == "listbox")
      let before = try browser.script("return \(top)")
      #expect(before != 0)
      try browser.press(.down)
      #expect(try browser.script("return \(top)") == before)
      try browser.press(.enter)
      #expect(try browser.script("return \(top)") == 0)
      try browser.press(.escape)
      #expect(try browser.focused()?.role == "listbox")
    }
  }

  @Test func `the way to the problem is hidden where it leads to what is selected`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.hard)
      #expect(try browser.elements("button", "Go to 38").isEmpty)
      try browser.press(.up)
      try browser.element("button", "Go to 38").click()
      #expect(try browser.selection().hasPrefix("38 "))
    }
  }
}
