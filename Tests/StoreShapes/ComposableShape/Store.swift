/// The runtime of a feature: actions that are sent while one is reduced wait, and effects run beside.
@MainActor package final class Store<State, Action> {
  package private(set) var state: State
  private let feature: any Reducer<State, Action>
  private var waiting: [Action] = []
  private var isReducing = false
  private var effects: [Task<Void, Never>] = []

  package init<Feature: Reducer<State, Action>>(
    initialState: State, @ReducerBuilder<State, Action> reducer: () -> Feature
  ) {
    state = initialState
    feature = reducer()
  }

  package func send(_ action: Action) {
    waiting.append(action)
    guard !isReducing else { return }
    isReducing = true
    defer { isReducing = false }
    while !waiting.isEmpty {
      let effect = feature._reduce(into: &state, action: waiting.removeFirst())
      for operation in effect.operations {
        effects.append(Task { await operation(Effect<Action>.Send { [weak self] in self?.send($0) }) })
      }
    }
  }

  /// Waits for the effects, and for those of the actions that they send.
  package func finish() async {
    while !effects.isEmpty { await effects.removeFirst().value }
  }
}
