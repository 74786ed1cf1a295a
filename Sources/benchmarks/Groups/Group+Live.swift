import WebDriver

extension Group {
  /// A dispatch in an app that is watched from outside.
  static func live(_ effort: Effort) -> Group {
    func row(_ name: String, _ circumstance: String) -> RowDescription {
      RowDescription(
        "live/\(name)", "a dispatch on \(Figure.count(effort.items)) entities, \(circumstance)", unit: "µs",
        against: "one that isn't watched", comparison: .timesAsMuch, goal: .ratioAtMost(1.02))
    }
    return Group([
      row("dispatch", "watched by live"), row("dispatch-stopped", "while live is stopped by a signal"),
    ]) { conditions in
      var stores = try WatchedStore(items: effort.items, under: conditions)
      defer { stores.end() }
      let (running, stopped) = try stores.measure(effort.rounds * 400)
      return [running, stopped]
    }
  }

  /// The page of such an app in a browser; no rows where none is installed.
  static func livePage(_ effort: Effort) -> Group {
    guard WebBrowser.isAvailable else { return Group([]) { _ in [] } }
    let count = effort.replayedActions
    return Group([
      RowDescription(
        "live/reload", "from a reload of the page of live until it shows the last of \(Figure.count(count)) rows",
        unit: "ms",
        goal: .valueAtMost(1000))
    ]) { conditions in
      var stores = try WatchedStore(items: effort.fewItems, under: conditions)
      defer { stores.end() }
      // Beside the one that fills the store.
      stores.dispatch(count - 1)
      return [
        try LivePageTimes(browser: WebBrowser(), address: stores.address, last: count).measured(3 * effort.rounds)
      ]
    }
  }
}
