// Code of the guide to The Composable Architecture. The lines between two markers appear in `docs/guides/stores.md`;
// SnippetTests compares them.

import ComposableShape
import Expectations
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import StateCoding
import Testing

// docs/guides/stores.md: TCA reducer
extension Reducer {
  /// Records a state that isn't `Encodable`, for reading.
  func recorded(by recorder: Recorder) -> Reduce<State, Action> {
    Reduce(recorder.recording({ state, action in _reduce(into: &state, action: action) }, projecting: nil))
  }
}

extension Reducer where State: Encodable {
  func recorded(by recorder: Recorder) -> Reduce<State, Action> {
    Reduce(recorder.recording { state, action in _reduce(into: &state, action: action) })
  }
}
// docs/guides/stores.md: end

/// The sheet for writing a note.
private struct Editor: Reducer {
  struct State: Codable, Equatable, Sendable { var text = "" }
  enum Action: Codable, Sendable { case type(String) }

  func _reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .type(let text): state.text += text
    }
    return .none
  }
}

/// A stand-in for the library's key path into the state, which can't be encoded.
private struct BindingAction: Sendable {
  var set: @Sendable (inout Notes.State) -> Void
}

private struct NothingToSuggest: Error {}

/// A stand-in for a server, which answers with a title if it has one to start from.
private func suggestion(for count: Int) async throws -> String {
  guard count > 0 else { throw NothingToSuggest() }
  return "note \(count + 1)"
}

private struct Notes: Reducer {
  struct State: Codable, Equatable, Sendable {
    var titles: [String] = []
    var complaint = ""
    @PresentationState var editor: Editor.State?
  }

  enum Action: Codable, Sendable {
    case compose
    case editor(PresentationAction<Editor.Action>)
    case save
    case saved(String)
    case suggest
    // docs/guides/stores.md: result
    case suggested(CodableResult<String, CodableError>)
    // docs/guides/stores.md: end
    case binding(BindingAction)

    // docs/guides/stores.md: TCA keys
    /// Without `binding`, which holds a key path.
    private enum CodingKeys: CodingKey { case compose, editor, save, saved, suggest, suggested }
    // docs/guides/stores.md: end
  }

  var body: some ReducerOf<Self> {
    Reduce<State, Action> { state, action in
      switch action {
      case .compose: state.editor = Editor.State()
      case .editor: break
      case .save:
        guard let text = state.editor?.text else { return .none }
        state.editor = nil
        return .run { send in await send(.saved(text)) }
      case .saved(let title): state.titles.append(title)
      case .suggest:
        let count = state.titles.count
        // docs/guides/stores.md: effect
        return .run { send in
          await send(.suggested(CodableResult { try await suggestion(for: count) }))
        }
      // docs/guides/stores.md: end
      case .suggested(.success(let title)): state.titles.append(title)
      case .suggested(.failure(let error)): state.complaint = error.description
      case .binding(let binding): binding.set(&state)
      }
      return .none
    }
    .ifLet(\.$editor, action: { if case .editor(let action) = $0 { action } else { nil } }, embed: Action.editor) {
      Editor()
    }
  }
}

// docs/guides/stores.md: TCA app
private enum NotesApp: ReplayableApp {
  static let name = "notes"
  static var initialState: Notes.State { Notes.State() }

  static func reduce(_ state: inout Notes.State, _ action: Notes.Action) {
    _ = Notes()._reduce(into: &state, action: action)
  }
}
// docs/guides/stores.md: end

@Suite("Guide: The Composable Architecture") @MainActor struct ComposableTests {
  private let file: RecordedFile

  init() throws { file = try RecordedFile() }

  @Test func `actions of features, sheets and effects are recorded and verify`() async throws {
    let path = file.path
    // docs/guides/stores.md: TCA store
    let recorder = try Recorder(path: path, app: AppIdentity(NotesApp.self))
    let store = Store(initialState: Notes.State()) {
      Notes().recorded(by: recorder)
    }
    // docs/guides/stores.md: end
    store.send(.compose)
    store.send(.editor(.presented(.type("milk"))))
    store.send(.save)
    await store.finish()
    store.send(.compose)
    store.send(.editor(.dismiss))
    recorder.close()
    expectEqual(store.state, Notes.State(titles: ["milk"]))
    try expectEqual(
      file.actions(),
      [
        "compose replayable /editor", "editor.presented.type replayable /editor/text", "save replayable /editor",
        "saved replayable /titles", "compose replayable /editor", "editor.dismiss replayable /editor",
      ])
    #expect(file.verify(NotesApp.self) == (.fine, "ok FILE: 6 actions, 7 states proven, 1 session, closed\n"))
  }

  @Test func `results and failures that effects send are replayed`() async throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(NotesApp.self))
    let store = Store(initialState: Notes.State()) { Notes().recorded(by: recorder) }
    store.send(.suggest)
    await store.finish()
    store.send(.saved("milk"))
    store.send(.suggest)
    await store.finish()
    recorder.close()
    expectEqual(store.state, Notes.State(titles: ["milk", "note 2"], complaint: "NothingToSuggest()"))
    try expectEqual(
      file.actions(),
      [
        "suggest replayable", "suggested.failure replayable /complaint", "saved replayable /titles",
        "suggest replayable", "suggested.success replayable /titles",
      ])
    #expect(file.verify(NotesApp.self) == (.fine, "ok FILE: 5 actions, 6 states proven, 1 session, closed\n"))
  }

  @Test func `absent and presented sheets are restored as they were`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(NotesApp.self))
    let store = Store(initialState: Notes.State()) { Notes().recorded(by: recorder) }
    store.send(.compose)
    recorder.close()
    let replayer = try Replayer<NotesApp>(path: file.path)
    try expectEqual(replayer.state(at: 0), Notes.State())
    try expectEqual(replayer.state(at: 1), Notes.State(editor: Editor.State()))
    expectEqual(file.output("show", "FILE@0:/editor", app: NotesApp.self), "null\n")
  }

  @Test func `an action with a key path is inspect-only, and a snapshot follows it`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(NotesApp.self))
    let store = Store(initialState: Notes.State()) { Notes().recorded(by: recorder) }
    store.send(.binding(BindingAction { $0.titles = ["bound"] }))
    recorder.close()
    try expectEqual(file.actions(), ["binding inspect-only /titles"])
    #expect(
      file.verify(NotesApp.self)
        == (.trouble, "unproven FILE: 1 action, 1 state proven, 1 action not proven, 1 session, closed\n"))
  }
}
