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
      func seconds(_ words: [String]) throws -> Double {
        let words = ["inspector"] + words
        let result = try Program.run(conditions.executable, words)
        guard result.status == 0 else { throw UnexpectedStatus(words: words, status: result.status) }
        return result.nanoseconds / 1e9
      }
      let samples = try Rounds(count: max(1, effort.rounds / 3)).measure(
        { try seconds(["report", path, "-o", page, "--force"]) }, { try seconds(["verify", path]) })
      let actions = Double(effort.replayedActions)
      let beyond = (samples[0].median - 2 * samples[1].median) / actions * 1e6
      return [
        Measurement(
          samples[0], value: beyond,
          note: "\(Figure.text(samples[0].median)) s, and \(Figure.text(samples[1].median)) s for verify"),
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
        "page/jump-cold", "the state after an action that wasn't visited", unit: "ms", goal: .valueAtMost(150)),
      RowDescription("page/jump-warm", "the state after an action that was", unit: "ms", goal: .valueAtMost(50)),
      RowDescription(
        "page/scroll", "the longest task while the list scrolls; 50 if none takes longer", unit: "ms",
        goal: .valueAtMost(50)),
      RowDescription(
        "page/load-task", "the longest task while the page loads, likewise", unit: "ms", goal: .valueAtMost(50)),
      RowDescription(
        "page/search-task", "the longest task while a text is searched in every value, likewise", unit: "ms",
        goal: .valueAtMost(50)),
    ]) { conditions in
      let path = conditions.path("page.jsonl")
      let page = conditions.path("page.html")
      try TodoJournal(items: effort.items, actions: effort.replayedActions).record(to: path)
      let words = ["inspector", "report", path, "-o", page]
      let status = try Program.run(conditions.executable, words).status
      guard status == 0 else { throw UnexpectedStatus(words: words, status: status) }
      let browser = try WebBrowser()
      return try PageTimes(browser: browser, page: page, actions: effort.replayedActions).measured(effort.rounds)
    }
  }
}
