extension Group {
  /// Finding the few actions that a failure needs, as whole processes.
  static func minimize(_ effort: Effort) -> Group {
    let actions = 5000
    let counts = [3, 10]
    return Group(
      counts.map { count in
        RowDescription(
          "find/minimize-\(count)", "minimize of \(Figure.count(actions)) actions of which \(count) matter, 100 tasks",
          unit: "ms", against: "verify --jobs 1", comparison: .timesAsMuch, goal: .valueAtMost(1000))
      }
    ) { conditions in
      func inspect(_ words: [String]) throws -> Double {
        let result = try Program.run(conditions.executable, ["inspector"] + words)
        guard result.status == 0 else { throw UnexpectedStatus(words: words, status: result.status) }
        return result.nanoseconds
      }
      return try counts.map { count in
        let (path, out) = (conditions.path("minimize-\(count).jsonl"), conditions.path("minimized-\(count).jsonl"))
        let journal = TodoJournal(items: 100, actions: actions, planted: count)
        try journal.record(to: path, snapshots: 0)
        let samples = try Rounds(count: effort.rounds).measure(
          { try inspect(["minimize", path, "--expect", journal.condition, "-o", out, "--force"]) },
          { try inspect(["verify", path, "--jobs", "1"]) })
        return Measurement(samples[0], against: samples[1]).scaled(by: 1e-6)
      }
    }
  }
}
