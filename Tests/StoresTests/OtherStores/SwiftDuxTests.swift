import Expectations
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import SwiftDuxShape
import Testing

private struct Notebook: Codable, Equatable { var lines: [String] = [] }

enum NotebookAction: Action, Codable { case write(String) }

private struct NotebookReducer: Reducer {
  func reduce(state: Notebook, action: NotebookAction) -> Notebook {
    switch action {
    case .write(let line): Notebook(lines: state.lines + [line])
    }
  }
}

// docs/guides/stores.md: SwiftDux
private struct Recorded<Root: Reducer>: Reducer where Root.State: Encodable {
  let root: Root
  let recorder: Recorder

  func reduceAny(state: Root.State, action: any Action) -> Root.State {
    // The store has carried out its own actions, `prepare` and `reset`, before.
    if action is StoreAction<Root.State> { return root.reduceAny(state: state, action: action) }
    var state = state
    recorder.record(action, in: &state) { $0 = root.reduceAny(state: $0, action: action) }
    return state
  }
}

private enum NotebookApp: ReplayableApp {
  static let name = "notebook"
  static var initialState: Notebook { Notebook() }
  static var actions: ActionCoding<any Action> { .found }

  static func reduce(_ notebook: inout Notebook, _ action: any Action) {
    notebook = NotebookReducer().reduceAny(state: notebook, action: action)
  }
}
// docs/guides/stores.md: end

@Suite("Guide: SwiftDux") struct SwiftDuxTests {
  private let file: RecordedFile

  init() throws { file = try RecordedFile() }

  @Test func `a reset is a step of its own, and prepare is none`() throws {
    let path = file.path
    // docs/guides/stores.md: SwiftDux store
    let recorder = try Recorder(
      path: path, app: AppIdentity(NotebookApp.self), options: RecorderOptions(states: .patches))
    let store = Store(
      state: Notebook(), reducer: Recorded(root: NotebookReducer(), recorder: recorder))
    // docs/guides/stores.md: end
    store.send(NotebookAction.write("milk"))
    store.send(StoreAction<Notebook>.reset(state: Notebook(lines: ["saved"])))
    store.send(NotebookAction.write("tea"))
    recorder.close()
    expectEqual(store.state, Notebook(lines: ["saved", "tea"]))
    try expectEqual(
      file.changes(),
      [
        "NotebookAction.write /lines", "changed outside an action /lines", "NotebookAction.write /lines",
      ])
    #expect(
      file.verify(NotebookApp.self)
        == (
          .fine,
          "ok FILE: 2 actions, 1 change outside an action, 1 proven by patch, 4 states proven, 1 session, closed\n"
        ))
  }

  @Test func `a state that is restored before the first action is the initial one`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(NotebookApp.self))
    let store = Store(state: Notebook(), reducer: Recorded(root: NotebookReducer(), recorder: recorder))
    store.send(StoreAction<Notebook>.reset(state: Notebook(lines: ["saved"])))
    store.send(NotebookAction.write("tea"))
    recorder.close()
    try expectEqual(file.changes(), ["NotebookAction.write /lines"])
    try expectEqual(Replayer<NotebookApp>(path: file.path).state(at: 0), Notebook(lines: ["saved"]))
  }
}
