import ReduxJournal
import ReduxRecorder

extension Group {
  /// The wait of a dispatch while segments constantly begin and are dropped.
  static func recordRotation(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "record/rotation-worst",
        "the longest wait for the recorder at \(Figure.count(effort.fewItems)) entities, with the smallest possible "
          + "segments",
        unit: "ms", goal: .valueAtMost(16))
    ]) { conditions in
      let options = RecorderOptions(retention: Retention(bytes: 1))
      var session = try WaitingSession(
        path: conditions.path("rotation.jsonl"), options: options, itemCount: effort.fewItems)
      // The first action fills the table, which no app would do in one action.
      for _ in 0..<effort.dispatches { _ = session.wait() }
      let worst = Samples(
        (0..<effort.rounds).map { _ in
          Samples((0..<effort.dispatches).compactMap { _ in session.wait() }).maximum
        })
      return [Measurement(worst, value: worst.maximum).scaled(by: 1e-6)]
    }
  }
}
