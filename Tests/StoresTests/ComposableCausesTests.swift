// Code of the guide to causes in The Composable Architecture. The lines between two markers appear in
// `docs/guides/stores.md`; SnippetTests compares them.

import ComposableShape
import Expectations
import ReduxJournal
import ReduxRecorder
import Synchronization
import Testing

// docs/guides/stores.md: TCA causes
extension Reducer {
  func causing() -> Reduce<State, Action> {
    let causes = EffectCauses()
    return Reduce { state, action in
      withCause(causes.next()) {
        withDispatch {
          let effect = _reduce(into: &state, action: action)
          let cause = ActionCause.current
          return effect.map { [causes] in
            causes.append(cause)
            return $0
          }
        }
      }
    }
  }
}

/// The causes of actions between an effect, which sends them, and the reducer.
private final class EffectCauses: Sendable {
  private let waiting = Mutex<[ActionCause]>([])

  func append(_ cause: ActionCause) { waiting.withLock { $0.append(cause) } }

  func next() -> ActionCause { waiting.withLock { $0.isEmpty ? .current : $0.removeFirst() } }
}
// docs/guides/stores.md: end

private struct Countdown: Reducer {
  struct State: Codable, Equatable, Sendable { var left = 0 }
  enum Action: Codable, Sendable {
    case start(Int)
    case tick
    case look
  }

  func _reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start(let count): state.left = count
    case .tick: state.left -= 1
    case .look: return .none
    }
    return state.left == 0 ? .none : .run { send in await send(.tick) }
  }
}

@Suite("Guide: causes in The Composable Architecture") @MainActor struct ComposableCausesTests {
  @Test func `what an effect sends has the action as cause that returned the effect`() async throws {
    let file = try RecordedFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "countdown"))
    // docs/guides/stores.md: TCA causing
    let store = Store(initialState: Countdown.State()) {
      Countdown().recorded(by: recorder).causing()
    }
    // docs/guides/stores.md: end
    store.send(.start(2))
    store.send(.look)
    await store.finish()
    store.send(.start(1))
    await store.finish()
    try expectEqual(file.causes(), ["start", "look", "tick < start", "tick < tick", "start", "tick < start"])
  }
}
