import Expectations
import Foundation
import Movies
import MoviesHTTP
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateCoding
import TestSupport
import Testing

@Suite("HTTPService", .timeLimit(.minutes(20)))
struct HTTPServiceTests {
  private func service(_ server: LoopbackServer, timeout: TimeInterval = 60) throws -> HTTPService {
    HTTPService(address: try server.address, timeout: timeout)
  }

  @Test(arguments: [
    (Endpoint.menu(.topRated, page: 2), "/movie/top_rated?page=2"),
    (.search("Blade Runner & more", page: 1), "/search/movie?query=Blade%20Runner%20%26%20more&page=1"),
    (.search("Romeo + Juliet?", page: 2), "/search/movie?query=Romeo%20%2B%20Juliet?&page=2"),
    (.search("アキラ", page: 1), "/search/movie?query=%E3%82%A2%E3%82%AD%E3%83%A9&page=1"),
    (.movie(348), "/movie/348"),
    (.credits(348), "/movie/348/credits"),
    (.popularPeople(page: 3), "/person/popular?page=3"),
    (.person(7), "/person/7"),
  ])
  func `the service requests an endpoint's target and returns the raw answer`(endpoint: Endpoint, target: String)
    async throws
  {
    let server = try LoopbackServer { .answer(status: 200, body: "[\"\($0)\"]") }
    defer { server.stop() }
    let data = try await service(server).response(to: endpoint)
    expectEqual(String(decoding: data, as: UTF8.self), "[\"\(target)\"]")
  }

  @Test func `a page decodes with the service's names`() async throws {
    let body =
      #"{"page":1,"total_pages":4,"results":[{"id":1,"title":"Alien","year":1979,"overview":"A freighter.","#
      + #""vote_average":8}]}"#
    let server = try LoopbackServer { _ in .answer(status: 200, body: body) }
    defer { server.stop() }
    let result: CodableResult<Page<Movie>, ServiceError> = try await service(server).load(.menu(.popular, page: 1))
    expectEqual(result, .success(.of(.alien, totalPages: 4)))
  }

  static let failures: [(LoopbackServer.Reply, ServiceError, String)] = [
    (
      .answer(status: 404, body: "{}"), .notFound(path: "movie/348"), "the service has no movie/348"
    ),
    (
      .answer(status: 500, body: "{}"), .refused(path: "movie/348", status: 500),
      "the service answers movie/348 with status 500"
    ),
    (
      .answer(status: 200, body: "<html>"), .unreadable(path: "movie/348", reason: "it isn't JSON"),
      "the answer to movie/348 can't be read: it isn't JSON"
    ),
    (
      .answer(status: 200, body: #"{"id":348}"#),
      .unreadable(path: "movie/348", reason: "no \"title\""),
      "the answer to movie/348 can't be read: no \"title\""
    ),
    (
      .cutShort(body: #"{"id":"#, promised: 100),
      .unreachable(path: "movie/348", reason: "the connection broke off"),
      "can't ask the service for movie/348: the connection broke off"
    ),
    (
      .hangUp, .unreachable(path: "movie/348", reason: "the connection broke off"),
      "can't ask the service for movie/348: the connection broke off"
    ),
  ]

  @Test(arguments: failures)
  func `each failure has its error`(reply: LoopbackServer.Reply, error: ServiceError, description: String) async throws
  {
    let server = try LoopbackServer { _ in reply }
    defer { server.stop() }
    let result: CodableResult<Movie, ServiceError> = try await service(server).load(.movie(348))
    expectEqual(result, .failure(error))
    expectEqual(error.description, description)
  }

  /// Takes the five seconds of the timeout.
  @Test func `a late answer times out`() async throws {
    let server = try LoopbackServer { _ in .silence }
    defer { server.stop() }
    let start = ContinuousClock.now
    let result: CodableResult<Movie, ServiceError> = try await service(server, timeout: 5).load(.movie(348))
    expectEqual(result, .failure(.timedOut(path: "movie/348")))
    #expect(ContinuousClock.now - start >= .seconds(4))
    #expect(await server.events.prefix(2).reduce(into: []) { $0.append($1) } == [.request("/movie/348"), .hungUp])
  }

  @Test func `a cancelled task closes its connection`() async throws {
    let server = try LoopbackServer { _ in .silence }
    defer { server.stop() }
    let service = try service(server)
    var events = server.events.makeAsyncIterator()
    let task = Task<CodableResult<Movie, ServiceError>, Never> { await service.load(.movie(348)) }
    #expect(await events.next() == .request("/movie/348"))
    task.cancel()
    #expect(await task.value == .failure(.cancelled(path: "movie/348")))
    #expect(await events.next() == .hungUp)
  }

  @Test func `an address without a listener is unreachable`() async throws {
    let (socket, port) = try Platform.reservePort()
    defer { Platform.release(socket) }
    let address = try #require(URL(string: "http://127.0.0.1:\(port)"))
    let result: CodableResult<Movie, ServiceError> = await HTTPService(address: address).load(.movie(348))
    expectEqual(result, .failure(.unreachable(path: "movie/348", reason: "the host doesn't answer")))
  }

  @Test func `typing over a search closes its connection`() async throws {
    let server = try LoopbackServer { target in
      target.contains("query=alien")
        ? .answer(status: 200, body: #"{"page":1,"total_pages":1,"results":[]}"#) : .silence
    }
    defer { server.stop() }
    let store = MovieStore(service: try service(server), queue: .serial("test"))
    var events = server.events.makeAsyncIterator()
    store.dispatch(action: FetchSearch(query: "al"))
    #expect(await events.next() == .request("/search/movie?query=al&page=1"))
    store.dispatch(action: FetchSearch(query: "alien"))
    await store.idle()
    var rest: Set<LoopbackServer.Event?> = []
    while rest.count < 2 { rest.insert(await events.next()) }
    expectEqual(rest, [.request("/search/movie?query=alien&page=1"), .hungUp])
    expectEqual(
      store.state.search, SearchState(query: "alien", results: Listing(page: 1, totalPages: 1, generation: 2)))
  }

  @Test func `a store shows the answers, and a journal replays them without the service`() async throws {
    let file = try TemporaryFile()
    let server = try LoopbackServer { target in
      target == "/movie/popular?page=1"
        ? .answer(status: 200, body: #"{"page":1,"total_pages":2,"results":[]}"#) : .answer(status: 503, body: "")
    }
    defer { server.stop() }
    let path = file.path
    let address = try server.address
    // Samples/Movies/README.md: recorder
    let recorder = try Recorder(path: path, app: AppIdentity(MoviesApp.self))
    let store = MovieStore(service: HTTPService(address: address), reducer: recorder.recording(appReducer))
    // Samples/Movies/README.md: end
    store.dispatch(action: MoviesActions.FetchMenu(menu: .popular, page: 1))
    store.dispatch(action: MoviesActions.FetchMenu(menu: .upcoming, page: 1))
    await store.idle()
    recorder.close()
    expectEqual(
      store.state.movies.menus,
      [
        .popular: Listing(page: 1, totalPages: 2, generation: 1),
        .upcoming: Listing(generation: 1, failure: .refused(path: "movie/upcoming", status: 503)),
      ])
    try expectEqual(Replayer<MoviesApp>(path: path).state(at: 4), store.state)
  }
}
