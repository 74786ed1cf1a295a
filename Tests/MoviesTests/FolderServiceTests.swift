import Expectations
import Foundation
import Movies
import StateCoding
import TestSupport
import Testing

@Suite("FolderService")
struct FolderServiceTests {
  @Test(arguments: [
    (Endpoint.menu(.topRated, page: 2), "movie/top_rated-2.json"),
    (.search("Blade Runner", page: 1), "search/movie-blade-runner-1.json"),
    (.search("../../secret?", page: 1), "search/movie-secret-1.json"),
    (.search("", page: 1), "search/movie--1.json"),
    (.movie(108), "movie/108.json"),
    (.credits(108), "movie/108/credits.json"),
    (.popularPeople(page: 1), "person/popular-1.json"),
    (.person(201), "person/201.json"),
  ])
  func `each request has a file in the folder`(endpoint: Endpoint, name: String) async throws {
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder.path(of: name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(name.utf8).write(to: file)
    #expect(try await FolderService(folder: folder.path).response(to: endpoint) == Data(name.utf8))
  }

  @Test func `the sample's files decode`() async {
    let page: CodableResult<Page<Movie>, ServiceError> = await Samples.service.load(.search("Blade Runner", page: 1))
    expectEqual(
      page,
      .success(
        .of(
          Movie(
            id: 108, title: "Blade Runner", year: 1982,
            overview: "In a Los Angeles of rain and neon, a tired policeman hunts what looks human.", voteAverage: 7.9
          ),
          Movie(
            id: 109, title: "Blade Runner 2049", year: 2017,
            overview: "Thirty years on, another one of his trade digs up a box.", voteAverage: 7.5))))
    let none: CodableResult<Movie, ServiceError> = await Samples.service.load(.movie(1))
    expectEqual(none, .failure(.notFound(path: "movie/1")))
  }

  @Test func `an answer waits for its preparation`() async throws {
    let gate = Gate()
    let service = FolderService(folder: Samples.responses) { await gate.pass($0) }
    let answers = await withTaskGroup(of: String.self) { group in
      for title in [104, 101] {
        group.addTask {
          let movie: CodableResult<Movie, ServiceError> = await service.load(.movie(title))
          // The second answer may go once the first has arrived.
          await gate.open(.movie(104))
          return (try? movie.get().title) ?? "none"
        }
      }
      await gate.open(.movie(101))
      return await group.reduce(into: []) { $0.append($1) }
    }
    expectEqual(answers, ["Alien", "Aladdin"])
  }

  struct Tunnel: Error {}

  static let failures: [(any Error & Sendable, ServiceError)] = [
    (ServiceError.refused(path: "movie/101", status: 429), .refused(path: "movie/101", status: 429)),
    (CancellationError(), .cancelled(path: "movie/101")),
    (Tunnel(), .unreachable(path: "movie/101", reason: "Tunnel()")),
  ]

  @Test(arguments: failures.indices) func `an answer fails with its preparation`(index: Int) async {
    let (error, expected) = Self.failures[index]
    let service = FolderService(folder: Samples.responses) { _ in throw error }
    let movie: CodableResult<Movie, ServiceError> = await service.load(.movie(101))
    expectEqual(movie, .failure(expected))
  }

  static let unreadable = [
    ("", "it isn't JSON"), ("[", "it isn't JSON"), ("[]", "expected Dictionary<String, Any>"),
    ("{}", #"no "page""#),
    (#"{"page":1,"total_pages":"two","results":[]}"#, "expected Int at /totalPages"),
    (#"{"page":1,"total_pages":1,"results":[{"id":1}]}"#, #"no "title" at /results/0"#),
    (#"{"page":1,"total_pages":1,"results":[null]}"#, "no value at /results/0"),
  ]

  @Test(arguments: unreadable)
  func `an unreadable answer is reported with its location`(text: String, reason: String) async {
    let page: CodableResult<Page<Movie>, ServiceError> = await ServiceStub(text).load(.menu(.popular, page: 1))
    expectEqual(page, .failure(.unreadable(path: "movie/popular", reason: reason)))
  }
}
