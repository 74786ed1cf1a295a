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

private func causes<State>(
  _: @escaping DispatchFunction, _: @escaping () -> State?
) -> (@escaping DispatchFunction) -> DispatchFunction {
  { next in
    { action in
      let caused = action as? Caused
      withCause(caused?.cause ?? .current) {
        withDispatch { next(caused?.action ?? action) }
      }
    }
  }
}
// docs/guides/stores.md: end

private struct Titles: FluxState, Codable { var titles: [String] = [] }
private struct SetTitle: Action, Codable { var title: String }

private struct Fetch: AsyncAction {
  // docs/guides/stores.md: SwiftUIFlux answer
  func execute(state: (any FluxState)?, dispatch: @escaping DispatchFunction) {
    let cause = ActionCause.current
    load { title in dispatch(Caused(action: SetTitle(title: title), cause: cause)) }
  }
  // docs/guides/stores.md: end

  let server: Server

  private func load(_ answer: @escaping (String) -> Void) { server.waiting.append(answer) }
}

/// Keeps who waits for an answer.
private final class Server {
  var waiting: [(String) -> Void] = []
}

@Suite("Guide: causes in SwiftUIFlux") @MainActor struct SwiftUIFluxCausesTests {
  private func drainMainQueue() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }

  @Test func `an answer has the action as cause that asked for it`() async throws {
    let file = try RecordedFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "films"))
    let reduce = recorder.recording { (state: Titles, action: any Action) in
      Titles(titles: state.titles + ((action as? SetTitle).map { [$0.title] } ?? []))
    }
    let store = Store<Titles>(reducer: reduce, middleware: [causes], state: Titles())
    let server = Server()
    store.dispatch(action: Fetch(server: server))
    store.dispatch(action: SetTitle(title: "Big"))
    await drainMainQueue()
    for answer in server.waiting { answer("Alien") }
    await drainMainQueue()
    expectEqual(store.state.titles, ["Big", "Alien"])
    try expectEqual(file.causes(), ["Fetch", "SetTitle", "SetTitle < Fetch"])
  }
}
