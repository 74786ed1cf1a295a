import ReduxRecorder

extension Group {
  /// The time that dispatches wait for the recorder.
  static func recordWait(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "record/wait-median",
        "how long a dispatch waits for the recorder at \(Figure.count(effort.manyItems)) entities", unit: "µs"),
      RowDescription("record/wait-99.9", "the wait that 1 in 1,000 of these dispatches exceeds", unit: "µs"),
      RowDescription(
        "record/wait-worst", "the longest of these waits; a snapshot is abandoned after its budget of 8 ms",
        unit: "ms",
        goal: .valueAtMost(16)),
    ]) { conditions in
      var session = try WaitingSession(
        path: conditions.path("wait.jsonl"), options: RecorderOptions(), itemCount: effort.manyItems)
      // The first action fills the table, which no app would do in one action.
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
