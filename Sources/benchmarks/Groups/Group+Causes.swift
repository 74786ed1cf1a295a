import ReduxRecorder
import ReduxScope
import ReduxStore

extension Group {
  /// Measures the cost of an action's cause in a dispatch that nothing records.
  static func causes(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "causes/unrecorded", "a dispatch in a process without a recorder", unit: "ns",
        against: "the same without asking whether a recorder exists", comparison: .timesAsMuch,
        goal: .ratioAtMost(1.05)),
      RowDescription(
        "causes/scope", "the same dispatch while another store of the process is recorded", unit: "ns",
        against: "without a recorder", comparison: .timesAsMuch),
    ]) { conditions in
      let store = Store<Int, Int>(initialState: 0, reducer: Reducer { state, amount in state &+= amount })
      let count = effort.dispatches * 10
      func dispatch() -> Double {
        Stopwatch.nanoseconds { for number in 0..<count { store.dispatch(number) } } / Double(count)
      }
      func ask() -> Double {
        var answers = 0
        let time = Stopwatch.nanoseconds {
          for _ in 0..<count where DispatchScope.isUsed { answers += 1 }
        }
        blackHole(answers)
        return time / Double(count)
      }
      var unrecorded = 0.0
      let samples = try Rounds(count: effort.rounds * 3).measure(
        {
          unrecorded = dispatch()
          return unrecorded
        },
        { unrecorded - ask() },
        {
          let recorder = try Recorder(
            path: conditions.path("other.jsonl"), app: AppIdentity(name: TodoApp.name))
          defer { withExtendedLifetime(recorder) {} }
          return dispatch()
        })
      return [Measurement(samples[0], against: samples[1]), Measurement(samples[2], against: samples[0])]
    }
  }
}
