import Expectations
import OtherShapes
import ReduxRecorder
import Testing

// docs/guides/stores.md: ReactorKit
final class SearchReactor: Reactor {
  enum Action { case search(String) }
  enum Change: Codable { case loading, found([String]) }
  struct State: Codable { var isLoading = false, results: [String] = [] }

  /// A change with the action that caused it.
  struct Mutation {
    var change: Change
    var cause = ActionCause.current
  }

  let initialState = State()
  private let recorder: Recorder
  private let recorded: (State, Change) -> State

  init(recorder: Recorder) {
    self.recorder = recorder
    recorded = recorder.recording(SearchReactor.next)
    recorder.start(initialState)
  }

  func mutate(action: Action) -> [Mutation] {
    withDispatch {
      // The action changes nothing by itself. It is in the journal as the cause of its changes.
      recorder.record(action)
      return switch action {
      case .search(let text): [Mutation(change: .loading), Mutation(change: .found([text]))]
      }
    }
  }

  func reduce(state: State, mutation: Mutation) -> State {
    withCause(mutation.cause) { withDispatch { recorded(state, mutation.change) } }
  }
}
// docs/guides/stores.md: end

extension SearchReactor {
  private static func next(_ state: State, _ change: Change) -> State {
    switch change {
    case .loading: State(isLoading: true)
    case .found(let results): State(results: results)
    }
  }
}

struct ReactorTests {
  @Test func `mutations have the action as their cause`() throws {
    let file = try RecordedFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "search"))
    let reactor = ReactorStreams(SearchReactor(recorder: recorder))
    reactor.send(.search("swift"))
    reactor.send(.search("redux"))
    reactor.runEffects()
    recorder.close()
    try expectEqual(
      file.causes(),
      ["search", "search", "loading < search", "found < search", "loading < search", "found < search"])
  }
}
