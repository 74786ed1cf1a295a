import ReduxJournal
import ReduxRecorder
import TestSupport

extension Group {
  /// The size of a plain state for which hashing after each action is noticeable.
  private static let plainCount = 10_000
  /// The interval between hashed actions.
  private static let interval = 100

  /// The time that a hash policy saves for a state that stores no hashes.
  static func recordHashing(_ effort: Effort) -> Group {
    let items = min(effort.items, plainCount)
    return Group([
      RowDescription(
        "record/hash-policy",
        "a recorded action at \(Figure.count(items)) plain entities, hashed in full with .every(\(interval))",
        unit: "µs", against: "the same, hashing every state", goal: .ratioAtLeast(20))
    ]) { conditions in
      var sparing = try PlainRecording(items, conditions.path("sparing.jsonl"), .every(interval))
      var thorough = try PlainRecording(items, conditions.path("thorough.jsonl"), .everyAction)
      var session = UpdateSession(itemCount: items)
      let samples = try Rounds(count: effort.rounds).measure(
        { sparing.nanoseconds(session.next(interval * 2)) },
        { thorough.nanoseconds(session.next(max(1, interval / 20))) })
      return [Measurement(samples[0], against: samples[1]).scaled(by: 1e-3)]
    }
  }
}

/// A plain state and its recorded reducer.
private struct PlainRecording {
  private var state: PlainTodoState
  private let reduce: (inout PlainTodoState, TodoAction) -> Void

  init(_ items: Int, _ path: String, _ policy: HashPolicy) throws {
    state = PlainTodoState(count: items)
    let recorder = try Recorder(
      path: path, app: AppIdentity(name: "plain"),
      options: RecorderOptions(hashing: policy, snapshotBudget: .zero, maximumCopyBytes: 0))
    reduce = recorder.recording(PlainTodoState.reduce)
    // Hash and write the session's first state before measuring.
    reduce(&state, .setDone(id: 0, done: true))
  }

  /// Returns the nanoseconds per action.
  mutating func nanoseconds(_ actions: [TodoAction]) -> Double {
    Stopwatch.nanoseconds { for action in actions { reduce(&state, action) } } / Double(actions.count)
  }
}
