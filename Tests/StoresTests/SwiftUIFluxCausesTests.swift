// Code of the guide to causes in SwiftUIFlux. The lines between two markers appear in `docs/guides/stores.md`;
// SnippetTests compares them.

import Dispatch
import Expectations
import ReduxJournal
import ReduxRecorder
import SwiftUIFluxShape
import Testing

// docs/guides/stores.md: SwiftUIFlux causes
/// An action with its cause, because `dispatch` hops to the main queue.
private struct Caused: Action {
  var action: any Action
  var cause = ActionCause.current
}

/// Executes each `AsyncAction` as the cause of what it dispatches.
private func causes(
  dispatch: @escaping DispatchFunction, state: @escaping () -> (any FluxState)?
) -> (@escaping DispatchFunction) -> DispatchFunction {
  { next in
    { action in
      let caused = action as? Caused ?? Caused(action: action)
      withCause(caused.cause) {
        withDispatch {
          guard let work = caused.action as? any AsyncAction else { return next(caused.action) }
          let cause = ActionCause.current
          work.execute(state: state()) { dispatch(Caused(action: $0, cause: cause)) }
          // The store doesn't see an `AsyncAction` inside, so it doesn't execute the work again.
          next(Caused(action: work))
        }
      }
    }
  }
}
// docs/guides/stores.md: end

private struct FilmState: FluxState, Codable { var titles: [String] = [] }
private struct SetTitle: Action, Codable { var title: String }

private struct StartLoading: Action, Codable {}

/// Loads a title, and then, with `andNext`, another.
private struct Fetch: AsyncAction {
  let server: Server
  var andNext = false

  func execute(state: (any FluxState)?, dispatch: @escaping DispatchFunction) {
    server.executions += 1
    dispatch(StartLoading())
    server.waiting.append { title in
      dispatch(SetTitle(title: title))
      if andNext { dispatch(Fetch(server: server)) }
    }
  }
}

/// Keeps who waits for an answer.
private final class Server {
  var waiting: [(String) -> Void] = []
  var executions = 0
}

@Suite("Guide: causes in SwiftUIFlux") @MainActor struct SwiftUIFluxCausesTests {
  private func drainMainQueue() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }

  @Test func `work is the cause of what it dispatches, and is executed once`() async throws {
    let file = try RecordedFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "films"))
    let filmReducer = { (state: FilmState, action: any Action) in
      FilmState(titles: state.titles + ((action as? SetTitle).map { [$0.title] } ?? []))
    }
    // docs/guides/stores.md: SwiftUIFlux with causes
    let recorded = recorder.recording(filmReducer)
    let store = Store<FilmState>(
      reducer: { recorded($0, ($1 as? Caused)?.action ?? $1) }, middleware: [causes],
      // docs/guides/stores.md: end
      state: FilmState())
    let server = Server()
    store.dispatch(action: Fetch(server: server, andNext: true))
    store.dispatch(action: SetTitle(title: "Big"))
    for _ in 0..<3 { await drainMainQueue() }
    server.waiting[0]("Alien")
    for _ in 0..<3 { await drainMainQueue() }
    server.waiting[1]("Heat")
    await drainMainQueue()
    expectEqual(store.state.titles, ["Big", "Alien", "Heat"])
    expectEqual(server.executions, 2)
    try expectEqual(
      file.causes(),
      [
        "Fetch", "SetTitle", "StartLoading < Fetch", "SetTitle < Fetch", "Fetch < Fetch", "StartLoading < Fetch",
        "SetTitle < Fetch",
      ])
  }
}
