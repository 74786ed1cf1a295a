import ReduxJournal
import ReduxRecorder

extension Group {
  /// So large a state that somebody may want it in patches.
  private static let patchedCount = 1000

  /// What a self-contained journal costs: it grows with the state.
  static func recordPatches(_ effort: Effort) -> Group {
    let items = min(effort.items, patchedCount)
    return Group([
      RowDescription(
        "record/patches",
        "added to a dispatch at \(Figure.count(items)) entities by a recorder with states: .patches",
        unit: "µs", against: "JSONEncoder of action and state, Hasher, FileHandle", goal: .ratioAtLeast(2))
    ]) { conditions in
      let bare = RecordedStore(items: items)
      let recorded = try RecordedStore(
        items: items, path: conditions.path("patches.jsonl"), options: RecorderOptions(states: .patches))
      let naive = try NaiveRecorder(path: conditions.path("naive-state.jsonl"))
      var plain = PlainTodoState(count: items)
      var session = UpdateSession(itemCount: items)
      let count = max(1, effort.dispatches / 100)
      let samples = try Rounds(count: effort.rounds * 2).measure(
        {
          let actions = session.next(count)
          return recorded.dispatch(actions) - bare.dispatch(actions)
        },
        {
          let action = session.next()
          let bare = Stopwatch.nanoseconds { PlainTodoState.reduce(&plain, action) }
          let recorded = try Stopwatch.nanoseconds {
            PlainTodoState.reduce(&plain, action)
            try naive.record(action, plain)
          }
          return recorded - bare
        })
      return [Measurement(samples[0], against: samples[1]).scaled(by: 1e-3)]
    }
  }
}
