import ReduxRecorder

extension Group {
  /// How long dispatches wait for the recorder.
  static func recordWait(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "record/wait-median",
        "how long a dispatch waits for the recorder at \(Figure.count(effort.manyItems)) entities", unit: "µs"),
      RowDescription("record/wait-99.9", "the wait there that 1 of 1,000 dispatches exceeds", unit: "µs"),
      RowDescription(
        "record/wait-worst", "the longest wait there; a snapshot is given up when its budget of 8 ms is spent",
        unit: "ms",
        goal: .valueAtMost(16)),
    ]) { conditions in
      var session = try WaitingSession(
        path: conditions.path("wait.jsonl"), options: RecorderOptions(), itemCount: effort.manyItems)
      // The table is filled by the first action, which no app would do in one.
      for _ in 0..<effort.dispatches { _ = session.wait() }
      let rounds = (0..<effort.rounds).map { _ in Samples((0..<effort.dispatches).compactMap { _ in session.wait() }) }
      let worst = Samples(rounds.map(\.maximum))
      return [
        Measurement(Samples(rounds.map(\.median))).scaled(by: 1e-3),
        Measurement(Samples(rounds.map { $0.quantile(0.999) })).scaled(by: 1e-3),
        Measurement(worst, value: worst.maximum).scaled(by: 1e-6),
      ]
    }
  }
}
