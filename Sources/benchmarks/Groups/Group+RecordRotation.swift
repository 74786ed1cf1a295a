import ReduxJournal
import ReduxRecorder

extension Group {
  /// How long a dispatch waits where segments are begun and dropped all the time.
  static func recordRotation(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "record/rotation-worst",
        "the longest wait for the recorder at \(Figure.count(effort.fewItems)) entities, where segments are as small as "
          + "can be",
        unit: "ms", goal: .valueAtMost(16))
    ]) { conditions in
      let options = RecorderOptions(retention: Retention(bytes: 1))
      var session = try WaitingSession(
        path: conditions.path("rotation.jsonl"), options: options, itemCount: effort.fewItems)
      // The table is filled by the first action, which no app would do in one.
      for _ in 0..<effort.dispatches { _ = session.wait() }
      let worst = Samples(
        (0..<effort.rounds).map { _ in
          Samples((0..<effort.dispatches).compactMap { _ in session.wait() }).maximum
        })
      return [Measurement(worst, value: worst.maximum).scaled(by: 1e-6)]
    }
  }
}
