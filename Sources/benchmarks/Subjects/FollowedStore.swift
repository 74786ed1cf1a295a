import ReduxJournal
import ReduxRecorder

/// A recorded reducer of a state with a large collection.
struct FollowedStore<State: Codable & Sendable> {
  private(set) var state: State
  private let recorder: Recorder
  private let reduce: (inout State, PlainEdits.Edit) -> Void

  init(
    _ state: State, _ reducer: @escaping @Sendable (inout State, PlainEdits.Edit) -> Void, _ path: String,
    _ options: RecorderOptions = .withoutSnapshots
  ) throws {
    self.state = state
    recorder = try Recorder(path: path, app: AppIdentity(name: "plain"), options: options)
    reduce = recorder.recording(reducer)
    // Hash and write the session's first state before measuring.
    for _ in 0..<2 { reduce(&self.state, .change(0)) }
  }

  /// Ends the session.
  func close() { recorder.close() }

  /// Returns the nanoseconds per edit, the app's own change included.
  mutating func nanoseconds(_ edits: [PlainEdits.Edit]) -> Double {
    Stopwatch.nanoseconds { for edit in edits { reduce(&state, edit) } } / Double(edits.count)
  }
}
