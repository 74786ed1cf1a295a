import ChangedSamples
import Expectations
import Foundation
import Movies
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import ReduxStore
import ReduxTimeTravel
import StateTable
import StateTree
import Synchronization
import TestSupport
import Testing

@Suite("Recording", .timeLimit(.minutes(20)))
struct RecordingTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func recorder() throws -> Recorder {
    try Recorder(
      path: file.path,
      app: AppIdentity(MoviesApp.self))
  }

  /// Returns a command's output for the journal, without the journal's name.
  private func output(_ command: String, app: any ReplayableApp.Type = MoviesApp.self) -> String {
    let run = InspectorTool.capture([command, file.path], apps: [app])
    return (run.output + run.errorOutput).replacing(file.path, with: "FILE")
  }

  @Test func `plain actions are recorded and replayed`() async throws {
    let recorder = try recorder()
    let store = MovieStore(
      service: Samples.service, queue: .serial("test"), reducer: recorder.recording(appReducer))
    let evening: [any Action] = [
      MoviesActions.FetchMenu(menu: .popular, page: 1), MoviesActions.FetchMovie(movie: 118),
      MoviesActions.FetchMovie(movie: 118), ListsActions.AddToWishlist(movie: 118, at: .second(5)),
      FetchSearch(query: "totoro"), PeopleActions.FetchPerson(person: 1),
    ]
    for action in evening {
      store.dispatch(action: action)
      await store.idle()
    }
    recorder.close()
    let actions = try file.actions()
    expectEqual(
      actions.map(\.type),
      [
        "MoviesActions.RequestMenu", "MoviesActions.ReceiveMenu", "MoviesActions.RequestMovie",
        "MoviesActions.ReceiveMovie", "ListsActions.AddToWishlist", "SearchAction.request", "SearchAction.receive",
        "PeopleActions.RequestPerson", "PeopleActions.ReceivePerson",
      ])
    #expect(actions.allSatisfy { $0.replayability == .replayable })
    expectEqual(output("verify"), "ok FILE: 9 actions, 10 states proven, 1 session, closed\n")
    try expectEqual(Replayer<MoviesApp>(path: file.path).state(at: 9), store.state)
  }

  @Test func `replay never calls the service`() async throws {
    let recorder = try recorder()
    let calls = Atomic<Int>(0)
    let service = FolderService(folder: Samples.responses) { _ in calls.add(1, ordering: .relaxed) }
    let store = MovieStore(service: service, queue: .serial("test"), reducer: recorder.recording(appReducer))
    for page in [1, 2] {
      store.dispatch(action: MoviesActions.FetchMenu(menu: .popular, page: page))
      await store.idle()
    }
    expectEqual(calls.load(ordering: .relaxed), 2)
    let timeline = ReplayTimeline<MoviesApp>(store: store.store, recorder: recorder, path: file.path)
    for seq in [0, 1, 2, 3, 4] { try timeline.peek(at: seq) }
    try timeline.resume(from: 3)
    expectEqual(
      store.state.movies.menus[.popular],
      Listing(ids: [118, 120, 119, 109, 101, 111], page: 1, totalPages: 2, generation: 1, awaited: 2))
    await store.idle()
    expectEqual(calls.load(ordering: .relaxed), 2)
    // A new request loads the values that the state waits for.
    store.dispatch(action: MoviesActions.FetchMenu(menu: .popular, page: 2))
    await store.idle()
    recorder.close()
    expectEqual(store.state.movies.menus[.popular]?.page, 2)
    expectEqual(store.state.movies.menus[.popular]?.awaited, nil)
    expectEqual(output("verify"), "ok FILE: 6 actions, 8 states proven, 1 rewind, 1 session, closed\n")
    expectEqual(calls.load(ordering: .relaxed), 3)
  }

  @Test func `a journal can't create an async action`() throws {
    let json = try JSONDocument(Array(#"{"MoviesActions.FetchMovie":{"movie":1}}"#.utf8))
    let error = #expect(throws: ActionTypeError.self) { try MoviesApp.actions.decode(written: json.root) }
    expectEqual(error?.description, "the type MoviesActions.FetchMovie is not Decodable")
  }

  @Test func `the store shows the past and resumes it`() async throws {
    let recorder = try recorder()
    let store = MovieStore(
      service: Samples.service, queue: .serial("test"), reducer: recorder.recording(appReducer))
    let shown = Mutex<[[CustomList.ID]]>([])
    let subscription = store.store.subscribe({ Array($0.lists.custom.ids) }) { ids in
      shown.withLock { $0.append(ids) }
    }
    for id in ["a", "b", "c"] { store.dispatch(action: ListsActions.CreateList(list: id, name: id)) }
    await store.idle()
    let timeline = ReplayTimeline<MoviesApp>(store: store.store, recorder: recorder, path: file.path)
    try timeline.peek(at: 1)
    try timeline.resume(from: 2)
    store.dispatch(action: ListsActions.CreateList(list: "d", name: "d"))
    await store.idle()
    recorder.close()
    expectEqual(shown.withLock { $0 }, [["a"], ["a", "b"], ["a", "b", "c"], ["a"], ["a", "b"], ["a", "b", "d"]])
    expectEqual(output("verify"), "ok FILE: 4 actions, 6 states proven, 1 rewind, 1 session, closed\n")
    withExtendedLifetime(subscription) {}
  }

  /// The two root reducers, and their results if the answer to "al" arrives after that to "alien".
  static let reducers: [(name: String, reducer: @Sendable (AppState, any Action) -> AppState, titles: [String])] = [
    ("today's", appReducer, ["Alien", "Aliens", "Alien³"]),
    (
      "the one that takes every answer",
      { state, action in
        var state = state
        LateAnswerMoviesApp.reduce(&state, action)
        return state
      },
      ["Aladdin", "All About Eve", "Alphaville", "Almost Famous"]
    ),
  ]

  @Test(arguments: reducers.indices) func `a late answer is recorded when it arrives`(index: Int) async throws {
    let recorder = try recorder()
    let gate = Gate()
    let service = FolderService(folder: Samples.responses) { await gate.pass($0) }
    let store = MovieStore(
      service: service, queue: .serial("test"), reducer: recorder.recording(Self.reducers[index].reducer))
    store.dispatch(action: FetchSearch(query: "al"))
    store.dispatch(action: FetchSearch(query: "alien"))
    await gate.open(.search("alien", page: 1))
    while store.state.movies.all.isEmpty { await Task.yield() }
    await gate.open(.search("al", page: 1))
    await store.idle()
    recorder.close()
    let state = store.state
    expectEqual(state.search.query, "alien")
    expectEqual(state.search.results.ids.map { state.movies.all[id: $0]?.title }, Self.reducers[index].titles)
    try expectEqual(
      file.actions().map(\.type),
      [
        "SearchAction.request", "SearchAction.request", "SearchAction.receive", "SearchAction.receive",
      ])
    #expect(output("verify", app: LateAnswerMoviesApp.self).hasPrefix(index == 0 ? "diverged" : "ok"))
    #expect(output("verify").hasPrefix(index == 0 ? "ok" : "diverged FILE: at state 4"))
  }
}
