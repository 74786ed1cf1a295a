// Code of the guide to SwiftUIFlux. The lines between two markers appear in `docs/guides/stores.md`; SnippetTests compares
// them.

import Dispatch
import Expectations
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import SwiftUIFluxShape
import Testing

private struct FilmState: FluxState, Codable, Equatable {
  var titles: [Int: String] = [:]
  var isLoading = false
}

enum FilmActions {
  struct StartLoading: Action, Codable {}
  struct SetTitle: Action, Codable {
    var film: Int
    var title: String
  }

  /// Loads a film: it only has an effect, and the reducer ignores it.
  struct Fetch: AsyncAction {
    var film: Int

    func execute(state: (any FluxState)?, dispatch: @escaping DispatchFunction) {
      dispatch(StartLoading())
      dispatch(SetTitle(film: film, title: "Film \(film)"))
    }
  }
}

private func filmReducer(state: FilmState, action: any Action) -> FilmState {
  var state = state
  switch action {
  case is FilmActions.StartLoading: state.isLoading = true
  case let action as FilmActions.SetTitle:
    state.titles[action.film] = action.title
    state.isLoading = false
  default: break
  }
  return state
}

// docs/guides/stores.md: SwiftUIFlux app
private enum FilmApp: ReplayableApp {
  static let name = "films"
  static var initialState: FilmState { FilmState() }
  static var actions: ActionCoding<any Action> { .found }

  static func reduce(_ state: inout FilmState, _ action: any Action) {
    state = filmReducer(state: state, action: action)
  }
}
// docs/guides/stores.md: end

@Suite("Guide: SwiftUIFlux") @MainActor struct SwiftUIFluxTests {
  private let file: RecordedFile

  init() throws { file = try RecordedFile() }

  /// Waits until the main queue has finished its current work.
  private func drainMainQueue() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }

  @Test func `all actions are recorded, and verify proves actions that only have effects`() async throws {
    let path = file.path
    // docs/guides/stores.md: SwiftUIFlux store
    let recorder = try Recorder(path: path, app: AppIdentity(FilmApp.self))
    let store = Store<FilmState>(
      reducer: recorder.recording(filmReducer), state: FilmState())
    // docs/guides/stores.md: end
    store.dispatch(action: FilmActions.Fetch(film: 7))
    store.dispatch(action: FilmActions.SetTitle(film: 1, title: "Alien"))
    expectEqual(recorder.lastSeq, nil)
    await drainMainQueue()
    await drainMainQueue()
    recorder.close()
    expectEqual(store.state, FilmState(titles: [7: "Film 7", 1: "Alien"]))
    try expectEqual(
      file.actions(),
      [
        "FilmActions.Fetch inspect-only", "FilmActions.SetTitle replayable /titles/1",
        "FilmActions.StartLoading replayable /isLoading", "FilmActions.SetTitle replayable /titles/7 /isLoading",
      ])
    #expect(file.verify(FilmApp.self) == (.fine, "ok FILE: 4 actions, 5 states proven, 1 session, closed\n"))
  }

  @Test func `actions that only have effects can be left out`() async throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(FilmApp.self))
    let recorded = recorder.recording(filmReducer)
    let store = Store<FilmState>(
      // docs/guides/stores.md: SwiftUIFlux without work
      reducer: { $1 is any AsyncAction ? filmReducer(state: $0, action: $1) : recorded($0, $1) },
      // docs/guides/stores.md: end
      state: FilmState())
    store.dispatch(action: FilmActions.Fetch(film: 7))
    await drainMainQueue()
    await drainMainQueue()
    recorder.close()
    try expectEqual(
      file.actions(),
      [
        "FilmActions.StartLoading replayable /isLoading", "FilmActions.SetTitle replayable /titles/7 /isLoading",
      ])
    #expect(
      file.verify(FilmApp.self)
        == (.fine, "ok FILE: 2 actions, 3 states proven, 1 session, closed\n"))
  }
}
