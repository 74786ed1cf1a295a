import Expectations
import StateTree
import Testing
import WebDriver

/// What the search finds beside values that actions set.
@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct FindTests {
  /// Searches for a text.
  ///
  /// - Returns: The results, and the seqs of the listed actions.
  private func find(_ text: String, in page: ReportPages.Page) async throws -> JSONValue {
    try await WebBrowser.use { browser in
      try browser.open(page, fragment: "1&filter=\(text)")
      try browser.wait(until: "document.querySelector('.count').innerText.includes(' of ')")
      return try browser.script(
        """
        return (async () => {
          const found = document.querySelector(".found");
          while (!found.hidden && found.innerText.includes("earching")) await new Promise((resume) => setTimeout(resume, 20));
          await new Promise((resume) => setTimeout(resume, 400));
          const rows = [...document.querySelectorAll(".row")].sort((one, other) => one.ariaPosInSet - other.ariaPosInSet);
          return [found.hidden ? "" : found.innerText, rows.map((row) => row.querySelector(".seq").innerText)];
        })();
        """)
    }
  }

  @Test(arguments: [
    // The recorded hash of state 30, today's hash, as `verify` prints them, and that of a place.
    "ab76dfcdc6ceb80153031e39f1aac54e", "e9f23cd5e8fad90d9dc208941d3e5bad", "cc1d3e5e",
  ])
  func `a hash finds its action`(_ hash: String) async throws {
    try await expectEqual(find(hash, in: ReportPages.forgotten), ["", ["30"]])
  }

  @Test func `a value that only a difference shows is found`() async throws {
    try await expectEqual(
      find("790458962", in: ReportPages.forgotten),
      [
        "In the state: 1 place\n/projects/bike/updated\n790458962.0 2026-01-18T19:56:02Z by today's app at 123 item.update bike-2",
        ["123"],
      ])
    try await expectEqual(
      find("790457351", in: ReportPages.forgotten).array?.first,
      "In the state: 1 place\n/projects/bike/updated\n790457351.0 2026-01-18T19:29:11Z as recorded at 123 item.update bike-2"
    )
  }

  @Test func `the name of a member finds the actions that changed something around it`() async throws {
    try await expectEqual(
      find("updated", in: ReportPages.forgotten).array?.last,
      ["2", "7", "13", "19", "25", "55", "60", "66", "72", "79", "97", "103", "106"])
  }

  @Test func `an action that doesn't exist is said not to, and near ones are offered`() async throws {
    try await expectEqual(
      find("tasks.favorite", in: ReportPages.bugs[3]),
      [
        """
        No such action, and no state holds this text.

        The nearest of 9 types of actions
        tasks.favourite
        tasks.edit
        tasks.complete
        tasks.move
        tasks.add
        tasks.schedule
        """, [],
      ])
    // The field keeps a text that no type is like.
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[3], fragment: "5")
      try browser.type("/87.70")
      try browser.press(.enter)
      try browser.wait(until: "!document.querySelector('.found').hidden")
      try expectEqual(
        browser.script("return [document.querySelector('.found').innerText, document.activeElement.value]"),
        ["No such action, and no state holds this text.", "87.70"])
    }
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[3], fragment: "1&filter=tasks.favorite")
      try browser.wait(until: "document.querySelector('.found .step')")
      try browser.element("button", "tasks.favourite").click()
      try browser.wait(until: "document.querySelector('.count').innerText === '3 of 26 actions'")
    }
  }

  @Test func `a value that is found by its name says until when it stayed`() async throws {
    try await expectEqual(
      find("readDownTo", in: ReportPages.bugs[1]),
      [
        """
        In the state: 1 place
        /feed/position/readDownTo
        118 set by 16 feed.read 118 until 21 start of session 2 → 112
        """, ["8", "16", "21"],
      ])
  }

  @Test func `a number leads to the action that has it`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[3], fragment: "5")
      try browser.type("/#19")
      try browser.press(.enter)
      try browser.wait(until: "document.querySelector('.detail h2').innerText.startsWith('19 ')")
    }
    try await expectEqual(find("%2319", in: ReportPages.bugs[3]), ["", ["19"]])
    // A number alone is also a value.
    let found = try await find("19", in: ReportPages.bugs[3])
    #expect(found.array?.last?.array?.contains("19") == true)
    try await expectEqual(
      find("%23190", in: ReportPages.bugs[3]), ["No such action, and no state holds this text.", []])
  }

  @Test func `a typed place is listed with its value, and the selected action says that it isn't listed`() async throws
  {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[4], fragment: "126&filter=/projects/bike/updated")
      try browser.wait(until: "!document.querySelector('.found').hidden")
      try expectEqual(
        browser.script("return document.querySelector('.found').innerText"),
        """
        In state 126
        /projects/bike/updated
        790457351.0 2026-01-18T19:29:11Z last changed by 79 item.create bike-5  bike  15.4  puncture 200 m from the office
        """)
      try expectEqual(
        browser.script("return document.querySelector('.away').innerText"),
        "Not listed here: 126 navigation.setRoute, which is selected. List it")
      try browser.element("button", "List it").click()
      try browser.wait(until: "document.querySelector('.away').hidden")
      try expectEqual(browser.element("searchbox", "Find").value, "")
      try expectEqual(browser.script("return document.querySelectorAll('.row[aria-selected=true]').length"), 1)
    }
  }

  @Test func `a place's values come oldest first, and the mark follows a click`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[1], fragment: "29&filter=ada")
      try browser.wait(until: "document.querySelectorAll('.found .stays').length > 0")
      try browser.rest()
      try expectEqual(
        browser.script(
          """
          const groups = [...document.querySelectorAll('.found .group')];
          const seqs = groups.map((group) => [...group.querySelectorAll('li .quiet > .step:first-child')].map((one) => parseInt(one.innerText)));
          return seqs.every((one) => one.every((seq, index) => index === 0 || seq >= one[index - 1]));
          """), true)
      try browser.script("[...document.querySelectorAll('.found .hit')].at(-1).click()")
      try browser.rest()
      try expectEqual(
        browser.script("return [...document.querySelectorAll('.found .hit')].at(-1).classList.contains('marked')"), true
      )
    }
  }

  @Test func `the button Types stays where it is while a search narrows the list`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.forgotten)
      let left = "document.querySelector('[aria-controls=types]').getBoundingClientRect().left"
      let before = try browser.script("return \(left)")
      try browser.type("/item")
      try browser.wait(until: "document.querySelector('.count').innerText.includes(' of ')")
      try expectEqual(browser.script("return \(left)"), before)
    }
  }
}
