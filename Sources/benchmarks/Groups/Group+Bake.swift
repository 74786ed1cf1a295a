import ReduxReplay

extension Group {
  /// The time to make a journal self-contained.
  static func bake(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "bake/tasks",
        "bake of \(Figure.count(effort.replayedActions)) actions on a table of \(Figure.count(effort.items)) tasks",
        unit: "s", against: "verifying them", comparison: .timesAsMuch, goal: .ratioAtMost(3))
    ]) { conditions in
      let path = conditions.path("bake.jsonl")
      try TodoJournal(items: effort.items, actions: effort.replayedActions).record(to: path)
      let samples = try Rounds(count: max(1, effort.rounds / 3)).measure(
        {
          try Stopwatch.nanoseconds {
            blackHole(try Replayer<TodoApp>(path: path).bake(onStep: { _ in }, write: { blackHole($0) }))
          }
        },
        { try Stopwatch.nanoseconds { blackHole(try Replayer<TodoApp>(path: path).verify(jobs: 1)) } })
      return [Measurement(samples[0], against: samples[1]).scaled(by: 1e-9)]
    }
  }
}
