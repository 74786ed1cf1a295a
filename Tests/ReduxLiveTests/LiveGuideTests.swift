// The lines of docs/guides/live.md, which contains the text between two markers; `SnippetTests` holds them equal.

import Expectations
import ReduxLive
import ReduxRecorder
import ReduxStore
import ReduxTimeTravel
import TestSupport
import Testing

private struct ShopState: Codable, Sendable { var cart: [String] = [] }
private enum ShopAction: Codable, Sendable { case add(String) }

private let shopReducer = Reducer<ShopState, ShopAction> { state, action in
  if case .add(let product) = action { state.cart.append(product) }
}

/// A store of another library, on the main actor.
@MainActor private final class ShopModel {
  var state = ShopState()
  let timeline = LiveTimeline<ShopState, ShopAction>()
  let live: LiveSession
  private let reduce: (inout ShopState, ShopAction) -> Void

  init(_ recorder: Recorder) {
    reduce = timeline.following(
      { shopReducer.reduce(&$0, $1) }, live: recorder.recording { shopReducer.reduce(&$0, $1) })
    // docs/guides/live.md: other stores
    let live = LiveSession(timeline, recorder: recorder)
    // docs/guides/live.md: end
    self.live = live
    timeline.onLook = { [weak self] in self?.look() }
  }

  func look() { timeline.show(in: &state) }
  func send(_ action: ShopAction) { reduce(&state, action) }
}

/// Without variables in the environment, a session does nothing.
struct LiveGuideTests {
  @Test func `an app begins and runs as usual without the variables`() throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "shop"))
    // docs/guides/live.md: store
    let timeline = StoreTimeline(
      initialState: ShopState(), reducer: shopReducer, live: shopReducer.wrapped(by: recorder.recording),
      onResume: { recorder.noteReplacedState() })
    let store = timeline.store
    let live = LiveSession(timeline, recorder: recorder, actions: ShopAction.self, dispatch: store.dispatch)
    // docs/guides/live.md: end
    store.dispatch(.add("tea"))
    expectEqual(store.state.cart, ["tea"])
    withExtendedLifetime(live) {}
  }

  @Test @MainActor func `a store on the main actor needs no other lines`() throws {
    let file = try TemporaryFile()
    let model = ShopModel(try Recorder(path: file.path, app: AppIdentity(name: "shop")))
    model.send(.add("tea"))
    expectEqual(model.timeline.recordedSeqs, [0...1])
  }
}
