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
}
