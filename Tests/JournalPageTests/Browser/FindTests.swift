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
        "In the state: 1 place\n/projects/bike/updated\n790458962.0 2026-01-18T19:56:02Z by today's app at 123 item.update",
        ["123"],
      ])
    try await expectEqual(
      find("790457351", in: ReportPages.forgotten).array?.first,
      "In the state: 1 place\n/projects/bike/updated\n790457351.0 2026-01-18T19:29:11Z as recorded at 123 item.update")
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
        settings.sort
        calendar.show
        """, [],
      ])
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[3], fragment: "1&filter=tasks.favorite")
      try browser.wait(until: "document.querySelector('.found .step')")
      try browser.element("button", "tasks.favourite").click()
      try browser.wait(until: "document.querySelector('.count').innerText === '3 of 26 actions'")
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
