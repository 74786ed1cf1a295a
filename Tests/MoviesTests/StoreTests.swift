import Dispatch
import Expectations
import Foundation
import Movies
import ReduxStore
import StateCoding
import StateTable
import Synchronization
import TestSupport
import Testing

@Suite("MovieStore", .timeLimit(.minutes(20)))
struct StoreTests {
  @Test func `actions are reduced later, in the order of dispatch`() async {
    let store = MovieStore(service: ServiceStub("{}"), queue: .serial("test"))
    let expected = (0..<100).map { "list \($0)" }
    for name in expected { store.dispatch(action: ListsActions.CreateList(list: name, name: name)) }
    await store.idle()
    expectEqual(store.state.lists.custom.map(\.name), expected)
  }

  @Test func `the store reduces on the main queue by default`() async {
    let store = MovieStore(service: ServiceStub("{}")) { state, action in
      dispatchPrecondition(condition: .onQueue(.main))
      return appReducer(state: state, action: action)
    }
    store.dispatch(action: MoviesActions.ShowMenu(menu: .upcoming))
    await store.idle()
    expectEqual(store.state.movies.menu, .upcoming)
  }

  @Test func `subscribers are called on the store's queue with the new state`() async {
    let store = MovieStore(service: Samples.service)
    let counts = Mutex<[String]>([])
    let subscription = store.store.subscribe(\.movies.all.count) { count in
      dispatchPrecondition(condition: .onQueue(.main))
      counts.withLock { $0.append("\(count) films") }
    }
    for page in [1, 2] {
      store.dispatch(action: MoviesActions.FetchMenu(menu: .popular, page: page))
      await store.idle()
    }
    expectEqual(counts.withLock { $0 }, ["6 films", "11 films"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `an async action is requested in its turn, and its result arrives later`() async {
    let seen = Mutex<[String]>([])
    let gate = Gate()
    let service = FolderService(folder: Samples.responses) { await gate.pass($0) }
    let store = MovieStore(service: service, queue: .serial("test")) { state, action in
      seen.withLock { $0.append(name(of: action)) }
      return appReducer(state: state, action: action)
    }
    func wait(for name: String) async { while seen.withLock({ $0.last }) != name { await Task.yield() } }

    store.dispatch(action: FetchSearch(query: "al"))
    store.dispatch(action: FetchSearch(query: "alien"))
    store.dispatch(action: MoviesActions.FetchMovie(movie: 101))
    store.dispatch(action: MoviesActions.ShowMenu(menu: .upcoming))
    await wait(for: "ShowMenu")
    await gate.open(.search("alien", page: 1))
    await wait(for: "receive alien")
    await gate.open(.movie(101))
    await wait(for: "ReceiveMovie")
    await gate.open(.search("al", page: 1))
    await store.idle()
    expectEqual(
      seen.withLock { $0 },
      [
        "request al", "request alien", "RequestMovie", "ShowMenu", "receive alien", "ReceiveMovie", "receive al",
      ])
    expectEqual(store.state.search.results.ids, [101, 102, 103])
  }

  static let shared: [any AsyncAction] = [
    MoviesActions.FetchMovie(movie: 101), MoviesActions.FetchMenu(menu: .popular, page: 1),
    PeopleActions.FetchPerson(person: 201), PeopleActions.FetchCredits(movie: 101),
    PeopleActions.FetchPopular(page: 1), FetchSearch(query: "alien"),
  ]

  @Test(arguments: shared.indices) func `two requests await the same pending answer`(index: Int) async {
    let gate = Gate()
    let calls = Mutex<[Endpoint]>([])
    let service = FolderService(folder: Samples.responses) { endpoint in
      calls.withLock { $0.append(endpoint) }
      await gate.pass(endpoint)
    }
    let reduced = Atomic<Int>(0)
    let store = MovieStore(service: service, queue: .serial("test")) { state, action in
      reduced.add(1, ordering: .relaxed)
      return appReducer(state: state, action: action)
    }
    store.dispatch(action: Self.shared[index])
    store.dispatch(action: Self.shared[index])
    while reduced.load(ordering: .relaxed) < 2 || calls.withLock({ $0.isEmpty }) { await Task.yield() }
    await gate.open(calls.withLock { $0[0] })
    await store.idle()
    expectEqual(calls.withLock { $0.count }, 1)
    expectEqual(reduced.load(ordering: .relaxed), 3)
    expectEqual(store.state.movies.pages, [:])
    #expect(store.state.people.casts.values.allSatisfy { !$0.isLoading })
    expectEqual(store.state.search.results.awaited, nil)
  }

  @Test func `an answer that arrives during an equal request answers both`() async {
    let asked = Atomic<Int>(0)
    let answered = DispatchSemaphore(value: 0)
    let requested = DispatchSemaphore(value: 0)
    let service = FolderService(folder: Samples.responses) { _ in
      guard asked.add(1, ordering: .relaxed).newValue == 1 else { return }
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          requested.wait()
          continuation.resume()
          answered.signal()
        }
      }
    }
    let requests = Atomic<Int>(0)
    let store = MovieStore(service: service, queue: .serial("test")) { state, action in
      if action is MoviesActions.RequestMovie, requests.add(1, ordering: .relaxed).newValue == 2 {
        requested.signal()
        answered.wait()
        // Time for an answer without its own turn to overtake.
        Thread.sleep(forTimeInterval: 0.2)
      }
      return appReducer(state: state, action: action)
    }
    for _ in 0..<2 { store.dispatch(action: MoviesActions.FetchMovie(movie: 101)) }
    await store.idle()
    expectEqual(asked.load(ordering: .relaxed), 1)
  }

  @Test func `a new search or a restarted list cancels the previous work`()
    async
  {
    let cancelled = Mutex<[Endpoint]>([])
    let gate = Gate()
    let service = FolderService(folder: Samples.responses) { endpoint in
      await withTaskCancellationHandler {
        await gate.pass(endpoint)
      } onCancel: {
        cancelled.withLock { $0.append(endpoint) }
        Task { await gate.open(endpoint) }
      }
      try Task.checkCancellation()
    }
    let answers = Mutex<[String]>([])
    let store = MovieStore(service: service, queue: .serial("test")) { state, action in
      if case SearchAction.receive(let query, _, _, .failure(let error)) as SearchAction = action {
        answers.withLock { $0.append("\(query): \(error)") }
      }
      return appReducer(state: state, action: action)
    }
    await gate.open(.menu(.popular, page: 1))
    store.dispatch(action: MoviesActions.FetchMenu(menu: .popular, page: 1))
    await store.idle()
    for action: any Action in [
      MoviesActions.FetchMenu(menu: .popular, page: 2), FetchSearch(query: "al"),
      MoviesActions.FetchMenu(menu: .popular, page: 1), FetchSearch(query: "alien"),
    ] {
      store.dispatch(action: action)
    }
    while cancelled.withLock({ $0.count }) < 2 { await Task.yield() }
    await gate.open(.search("alien", page: 1))
    await store.idle()
    store.dispatch(action: FetchSearch(query: "totoro"))
    store.dispatch(action: SearchAction.clear)
    await store.idle()
    expectEqual(
      cancelled.withLock { Set($0) }, [.menu(.popular, page: 2), .search("al", page: 1), .search("totoro", page: 1)])
    expectEqual(
      answers.withLock { $0 },
      [
        "al: the request for search/movie was cancelled", "totoro: the request for search/movie was cancelled",
      ])
    expectEqual(store.state.movies.menus[.popular]?.ids, [118, 120, 119, 109, 101, 111])
    expectEqual(store.state.search, SearchState(results: Listing(generation: 3)))
  }

  @Test func `cancelled work gives no answer while the same is requested again`() async {
    let gates = [Gate(), Gate()]
    let calls = Atomic<Int>(0)
    let service = FolderService(folder: Samples.responses) { endpoint in
      await gates[calls.add(1, ordering: .relaxed).oldValue].pass(endpoint)
      try Task.checkCancellation()
    }
    let seen = Mutex<[String]>([])
    func wait(for count: Int) async {
      while calls.load(ordering: .relaxed) < count || seen.withLock({ $0.isEmpty }) { await Task.yield() }
    }
    let store = MovieStore(service: service, queue: .serial("test")) { state, action in
      seen.withLock { $0.append(name(of: action)) }
      return appReducer(state: state, action: action)
    }
    store.dispatch(action: FetchSearch(query: "al"))
    await wait(for: 1)
    // As when a timeline resumes an earlier state.
    store.store.replaceState(AppState())
    store.dispatch(action: MoviesActions.ShowMenu(menu: .upcoming))
    store.dispatch(action: FetchSearch(query: "al"))
    await wait(for: 2)
    for gate in gates { await gate.open(.search("al", page: 1)) }
    await store.idle()
    // If the cancelled work ends last, nothing awaits its answer, which is reduced without an effect.
    expectEqual(seen.withLock { $0.prefix(4) }, ["request al", "ShowMenu", "request al", "receive al"])
    expectEqual(store.state.search.results.ids, [104, 105, 107, 106])
  }

  @Test(arguments: [true, false], [true, false])
  func `after a rewind, an answer for one text doesn't count for another`(isActed: Bool, isHeeded: Bool) async {
    let gate = Gate()
    let service = FolderService(folder: Samples.responses) { endpoint in
      await gate.pass(endpoint)
      if isHeeded { try Task.checkCancellation() }
    }
    let seen = Mutex<[String]>([])
    let store = MovieStore(service: service, queue: .serial("test")) { state, action in
      seen.withLock { $0.append(name(of: action)) }
      return appReducer(state: state, action: action)
    }
    func wait(for name: String) async { while seen.withLock({ $0.last }) != name { await Task.yield() } }
    store.dispatch(action: FetchSearch(query: "al"))
    await wait(for: "request al")
    // Both searches then are the first of their generation.
    store.store.replaceState(AppState())
    if isActed { store.dispatch(action: MoviesActions.ShowMenu(menu: .popular)) }
    store.dispatch(action: FetchSearch(query: "alien"))
    await wait(for: "request alien")
    await gate.open(.search("al", page: 1))
    await wait(for: "receive al")
    await gate.open(.search("alien", page: 1))
    await store.idle()
    expectEqual(
      store.state.search,
      SearchState(
        query: "alien", results: Listing(ids: [101, 102, 103], page: 1, totalPages: 1, generation: 1)))
  }

  @Test func `cancelled work gives no answer to a rewound state that awaits the same`() async {
    let gate = Gate()
    let isCancelled = Atomic(false)
    let service = FolderService(folder: Samples.responses) { endpoint in
      await withTaskCancellationHandler {
        await gate.pass(endpoint)
      } onCancel: {
        isCancelled.store(true, ordering: .relaxed)
      }
      try Task.checkCancellation()
    }
    let requests = Atomic(0)
    let store = MovieStore(service: service, queue: .serial("test")) { state, action in
      if action is MoviesActions.RequestMenu { requests.add(1, ordering: .relaxed) }
      return appReducer(state: state, action: action)
    }
    let waiting = state(after: MoviesActions.RequestMenu(menu: .popular, page: 1, generation: 1))
    store.dispatch(action: MoviesActions.FetchMenu(menu: .popular, page: 1))
    while requests.load(ordering: .relaxed) < 1 { await Task.yield() }
    store.store.replaceState(AppState())
    store.dispatch(action: MoviesActions.ShowMenu(menu: .popular))
    while !isCancelled.load(ordering: .relaxed) { await Task.yield() }
    store.store.replaceState(waiting)
    await gate.open(.menu(.popular, page: 1))
    await store.idle()
    expectEqual(store.state, waiting)
    store.dispatch(action: MoviesActions.FetchMenu(menu: .popular, page: 1))
    await store.idle()
    expectEqual(store.state.movies.menus[.popular]?.ids, [118, 120, 119, 109, 101, 111])
  }

  static let needless: [any AsyncAction] = [
    MoviesActions.FetchMenu(menu: .popular, page: 2), PeopleActions.FetchPopular(page: 3),
    FetchSearch(query: "alien", page: 2),
  ]

  @Test(arguments: needless.indices) func `a page that follows none isn't requested`(index: Int) async {
    let service = ServiceStub("{}")
    let store = MovieStore(service: service, queue: .serial("test"))
    store.dispatch(action: Self.needless[index])
    await store.idle()
    expectEqual(service.calls, 0)
    expectEqual(store.state, AppState())
  }

  @Test func `a loaded page isn't requested again`() async {
    let service = ServiceStub(#"{"id":1,"title":"A","year":1,"overview":"","vote_average":1,"runtime":90}"#)
    let store = MovieStore(service: service, queue: .serial("test"))
    for _ in 0..<3 {
      store.dispatch(action: MoviesActions.FetchMovie(movie: 1))
      await store.idle()
    }
    expectEqual(service.calls, 1)
    expectEqual(store.state.movies.all[id: 1]?.runtime, 90)
  }

  @Test func `a failed page is requested again`() async {
    let service = ServiceStub { () throws(ServiceError) in throw .timedOut(path: "movie/1") }
    let store = MovieStore(service: service, queue: .serial("test"))
    for _ in 0..<3 {
      store.dispatch(action: MoviesActions.FetchMovie(movie: 1))
      await store.idle()
    }
    expectEqual(service.calls, 3)
    expectEqual(store.state.movies.pages, [1: .failed(.timedOut(path: "movie/1"))])
  }

  @Test func `waiting on the store's own queue stops the process`() async throws {
    try await onOwnThread {
      await #expect(processExitsWith: .failure) {
        let store = MovieStore(service: ServiceStub("{}"))
        await MainActor.run { store.waitUntilIdle() }
      }
    }
  }
}

/// Returns an action's name, with the text of a search.
private func name(of action: any Action) -> String {
  switch action {
  case SearchAction.request(let query, _, _) as SearchAction: "request \(query)"
  case SearchAction.receive(let query, _, _, _) as SearchAction: "receive \(query)"
  default: "\(type(of: action))"
  }
}
