import Foundation
import LiveProtocol
import ReduxJournal
import ReduxLive
import ReduxRecorder
import ReduxStore
import ReduxTimeTravel
import SystemSupport

/// Two recorded stores of the todo app with timelines, of which `live` watches one.
struct WatchedStore {
  /// Between two dispatches, so that each finds the caches and the writing threads as an app does.
  private static let pause = Duration.microseconds(500)
  /// How long the tool may take to start.
  private static let patience = 10.0

  private let watched: StoreTimeline<TodoState, TodoAction>
  private let other: StoreTimeline<TodoState, TodoAction>
  private let session: LiveSession
  private let tool: Process
  private let items: Int

  /// Starts the tool, and connects a store to it.
  ///
  /// - Throws: Errors of files and processes, and `MissingProgram` if the tool doesn't copy the journal in time.
  init(items: Int, under conditions: Conditions) throws {
    func store(_ name: String) throws -> (StoreTimeline<TodoState, TodoAction>, Recorder) {
      let recorder = try Recorder(path: conditions.path(name), app: AppIdentity(name: TodoApp.name))
      let reducer = Reducer(TodoState.reduce)
      let timeline = StoreTimeline(
        initialState: TodoState(), reducer: reducer, live: reducer.wrapped(by: recorder.recording),
        onResume: { recorder.noteReplacedState() })
      timeline.store.dispatch(.fill(count: items))
      return (timeline, recorder)
    }
    self.items = items
    let (watched, recorder) = try store("watched.jsonl")
    self.watched = watched
    (other, _) = try store("unwatched.jsonl")
    let variables = [
      LiveAddress.variable: "127.0.0.1:\(Int.random(in: 20_000..<32_000))",
      LiveAddress.keyVariable: try JournalKey(bytes: LiveHandshake.random()).digits,
    ]
    let address = try LiveAddress { variables[$0] }
    let folder = conditions.path("live")
    tool = Process()
    tool.executableURL = URL(fileURLWithPath: try conditions.sibling("reduxlog"))
    tool.arguments = ["live", "--port", "\(address?.port ?? 0)", "-o", folder]
    tool.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    tool.environment?[LiveAddress.variable] = nil
    (tool.standardOutput, tool.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try tool.run()
    session = LiveSession(watched, recorder: recorder, to: address, capabilities: [], dispatch: { _ in })
    try recorder.flush()
    let end = Date(timeIntervalSinceNow: Self.patience)
    while ((try? Platform.names(inFolder: folder)) ?? []).isEmpty {
      guard tool.isRunning, end > Date() else {
        self.end()
        throw MissingProgram(name: "live, running at port \(address?.port ?? 0)")
      }
      Platform.sleep(.milliseconds(5))
    }
  }

  /// Ends the tool. A signal that it could handle may be blocked, if this process was started so.
  func end() {
    Platform.killProcess(tool.processIdentifier)
    tool.waitUntilExit()
  }

  /// Stops the tool while the body runs, as a debugger does.
  func whileStopped<Value>(_ body: () throws -> Value) rethrows -> Value {
    _ = tool.suspend()
    defer { _ = tool.resume() }
    return try body()
  }

  /// Measures dispatches to both stores in turns, a thousand of each per second.
  func measure(_ count: Int) -> Measurement {
    var actions = UpdateSession(itemCount: items)
    var durations = (watched: [Double](), other: [Double]())
    for number in 0..<count {
      let action = actions.next()
      func dispatch(to timeline: StoreTimeline<TodoState, TodoAction>) -> Double {
        Platform.sleep(Self.pause)
        return Stopwatch.nanoseconds { timeline.store.dispatch(action) }
      }
      // Neither store is always the first to meet an entity.
      if number % 2 == 0 {
        durations.watched.append(dispatch(to: watched))
        durations.other.append(dispatch(to: other))
      } else {
        durations.other.append(dispatch(to: other))
        durations.watched.append(dispatch(to: watched))
      }
    }
    return Measurement(Samples(durations.watched), against: Samples(durations.other))
  }
}
