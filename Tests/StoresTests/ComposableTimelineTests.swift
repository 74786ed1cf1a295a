// Live time travel in The Composable Architecture. The lines between two markers appear in `docs/guides/stores.md`;
// SnippetTests compares them.

import ComposableShape
import Expectations
import ReduxTimeTravel
import Testing

private struct Dial: Reducer {
  /// A type that can't be encoded.
  struct State: Sendable {
    var count = 0
    var onTurn: @Sendable () -> Void = {}
  }

  enum Action: Sendable {
    case turn(Int)
    case set(@Sendable (inout State) -> Void)
    case turnLater
    // docs/guides/stores.md: TCA look
    case look
    // docs/guides/stores.md: end
  }

  func _reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .turn(let amount): state.count += amount
    case .set(let body): body(&state)
    case .turnLater: return .run { send in await send(.turn(100)) }
    case .look: break
    }
    return .none
  }
}

@Suite("Live time travel in The Composable Architecture") @MainActor struct ComposableTimelineTests {
  @Test func `the past is shown while effects continue`() async throws {
    // docs/guides/stores.md: TCA timeline
    let timeline = LiveTimeline<Dial.State, Dial.Action>()
    let followed = timeline.following(whenLocked: .none) { Dial()._reduce(into: &$0, action: $1) }
    let store = Store(initialState: Dial.State()) {
      Reduce<Dial.State, Dial.Action> { state, action in
        guard case .look = action else { return followed(&state, action) }
        timeline.show(in: &state)
        return .none
      }
    }
    timeline.onLook = { [weak store] in store?.send(.look) }
    // docs/guides/stores.md: end
    store.send(.turn(1))
    store.send(.set { $0.count *= 10 })
    try timeline.back()
    expectEqual(store.state.count, 1)
    timeline.onLocked = { _ in }
    store.send(.turnLater)
    await store.finish()
    #expect((timeline.seqs, timeline.lockedCount) == (0...2, 1))
    timeline.changes = .reduced
    store.send(.turnLater)
    await store.finish()
    expectEqual(store.state.count, 1)
    expectEqual(timeline.seqs, 0...4)
    try timeline.toggle(2)
    try timeline.peek(at: 4)
    expectEqual(store.state.count, 101)
    timeline.returnToHead()
    expectEqual(store.state.count, 110)
    try timeline.peek(at: 2)
    timeline.resume()
    store.send(.turn(5))
    expectEqual(store.state.count, 6)
  }
}
