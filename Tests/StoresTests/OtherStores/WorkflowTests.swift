import Expectations
import OtherShapes
import ReduxJournal
import ReduxRecorder
import Testing

private struct Ticker: Workflow {
  typealias Output = Never
  struct State { var seconds = 0 }
  enum Action: WorkflowAction {
    typealias WorkflowType = Ticker
    case tick
    func apply(toState state: inout State) -> Never? {
      state.seconds += 1
      return nil
    }
  }
}

// docs/guides/stores.md: workflow
final class RecordingObserver: WorkflowObserver {
  private let recorder: Recorder
  private var slices: [WorkflowSession.Identifier: Recorder] = [:]
  private var opened = 0

  init(_ recorder: Recorder) { self.recorder = recorder }

  func sessionDidEnd(_ session: WorkflowSession) { slices[session.sessionID] = nil }

  func workflowWillApplyAction<Action: WorkflowAction>(
    _ action: Action, workflow: Action.WorkflowType, state: Action.WorkflowType.State, session: WorkflowSession
  ) -> ((Action.WorkflowType.State, Action.WorkflowType.Output?) -> Void)? {
    let finish = slice(of: session).completion(of: action, in: state)
    return { state, _ in finish(state) }
  }

  private func slice(of session: WorkflowSession) -> Recorder {
    if let slice = slices[session.sessionID] { return slice }
    opened += 1
    let slice = recorder.slice("\(session.workflowType)-\(opened)")
    slices[session.sessionID] = slice
    return slice
  }
}
// docs/guides/stores.md: end

struct WorkflowTests {
  @Test func `an observer records each workflow as a slice`() throws {
    let file = try RecordedFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "timers"))
    let observer = RecordingObserver(recorder)
    for id in 1...2 {
      let session = WorkflowSession(id, Ticker.self)
      var state = Ticker.State()
      for _ in 1...id {
        let finish = observer.workflowWillApplyAction(
          Ticker.Action.tick, workflow: Ticker(), state: state, session: session)
        _ = Ticker.Action.tick.apply(toState: &state)
        finish?(state, nil)
      }
      // The next session gets a name of its own.
      if id == 1 { observer.sessionDidEnd(session) }
    }
    recorder.close()
    try expectEqual(
      file.changes(),
      [
        "Ticker-1.tick /Ticker-1/seconds", "changed outside an action /Ticker-2 /Ticker-1",
        "Ticker-2.tick /Ticker-2/seconds",
        "Ticker-2.tick /Ticker-2/seconds",
      ])
  }

  @Test func `an action whose closure is never called is interrupted`() throws {
    let file = try RecordedFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "timers"), options: RecorderOptions()) { _ in }
    do { _ = recorder.completion(of: Ticker.Action.tick, in: Ticker.State()) }
    let finish = recorder.completion(of: Ticker.Action.tick, in: Ticker.State())
    finish(Ticker.State(seconds: 1))
    finish(Ticker.State(seconds: 2))
    recorder.close()
    try expectEqual(file.changes(), ["tick", "tick /seconds"])
  }
}
