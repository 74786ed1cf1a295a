extension Group {
  /// Comparing how two sessions went, as whole processes.
  static func histories(_ effort: Effort) -> Group {
    let actions = effort.journalActions / 10
    return Group([
      RowDescription(
        "diff/histories",
        "diff --history of two journals of \(Figure.count(actions)) actions, of which every hundredth differs",
        unit: "ms",
        against: "verify --no-replay of both", comparison: .timesAsMuch, goal: .valueAtMost(2000))
    ]) { conditions in
      let (first, second) = (conditions.path("first.jsonl"), conditions.path("second.jsonl"))
      try TodoJournal(items: effort.fewItems, actions: actions).record(to: first, snapshots: 0)
      try TodoJournal(items: effort.fewItems, actions: actions, changedEvery: 100).record(to: second, snapshots: 0)
      func inspect(_ words: [String], expecting status: Int32) throws -> Double {
        let result = try Program.run(conditions.executable, ["inspector"] + words)
        guard result.status == status else { throw UnexpectedStatus(words: words, status: result.status) }
        return result.nanoseconds
      }
      let samples = try Rounds(count: effort.rounds).measure(
        { try inspect(["diff", first, second, "--history"], expecting: 1) },
        { try inspect(["verify", "--no-replay", first, second], expecting: 0) })
      return [Measurement(samples[0], against: samples[1]).scaled(by: 1e-6)]
    }
  }
}
