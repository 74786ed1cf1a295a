import CommandLineKit
import LiveProtocol
import ReduxLive
import ReduxRecorder
import ReduxStore
import ReduxTimeTravel
import StateCoding
import SystemSupport

/// The process of the demo's app, which connects to the tool like any app.
struct DemoRun {
  /// The nanoseconds that it waits for the tool.
  private static let patience = 5_000_000_000

  private let recorder: Recorder
  private let timeline: StoreTimeline<DemoApp.State, DemoApp.Action>
  private let session: LiveSession
  private let interruption: Interruption
  private var screen: DemoScreen
  private var shown: DemoScreen.Content?
  /// What was typed, up to now without a line feed.
  private var typed: [UInt8] = []

  /// Creates the app with an empty list.
  init(recordingTo journal: String, for address: LiveAddress, in context: CommandContext) throws {
    // As `states: .automatic` does in debug builds only.
    let recorder = try Recorder(
      path: journal, app: AppIdentity(name: "todo"), options: RecorderOptions(states: .patches))
    let timeline = StoreTimeline(
      initialState: DemoApp.State(), reducer: DemoApp.reducer, live: DemoApp.reducer.wrapped(by: recorder.recording),
      onLocked: { _ in }, onResume: { recorder.noteReplacedState() })
    self.recorder = recorder
    self.timeline = timeline
    // Not an initializer for apps: a release build of the tool has the demo, too.
    session = LiveSession(
      timeline, recorder: recorder, to: address, capabilities: ["dispatch"],
      dispatch: { timeline.store.dispatch(try StateDecoder().decode(DemoApp.Action.self, from: $0)) })
    interruption = context.interruption
    screen = DemoScreen(context.output, terminal: context.output.sink.isTerminal ? Platform.standardOutput : nil)
  }

  /// Runs until the user quits, or the input ends.
  mutating func run() throws {
    defer {
      recorder.close()
      withExtendedLifetime(session) {}
    }
    do { try runUntilEnd() } catch  where error is Interrupted || (error as? OutputError) == .interrupted {}
    interruption.acknowledge()
    try screen.end()
  }

  private mutating func runUntilEnd() throws {
    // The tool is there at once, unless the variables name another's port.
    let end = Platform.nanoseconds() + DemoRun.patience
    while !session.isConnected, !interruption.isRequested, Platform.nanoseconds() < end {
      Platform.sleep(.milliseconds(5))
    }
    for action in DemoApp.start { timeline.store.dispatch(action) }
    while !interruption.isRequested {
      try show(content(""))
      // The page changes what is shown at any time.
      guard Platform.input(of: [Platform.standardInput], within: .milliseconds(50)) == [true] else { continue }
      let bytes = try Platform.read(4096, from: Platform.standardInput)
      guard !bytes.isEmpty, try take(bytes) else { break }
    }
  }

  /// Takes what was typed; returns whether the user goes on.
  private mutating func take(_ bytes: [UInt8]) throws -> Bool {
    typed += bytes
    guard let end = typed.lastIndex(of: 0x0a) else { return true }
    let text = String(decoding: typed[...end], as: UTF8.self)
    typed.removeFirst(end + 1)
    let lines = text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
    let commands = lines.prefix { $0 != "quit" }
    var message = ""
    for line in commands { message = perform(String(line)) }
    if commands.isEmpty, !lines.isEmpty {
      screen.isAtPrompt = false
    } else {
      let content = content(message)
      shown = content
      try screen.draw(content, after: text)
    }
    return commands.count == lines.count
  }

  /// Performs a command; returns what to say about it.
  private func perform(_ line: String) -> String {
    guard let action = DemoApp.Action(line, on: timeline.store.state) else { return "'\(line)' isn't a command." }
    switch action {
    case .done(let id), .remove(let id):
      if !timeline.store.presentedState.items.contains(where: { $0.id == id }) { return "There is no \(id)." }
    case .add: break
    }
    let count = timeline.lockedCount
    timeline.store.dispatch(action)
    return timeline.lockedCount == count ? "" : "The page shows the past, so nothing can change. Press h or r there."
  }

  private func content(_ message: String) -> DemoScreen.Content {
    var past: String?
    if !timeline.isAtHead { past = timeline.shownRecordedSeq.map { " state \($0) " } ?? " another journal's state " }
    return DemoScreen.Content(state: timeline.store.presentedState, past: past, message: message)
  }

  /// Draws the content, unless it is on the screen.
  private mutating func show(_ content: DemoScreen.Content) throws {
    var content = content
    // What the last command said stays until something else changes.
    if let shown, shown.state == content.state, shown.past == content.past { content.message = shown.message }
    guard content != shown else { return }
    shown = content
    try screen.draw(content)
  }
}
