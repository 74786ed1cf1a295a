import CommandLineKit
import Expectations
import ReduxLogTool
import StateTree
import TestSupport
import Testing
import WebDriver

@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct PauseTests {
  /// A session of the Redux DevTools, whose times are whole milliseconds.
  private static func session(_ times: [Int]) -> String {
    let actions = times.enumerated().map { #""\#($0)":{"action":{"type":"a\#($0)"},"timestamp":\#($1)}"# }
    let states = times.indices.map { #"{"state":{"n":\#($0)}}"# }
    return """
      {"actionsById":{\(actions.joined(separator: ","))},"stagedActionIds":\(Array(times.indices)),
      "computedStates":[\(states.joined(separator: ","))]}
      """
  }

  /// Imports a session with these times, and opens its report.
  private static func open(_ name: String, _ times: [Int], in browser: WebBrowser) throws {
    let folder = try TemporaryFolder()
    let journal = folder.path(of: "journal.jsonl")
    let run = InspectorTool.capture(["import", "-", "-o", journal], apps: [], input: session(times))
    expectEqual(run.exitCode, .fine, "\(run.errorOutput)")
    try browser.open(ReportPages.Page(name: name, journal: journal))
  }

  @Test func `each row shows the time since the row before, and pauses stand out`() async throws {
    try await WebBrowser.use { browser in
      try Self.open("pauses", [5000, 5000, 5250, 5250, 9250, 9000, 70_000], in: browser)
      let shown = try browser.script(
        """
        const rows = [...document.querySelectorAll(".row")].sort((one, other) => one.dataset.row - other.dataset.row);
        return rows.map((row) => {
          const since = row.querySelector(".since");
          return row.querySelector(".type").textContent + since.textContent + (since.classList.contains("pause") ? " pause" : "");
        }).filter((text) => text.startsWith("a"));
        """)
      expectEqual(shown, ["a0", "a1", "a2+250 ms", "a3", "a4+4.0 s pause", "a5", "a6+1 min 1 s pause"])
      // Whatever the time and its weight, the types stand below each other.
      let widths = try browser.script(
        """
        const time = document.querySelector(".row .since");
        const widths = new Set();
        for (const text of ["", "+59 min 59 s", "+23 h 59 min", "+99.9 days", "+9999 days"]) {
          for (const isPause of [false, true]) {
            time.textContent = text;
            time.classList.toggle("pause", isPause);
            widths.add(Math.max(time.offsetWidth, time.scrollWidth));
          }
        }
        return widths.size;
        """)
      expectEqual(widths, 1)
    }
  }

  @Test func `a row shows its date if the row listed before it has another`() async throws {
    let midnight = 1_700_006_400_000
    try await WebBrowser.use { browser in
      try Self.open("dates", [-5000, -1, 0, 9000, 86_400_000, 5].map { midnight + $0 }, in: browser)
      func dates() throws -> JSONValue {
        try browser.script(
          """
          const rows = [...document.querySelectorAll(".row")].sort((one, other) => one.dataset.row - other.dataset.row);
          return rows.filter((row) => row.querySelector(".date"))
            .map((row) => `${row.querySelector(".type").textContent} ${row.querySelector(".date").textContent}`);
          """)
      }
      try expectEqual(dates(), ["a2 2023-11-15", "a4 2023-11-16", "a5 2023-11-15"])
      try expectEqual(
        browser.script("return document.querySelector('.row .date').parentElement.ariaLabel"),
        "3, a2; recorded; changed /n; on 2023-11-15.")
      // The first row of the day is hidden.
      try browser.element("searchbox", "Find").type("-a2")
      try browser.wait(until: "location.hash.includes('filter')")
      try expectEqual(dates(), ["a3 2023-11-15", "a4 2023-11-16", "a5 2023-11-15"])
    }
  }
}
