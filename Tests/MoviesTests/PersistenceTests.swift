import Expectations
import Foundation
import Movies
import ReduxDiagnostics
import ReduxJournal
import ReduxPersistence
import ReduxRecorder
import ReduxReplay
import ReduxStore
import ReduxTimeTravel
import StateCoding
import StateTable
import Synchronization
import TestSupport
import Testing

/// Cached, restored, and rewound states.
@Suite("MoviesPersistence", .timeLimit(.minutes(20)))
struct PersistenceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var journal: String { folder.path(of: "session.jsonl") }

  /// Actions that fill every member of the state.
  private static let evening: [any Action] = [
    MoviesActions.ShowMenu(menu: .topRated), MoviesActions.RequestMenu(menu: .topRated, page: 1, generation: 1),
    MoviesActions.ReceiveMenu(
      menu: .topRated, page: 1, generation: 1,
      result: .success(.of(.alien, .aladdin, .alphaville, totalPages: 9))),
    MoviesActions.RequestMenu(menu: .topRated, page: 2, generation: 1), MoviesActions.RequestMovie(movie: 3),
    SearchAction.request(query: "al", page: 1, generation: 1),
    SearchAction.receive(
      query: "al", page: 1, generation: 1, result: .failure(.timedOut(path: "search/movie"))),
    SearchAction.keep(query: "alien"),
    ListsActions.AddToWishlist(movie: 1, at: .second(5)), ListsActions.AddToSeenlist(movie: 4, at: .second(6)),
    ListsActions.CreateList(list: "a", name: "Lamps"), ListsActions.AddToList(list: "a", movie: 2),
    PeopleActions.ReceiveCredits(
      movie: 1,
      result: .success(
        Credits(cast: [.init(id: 7, name: "Weaver", character: "Ripley"), .init(id: 8, name: "Holm", character: "Ash")])
      )),
    PeopleActions.RequestPerson(person: 7), PeopleActions.RequestPopular(page: 1, generation: 1),
    PeopleActions.RequestCredits(movie: 2), PeopleActions.AddToFanClub(person: 8),
  ]

  /// The part that the next launch restores.
  private static let kept = AppState(
    movies: MoviesState(all: [.alien, .aladdin], menu: .topRated),
    search: SearchState(recent: ["alien"]),
    lists: ListsState(
      wishlist: [1: .second(5)], seenlist: [4: .second(6)],
      custom: [CustomList(id: "a", name: "Lamps", movies: [2])]),
    people: PeopleState(all: [Person(id: 8, name: "Holm")], fanClub: [8]))

  /// Opens the storage after the previous store is gone, which its queue may keep for a moment.
  private func persister() async throws -> Persister<AppState, any Action> {
    var places: StatePersistence<AppState>?
    while places == nil {
      do throws(PersistenceError) {
        places = try MoviesPersistence.places(in: folder.path(of: "kept"))
      } catch {
        guard error.problem == .inUse else { throw error }
        await Task.yield()
      }
    }
    return Persister(try #require(places)) { Issue.record("\($0)") }
  }

  /// Runs an app in the folder and records it there.
  ///
  /// - Returns: The final state.
  @discardableResult
  private func run(
    _ actions: [any Action], then use: (MovieStore, Recorder) throws -> Void = { _, _ in }
  ) async throws -> AppState {
    let persister = try await persister()
    let recorder = try Recorder(path: journal, app: AppIdentity(MoviesApp.self))
    let store = MovieStore(
      service: Samples.service, queue: .serial("test"), persister: persister,
      reducer: recorder.recording(appReducer))
    for action in actions { store.dispatch(action: action) }
    await store.idle()
    try use(store, recorder)
    try persister.flush()
    recorder.close()
    return store.state
  }

  @Test func `the next launch restores the user's own data and nothing else`() async throws {
    let left = try await run(Self.evening)
    expectEqual(left, Self.evening.reduce(AppState(), appReducer))
    #expect(try await run([]) == Self.kept)
    // Storing it again loses nothing.
    #expect(try await run([]) == Self.kept)
  }

  @Test func `an app stores its state before it ends`() async throws {
    let (folder, service) = (folder.path(of: "kept"), Samples.service)
    let recorder = try Recorder(path: journal, app: AppIdentity(MoviesApp.self))
    // Samples/Movies/README.md: persister
    let places = try MoviesPersistence.places(in: folder)
    let persister = Persister<AppState, any Action>(places) { print("not stored: \($0)") }
    let store = MovieStore(service: service, persister: persister, reducer: recorder.recording(appReducer))
    // Samples/Movies/README.md: end
    store.dispatch(action: MoviesActions.ShowMenu(menu: .upcoming))
    await store.idle()
    // Samples/Movies/README.md: flush
    try persister.flush()
    // Samples/Movies/README.md: end
    recorder.close()
    let names = try TemporaryFolder.names(in: folder).filter { $0.hasSuffix(".state.json") }
    expectEqual(names.map { $0.prefix { $0 != "." } }, ["fan-club", "lists", "menu", "movies", "people", "searches"])
  }

  @Test func `a fresh install restores nothing`() async throws {
    try await run([])
    #expect(try await run([]) == AppState())
  }

  @Test func `the restored state precedes the first action`() async throws {
    var film = Movie.alien
    film.runtime = 117
    try await run([
      MoviesActions.ReceiveMovie(movie: 1, result: .success(film)),
      ListsActions.AddToWishlist(movie: 1, at: .second(5)),
    ])
    // The stored page isn't requested again.
    #expect(try await run([MoviesActions.FetchMovie(movie: 1)]).movies == MoviesState(all: [film]))
  }

  @Test func `a session begins with the restored state and is proven`() async throws {
    try await run(Self.evening)
    try await run([ListsActions.RemoveFromWishlist(movie: 1)])
    let replayer = try Replayer<MoviesApp>(path: journal)
    let report = try replayer.verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.sessions, 2)
    try expectEqual(replayer.state(at: Self.evening.count + 1), Self.kept)
  }

  @Test func `a peeked state isn't stored, and a resumed one is`() async throws {
    let wishes = (1...4).map { ListsActions.AddToWishlist(movie: $0, at: .second($0)) }
    func wishlist(_ movies: Int...) -> ListsState {
      ListsState(wishlist: Dictionary(uniqueKeysWithValues: movies.map { ($0, .second($0)) }))
    }
    try await run(wishes) { store, recorder in
      try ReplayTimeline<MoviesApp>(store: store.store, recorder: recorder, path: journal).peek(at: 2)
      expectEqual(store.store.presentedState.lists, wishlist(1, 2))
    }
    let second = [4, 3].map(ListsActions.RemoveFromWishlist.init(movie:))
    let resumed = try await run(second) { store, recorder in
      expectEqual(store.state.lists, wishlist(1, 2))
      try ReplayTimeline<MoviesApp>(store: store.store, recorder: recorder, path: journal).resume(from: 6)
    }
    expectEqual(resumed.lists, wishlist(1, 2, 3))
    #expect(try await run([]).lists == wishlist(1, 2, 3))
    try expectEqual(Replayer<MoviesApp>(path: journal).verify().divergence, nil)
  }

  @Test func `a journal holds the whole state, even what isn't stored`() throws {
    let full = Self.evening.reduce(AppState(), appReducer)
    expectEqual(StateAudit(of: full).findings, [])
    let decoded = try StateDecoder().decode(AppState.self, from: StateEncoder().encode(full))
    expectEqual(decoded, full)
  }
}

@Suite("A state that encodes only its stored part")
struct SparseStateTests {
  /// The state with coding keys instead of slices.
  struct SparseState: Codable, Equatable {
    var lists = ListsState()
    var search = SearchState()

    enum CodingKeys: CodingKey { case lists }

    init() {}

    init(from decoder: any Decoder) throws {
      lists = try decoder.container(keyedBy: CodingKeys.self).decode(ListsState.self, forKey: .lists)
    }
  }

  private static var searched: SparseState {
    var state = SparseState()
    state.search.query = "alien"
    return state
  }

  @Test func `the hash doesn't cover the missing members, and an audit reports it`() throws {
    try expectEqual(StateEncoder().hash(Self.searched), StateEncoder().hash(SparseState()))
    let text = StateAudit(of: Self.searched).description
    let finding = """
      - the state encodes 1 of its 2 members; the others are neither hashed nor restored:
          search: SearchState
      """
    #expect(text.contains("\n\(finding)\n"))
    #expect(try Samples.text("README.md").contains("```text\n\(finding)\n```"))
    #expect(
      text.contains("- a snapshot isn't complete: after encoding and decoding, the state differs, first at /search"))
  }

  @Test func `a recorder of the lists alone sees no search`() async throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "films"))
    let store = MovieStore(
      service: Samples.service, queue: .serial("test"),
      reducer: recorder.recording(appReducer, projecting: { state in state.lists }))
    let actions: [any Action] = [
      SearchAction.request(query: "al", page: 1, generation: 1), ListsActions.AddToWishlist(movie: 1, at: .second(5)),
      SearchAction.clear,
    ]
    for action in actions { store.dispatch(action: action) }
    await store.idle()
    recorder.close()
    try expectEqual(file.actions().map { $0.changed.map(\.pointer) }, [[], ["/wishlist/1"], []])
  }
}
