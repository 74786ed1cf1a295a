import ReduxJournal
import ReduxRecorder
import SystemSupport

/// A recorded session that measures how long the recorder delays each action.
struct WaitingSession {
  private let recorder: Recorder
  private var state = TodoState()
  private var session: TodoSession
  private let overhead = 2 * Stopwatch.overhead()

  init(path: String, options: RecorderOptions, itemCount: Int) throws {
    recorder = try Recorder(path: path, app: AppIdentity(name: TodoApp.name), options: options)
    session = TodoSession(itemCount: itemCount)
  }

  /// Reduces the next action and returns the recorder's delay in nanoseconds.
  mutating func wait() -> Double? {
    guard let action = session.next() else { return nil }
    let start = Platform.nanoseconds()
    let recorded = recorder.begin(action, in: state)
    let begun = Platform.nanoseconds()
    TodoState.reduce(&state, action)
    let reduced = Platform.nanoseconds()
    recorder.finish(recorded, in: state)
    let end = Platform.nanoseconds()
    return max(0, Double(begun - start) + Double(end - reduced) - overhead)
  }
}
