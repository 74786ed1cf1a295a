import ReduxJournal
import ReduxRecorder
import ReduxReplay

extension Group {
  /// The cost of replaying with recorded inputs.
  static func replayInputs(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "replay/inputs", "verified replay of a session that declares inputs, which its reducer doesn't use",
        unit: "M/s", against: "the same session without inputs", comparison: .timesAsMuch,
        goal: .ratioAtLeast(0.95)),
      RowDescription(
        "replay/inputs-used", "verified replay of a reducer that asks for the time, an id and a number",
        unit: "M/s", against: "a reducer that gets them with the action", comparison: .timesAsMuch,
        goal: .ratioAtLeast(0.95)),
    ]) { conditions in
      func record<App: ReplayableApp>(
        _: App.Type, _ name: String, inputs: Bool, _ actions: some Sequence<App.Action>
      ) throws -> () throws -> Double where App.State: Encodable {
        let path = conditions.path(name)
        let recorder = try Recorder(
          path: path, app: AppIdentity(App.self),
          options: RecorderOptions(inputs: inputs, durability: .buffered(bytes: 1 << 20), snapshotBudget: .zero))
        let reduce = recorder.recording { state, action in try App.reduce(&state, action) }
        var state = App.initialState
        for action in actions { try reduce(&state, action) }
        recorder.close()
        return {
          let nanoseconds = try Stopwatch.nanoseconds { blackHole(try Replayer<App>(path: path).verify(jobs: 1)) }
          return Double(effort.replayedActions) * 1e3 / nanoseconds
        }
      }
      let todos = TodoSession(itemCount: effort.fewItems).prefix(effort.replayedActions)
      let samples = try Rounds(count: effort.rounds).measure(
        record(TodoApp.self, "declared.jsonl", inputs: true, todos),
        record(TodoApp.self, "plain.jsonl", inputs: false, todos),
        record(StampApp.self, "asked.jsonl", inputs: true, StampApp.asking(effort.replayedActions)),
        record(StampApp.self, "sent.jsonl", inputs: false, StampApp.sending(effort.replayedActions)))
      return [Measurement(samples[0], against: samples[1]), Measurement(samples[2], against: samples[3])]
    }
  }
}
