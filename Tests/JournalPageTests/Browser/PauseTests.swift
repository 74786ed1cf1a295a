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

  @Test func `each row shows the time since the row before, and pauses stand out`() async throws {
    let folder = try TemporaryFolder()
    let journal = folder.path(of: "journal.jsonl")
    let run = InspectorTool.capture(
      ["import", "-", "-o", journal], apps: [], input: Self.session([5000, 5000, 5250, 5250, 9250, 9000, 70_000]))
    expectEqual(run.exitCode, .fine, "\(run.errorOutput)")
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.Page(name: "pauses", journal: journal))
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
}
