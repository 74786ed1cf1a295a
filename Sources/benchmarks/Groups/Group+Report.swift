import SystemSupport
import WebDriver

extension Group {
  /// Making a report of a long journal.
  static func report(_ effort: Effort) -> Group {
    let journal = "\(Figure.count(effort.replayedActions)) actions on a table of \(Figure.count(effort.items)) tasks"
    return Group([
      RowDescription(
        "report/make", "what a report of \(journal) takes beyond twice the time of verify, for each action", unit: "µs",
        goal: .valueAtMost(50)),
      RowDescription("report/size", "the report's size", unit: "MB", goal: .valueAtMost(15)),
    ]) { conditions in
      let path = conditions.path("report.jsonl")
      let page = conditions.path("report.html")
      try TodoJournal(items: effort.items, actions: effort.replayedActions).record(to: path)
      let samples = try Rounds(count: max(1, effort.rounds / 3)).measure(
        { try conditions.inspect(["report", path, "-o", page, "--force"]) },
        { try conditions.inspect(["verify", path]) })
      let seconds = samples.map { Figure.text($0.median / 1e9) }
      return [
        Measurement(
          samples[0], value: (samples[0].median - 2 * samples[1].median) / Double(effort.replayedActions),
          note: "\(seconds[0]) s, and \(seconds[1]) s for verify"),
        Measurement(Samples([Double(try Platform.status(of: page).byteCount) / 1e6])),
      ]
    }
  }

  /// Reading that report in a browser; no rows where none is installed.
  static func reportPage(_ effort: Effort) -> Group {
    guard WebBrowser.isAvailable else { return Group([]) { _ in [] } }
    return Group([
      RowDescription(
        "page/rows", "from opening the same report to the first rows on the screen, in Chromium", unit: "ms",
        goal: .valueAtMost(600)),
      RowDescription("page/step", "a step to the next action", unit: "ms", goal: .valueAtMost(16)),
      RowDescription(
        "page/load-task", "the longest task while the page loads; 50 if none takes longer", unit: "ms",
        goal: .valueAtMost(50)),
    ]) { conditions in
      let path = conditions.path("page.jsonl")
      let page = conditions.path("page.html")
      try TodoJournal(items: effort.items, actions: effort.replayedActions).record(to: path)
      _ = try conditions.inspect(["report", path, "-o", page])
      return try PageTimes(browser: WebBrowser(), page: page, actions: effort.replayedActions).measured(effort.rounds)
    }
  }
}
