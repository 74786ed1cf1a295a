import ReduxJournal
import ReduxRecorder
import ReduxReplay

extension Group {
  /// The cost of finding action types by name.
  static func replayFound(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "replay/found", "verified replay of six action types, found by their names in the journal", unit: "M/s",
        against: "the same types, listed by the app", comparison: .timesAsMuch)
    ]) { conditions in
      let path = conditions.path("found.jsonl")
      try record(effort, to: path)
      func verify<App: ReplayableApp>(_: App.Type) throws -> Double {
        let nanoseconds = try Stopwatch.nanoseconds { blackHole(try Replayer<App>(path: path).verify()) }
        return Double(effort.replayedActions) * 1e3 / nanoseconds
      }
      let samples = try Rounds(count: max(1, effort.rounds / 2)).measure(
        { try verify(FindingApp.self) }, { try verify(ListingApp.self) })
      return [Measurement(samples[0], against: samples[1])]
    }
  }

  private static func record(_ effort: Effort, to path: String) throws {
    let recorder = try Recorder(
      path: path, app: AppIdentity(name: FindingApp.name),
      options: RecorderOptions(durability: .buffered(bytes: 1 << 20), snapshotBudget: .seconds(60)))
    let reduce = recorder.recording(TodoSteps.reduce)
    var state = TodoState()
    for action in TodoSession(itemCount: effort.fewItems).prefix(effort.replayedActions) {
      reduce(&state, TodoSteps.step(action))
    }
    recorder.close()
  }
}
