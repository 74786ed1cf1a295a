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
  /// Before each dispatch, so that it finds the caches and the writing threads as in an app.
  private static let pause = Duration.microseconds(500)
  /// How long the tool may take to start.
  private static let patience = 10.0

  private let watched: StoreTimeline<TodoState, TodoAction>
  private let other: StoreTimeline<TodoState, TodoAction>
  private let session: LiveSession
  private let tool: Int32
  /// The link to the tool's page.
  let address: String
  /// The standard input of the command that the tool started, and with which it ends, also if this process is killed.
  private let input: Int32
  /// What the tool prints of itself. It would end if nothing could read that.
  private let output: Int32
  private var actions: UpdateSession

  /// Starts the tool, and connects a store to it.
  ///
  /// - Throws: Errors of files and processes, `MissingProgram`, and `NotWatched` if the store isn't connected in time.
  init(items: Int, under conditions: Conditions) throws {
    func store(_ name: String) throws -> (StoreTimeline<TodoState, TodoAction>, Recorder) {
      // As an app under 'live' records.
      let recorder = try Recorder(
        path: conditions.path(name), app: AppIdentity(name: TodoApp.name), options: RecorderOptions(states: .patches))
      let reducer = Reducer(TodoState.reduce)
      let timeline = StoreTimeline(
        initialState: TodoState(), reducer: reducer, live: reducer.wrapped(by: recorder.recording),
        onResume: { recorder.noteReplacedState() })
      timeline.store.dispatch(.fill(count: items))
      return (timeline, recorder)
    }
    actions = UpdateSession(itemCount: items)
    let (watched, recorder) = try store("watched.jsonl")
    self.watched = watched
    (other, _) = try store("unwatched.jsonl")
    let port = Int.random(in: 20_000..<32_000)
    let variables = [
      LiveAddress.variable: "127.0.0.1:\(port)",
      LiveAddress.keyVariable: try JournalKey(bytes: LiveHandshake.random()).digits,
    ]
    let path = try conditions.sibling("reduxlog")
    let ends = try Platform.makePipe()
    defer { Platform.closeDescriptor(ends.reading) }
    let nothing = try Platform.openForWriting("/dev/null", followingLinks: true)
    defer { Platform.closeDescriptor(nothing) }
    let messages = try Platform.makePipe()
    (input, output) = (ends.writing, messages.reading)
    tool = try Platform.start(
      path, [path, "live", "--port", "\(port)", "-o", conditions.path("live"), "--", "cat"],
      environment: ProcessInfo.processInfo.environment.merging(variables) { $1 }, input: ends.reading,
      output: nothing, errorOutput: messages.writing)
    Platform.closeDescriptor(messages.writing)
    address = try Self.link(from: output)
    session = LiveSession(
      watched, recorder: recorder, to: try LiveAddress { variables[$0] }, capabilities: [], dispatch: { _ in })
    let end = Date(timeIntervalSinceNow: Self.patience)
    while !session.isConnected {
      guard end > Date() else { throw NotWatched() }
      Platform.sleep(.milliseconds(5))
    }
  }

  /// Reads what the tool prints up to the link.
  private static func link(from descriptor: Int32) throws -> String {
    var text = ""
    while true {
      if let link = text.firstMatch(of: /http:\S+#token=\S+\n/) { return String(link.0.dropLast()) }
      let bytes = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).availableData
      guard !bytes.isEmpty else { throw NotWatched() }
      text += String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Dispatches actions to the watched store.
  mutating func dispatch(_ count: Int) { for _ in 0..<count { watched.store.dispatch(actions.next()) } }

  /// Ends the tool.
  func end() {
    Platform.closeDescriptor(input)
    _ = Platform.wait(for: tool)
    Platform.closeDescriptor(output)
  }

  /// Measures dispatches to both stores in turns, and then again while the tool is stopped, as by a debugger.
  ///
  /// - Throws: `NotWatched` if the tool was gone meanwhile.
  mutating func measure(_ count: Int) throws -> (running: Measurement, stopped: Measurement) {
    let running = measureTurns(count)
    guard session.isConnected, kill(tool, SIGSTOP) == 0 else { throw NotWatched() }
    defer { kill(tool, SIGCONT) }
    // The app gives a silent tool up after a while, and tries again.
    return (running, measureTurns(count))
  }

  private mutating func measureTurns(_ count: Int) -> Measurement {
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

/// The tool doesn't watch the store.
struct NotWatched: Error, CustomStringConvertible {
  var description: String { "'reduxlog live' didn't start, or lost the app" }
}
