import Foundation
import Movies
import ReduxJournal
import ReduxRecorder
import StateTree
import TestSupport
import Testing

@Suite("What is archived")
struct ArchiveTests {
  /// A state with something in every member.
  private static let full = state(
    after: MoviesActions.ShowMenu(menu: .topRated),
    MoviesActions.ReceiveMenu(menu: .topRated, result: .success(.of(.alien, .aladdin, .alphaville, totalPages: 9))),
    MoviesActions.RequestMenu(menu: .topRated, page: 2),
    MoviesActions.RequestMovie(movie: 3),
    SearchAction.request(query: "al", page: 1),
    SearchAction.receive(query: "al", result: .failure(.timedOut(path: "search/movie"))),
    SearchAction.keep(query: "alien"),
    ListsActions.AddToWishlist(movie: 1, at: .second(5)),
    ListsActions.CreateList(list: "a", name: "Lamps"),
    ListsActions.AddToList(list: "a", movie: 2),
    PeopleActions.ReceiveCredits(
      movie: 1,
      result: .success(
        Credits(cast: [.init(id: 7, name: "Weaver", character: "Ripley"), .init(id: 8, name: "Holm", character: "Ash")])
      )),
    PeopleActions.RequestPerson(person: 7),
    PeopleActions.RequestPopular(page: 1),
    PeopleActions.RequestCredits(movie: 2),
    PeopleActions.AddToFanClub(person: 8))

  @Test func `it is what is the user's own, with the films and people that this names`() throws {
    let json = """
      {"movies":{"ids":[1,2],"entities":{
      "1":{"id":1,"title":"Alien","year":1979,"overview":"A freighter.","voteAverage":8},
      "2":{"id":2,"title":"Aladdin","year":1992,"overview":"A lamp.","voteAverage":7.5}}},
      "people":{"ids":[8],"entities":{"8":{"id":8,"name":"Holm"}}},
      "lists":{"wishlist":{"1":5},"seenlist":{},
      "custom":{"ids":["a"],"entities":{"a":{"id":"a","name":"Lamps","movies":[2]}}}},
      "recentSearches":["alien"],"menu":"topRated"}
      """
    #expect(try StateEncoder().tree(AppState.Archive(of: Self.full)) == JSONValue(parsing: Array(json.utf8)))
  }

  @Test func `the app begins with it, and with nothing else`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "archive.json")
    try AppState.Archive(of: Self.full).write(to: path)
    let restored = try AppState.Archive(contentsOf: path).restored
    #expect(
      restored
        == AppState(
          movies: MoviesState(all: [.alien, .aladdin], menu: .topRated),
          search: SearchState(recent: ["alien"]),
          lists: Self.full.lists,
          people: PeopleState(all: [Person(id: 8, name: "Holm")], fanClub: [8])))
    #expect(AppState.Archive(of: restored) == AppState.Archive(of: Self.full))
  }

  @Test func `of an app just installed nothing is kept, and nothing restored`() {
    #expect(AppState.Archive(of: AppState()).restored == AppState())
  }

  @Test func `what is no archive is no state`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "archive.json")
    #expect(throws: CocoaError.self) { try AppState.Archive(contentsOf: path) }
    try Data("{}".utf8).write(to: URL(filePath: path))
    #expect(throws: DecodingError.self) { try AppState.Archive(contentsOf: path) }
  }

  @Test func `a journal has the whole state, what isn't archived included`() throws {
    #expect(StateAudit(of: Self.full).findings == [])
    let decoded = try StateDecoder().decode(AppState.self, from: StateEncoder().encode(Self.full))
    #expect(decoded == Self.full)
  }
}

@Suite("A state that leaves out by itself what isn't archived")
struct SparseStateTests {
  /// The state, as it would be with coding keys in the place of an archive.
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

  @Test func `its hash proves nothing of that, and an audit says so`() throws {
    #expect(try StateEncoder().hash(Self.searched) == StateEncoder().hash(SparseState()))
    let text = StateAudit(of: Self.searched).description
    let finding = """
      - the state encodes 1 of its 2 members; the others are neither hashed nor restored:
          search: SearchState
      """
    #expect(text.contains("\n\(finding)\n"))
    #expect(try Samples.text("README.md").contains("```text\n\(finding)\n```"))
    #expect(text.contains("- a snapshot isn't whole: encoded and decoded, the state is another one, first at /search"))
  }

  @Test func `a recorder that sees the archive alone sees no search`() throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "films"))
    let reduce = recorder.recording(appReducer, projecting: AppState.Archive.init(of:))
    let actions: [any Action] = [
      SearchAction.request(query: "al", page: 1), ListsActions.AddToWishlist(movie: 1, at: .second(5)),
      SearchAction.clear,
    ]
    _ = actions.reduce(AppState(), reduce)
    recorder.close()
    #expect(try file.actions().map { $0.changed.map(\.pointer) } == [[], ["/lists/wishlist"], []])
  }
}
