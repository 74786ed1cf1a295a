import Expectations
import Foundation
import Movies
import ReduxStore
import StateCoding
import StateTable
import Testing

@Suite("moviesReducer")
struct MoviesTests {
  typealias Request = MoviesActions.RequestMenu
  typealias Receive = MoviesActions.ReceiveMenu

  @Test func `a menu lists ids, and each film is stored once`() {
    let state = state(
      after: Request(menu: .popular, page: 1, generation: 1),
      Receive(menu: .popular, page: 1, generation: 1, result: .success(.of(.alien, .aladdin, totalPages: 2))),
      Request(menu: .topRated, page: 1, generation: 1),
      Receive(menu: .topRated, page: 1, generation: 1, result: .success(.of(.alien))))
    expectEqual(
      state,
      AppState(
        movies: MoviesState(
          all: [.alien, .aladdin],
          menus: [
            .popular: Listing(ids: [1, 2], page: 1, totalPages: 2, generation: 1),
            .topRated: Listing(ids: [1], page: 1, totalPages: 1, generation: 1),
          ])))
  }

  @Test func `a requested page is loading until it arrives`() {
    let asked = state(after: Request(menu: .popular, page: 1, generation: 1))
    expectEqual(asked.movies.menus, [.popular: Listing(generation: 1, awaited: 1)])
    let failed = state(
      after: Receive(menu: .popular, page: 1, generation: 1, result: .failure(.timedOut(path: "movie/popular"))),
      from: asked)
    expectEqual(failed.movies.menus, [.popular: Listing(generation: 1, failure: .timedOut(path: "movie/popular"))])
    let again = state(after: Request(menu: .popular, page: 1, generation: 2), from: failed)
    expectEqual(again.movies.menus, [.popular: Listing(generation: 2, awaited: 1)])
  }

  /// The requested pages, each with its answer, and the resulting list.
  static let pages: [([(page: Int, answer: Page<Movie>)], Listing)] = [
    (
      [(1, .of(.alien, totalPages: 2)), (2, .of(.aladdin, page: 2, totalPages: 2))],
      Listing(ids: [1, 2], page: 2, totalPages: 2, generation: 1)
    ),
    (  // An entry that moved to the next page meanwhile is listed once.
      [(1, .of(.alien, .aladdin, totalPages: 2)), (2, .of(.aladdin, .alphaville, page: 2, totalPages: 2))],
      Listing(ids: [1, 2, 3], page: 2, totalPages: 2, generation: 1)
    ),
    (  // The same page twice, and a page that follows none.
      [
        (1, .of(.alien, totalPages: 4)), (2, .of(.aladdin, page: 2, totalPages: 4)),
        (2, .of(.aladdin, page: 2, totalPages: 4)), (4, .of(.alphaville, page: 4, totalPages: 4)),
      ],
      Listing(ids: [1, 2], page: 2, totalPages: 4, generation: 1)
    ),
    (  // The first page restarts the list.
      [
        (1, .of(.alien, totalPages: 2)), (2, .of(.aladdin, page: 2, totalPages: 2)),
        (1, .of(.alphaville, totalPages: 1)),
      ],
      Listing(ids: [3], page: 1, totalPages: 1, generation: 2)
    ),
  ]

  @Test(arguments: pages.indices)
  func `pages follow each other`(index: Int) {
    let (pages, listing) = Self.pages[index]
    var state = AppState()
    for (page, answer) in pages {
      guard let generation = (state.movies.menus[.upcoming] ?? Listing()).generation(asking: page) else { continue }
      state = appReducer(
        state: state, action: Request(menu: .upcoming, page: page, generation: generation))
      state = appReducer(
        state: state,
        action: Receive(menu: .upcoming, page: page, generation: generation, result: .success(answer)))
    }
    expectEqual(state.movies.menus, [.upcoming: listing])
    expectEqual(listing.hasMore, (listing.page < listing.totalPages ?? 0))
  }

  /// A menu with a request for page 2 and then for page 1 again, as by pulling down to refresh.
  private static let refreshed = state(
    after: Request(menu: .popular, page: 1, generation: 1),
    Receive(menu: .popular, page: 1, generation: 1, result: .success(.of(.alien, totalPages: 2))),
    Request(menu: .popular, page: 2, generation: 1), Request(menu: .popular, page: 1, generation: 2))

  /// Answers that may arrive for an older list.
  static let late: [CodableResult<Page<Movie>, ServiceError>] = [
    .success(.of(.aladdin, page: 2, totalPages: 2)), .failure(.timedOut(path: "movie/popular")),
  ]

  @Test(arguments: late) func `a late page of an older list isn't added to the new one`(
    answer: CodableResult<Page<Movie>, ServiceError>
  ) {
    let late = Receive(menu: .popular, page: 2, generation: 1, result: answer)
    let first = Receive(
      menu: .popular, page: 1, generation: 2, result: .success(.of(.alphaville, totalPages: 3)))
    let waiting = Listing(ids: [1], page: 1, totalPages: 2, generation: 2, awaited: 1)
    let new = Listing(ids: [3], page: 1, totalPages: 3, generation: 2)
    expectEqual(state(after: late, from: Self.refreshed).movies.menus, [.popular: waiting])
    expectEqual(state(after: late, first, from: Self.refreshed).movies.menus, [.popular: new])
    expectEqual(state(after: first, late, from: Self.refreshed).movies.menus, [.popular: new])
    // Not even if the new list awaits the same page.
    let next = state(after: first, Request(menu: .popular, page: 2, generation: 2), late, from: Self.refreshed)
    expectEqual(next.movies.menus[.popular]?.ids, [3])
    expectEqual(next.movies.menus[.popular]?.awaited, 2)
    let isFound = if case .success = answer { true } else { false }
    expectEqual((next.movies.all[id: 2] != nil), isFound)
  }

  @Test func `while a list restarts, only its first page is requested`() {
    let listing = Self.refreshed.movies.menus[.popular]
    expectEqual(listing?.generation(asking: 2), nil)
    expectEqual(listing?.generation(asking: 1), 2)
  }

  @Test func `a film's page adds members that a menu doesn't remove`() {
    var known = Movie.alien
    known.runtime = 117
    known.tagline = "In space."
    known.genres = ["Horror"]
    var voted = Movie.alien
    voted.voteAverage = 9
    let state = state(
      after: MoviesActions.RequestMovie(movie: 1),
      MoviesActions.ReceiveMovie(movie: 1, result: .success(known)),
      Receive(menu: .popular, page: 1, generation: 1, result: .success(.of(voted))))
    known.voteAverage = 9
    expectEqual(state.movies.all, [known])
    expectEqual(state.movies.pages, [:])
  }

  @Test func `a failed page has its error until the next request`() {
    let failed = state(
      after: MoviesActions.RequestMovie(movie: 1),
      MoviesActions.ReceiveMovie(movie: 1, result: .failure(.notFound(path: "movie/1"))))
    expectEqual(failed.movies, MoviesState(pages: [1: .failed(.notFound(path: "movie/1"))]))
    expectEqual(state(after: MoviesActions.RequestMovie(movie: 1), from: failed).movies.pages, [1: .running])
  }

  @Test func `the user switches the menu`() {
    expectEqual(state(after: MoviesActions.ShowMenu(menu: .nowPlaying)).movies, MoviesState(menu: .nowPlaying))
  }
}

@Suite("searchReducer")
struct SearchTests {
  @Test func `results are listed and added to the films`() {
    let state = state(
      after: SearchAction.request(query: "al", page: 1, generation: 1),
      SearchAction.receive(query: "al", page: 1, generation: 1, result: .success(.of(.alien, .aladdin))))
    expectEqual(
      state.search, SearchState(query: "al", results: Listing(ids: [1, 2], page: 1, totalPages: 1, generation: 1)))
    expectEqual(state.movies.all, [.alien, .aladdin])
  }

  @Test func `an answer for an earlier text doesn't count`() {
    let typed = state(
      after: SearchAction.request(query: "al", page: 1, generation: 1),
      SearchAction.request(query: "alien", page: 1, generation: 2))
    let late = SearchAction.receive(query: "al", page: 1, generation: 1, result: .success(.of(.aladdin)))
    let early = state(after: late, from: typed)
    expectEqual(early.search, SearchState(query: "alien", results: Listing(generation: 2, awaited: 1)))
    let right = SearchAction.receive(query: "alien", page: 1, generation: 2, result: .success(.of(.alien)))
    let found = SearchState(query: "alien", results: Listing(ids: [1], page: 1, totalPages: 1, generation: 2))
    expectEqual(state(after: right, late, from: typed).search, found)
    expectEqual(state(after: late, right, from: typed).search, found)
    let cleared = SearchState(results: Listing(generation: 2))
    expectEqual(state(after: late, right, SearchAction.clear, late, from: typed).search, cleared)
    let failed = SearchAction.receive(
      query: "al", page: 1, generation: 1, result: .failure(.timedOut(path: "search/movie")))
    expectEqual(state(after: right, failed, from: typed).search, found)
    expectEqual(state(after: failed, right, from: typed).search, found)
    // After a rewind, another text gets the same generation.
    let other = SearchAction.receive(query: "ala", page: 1, generation: 2, result: .success(.of(.aladdin)))
    expectEqual(state(after: other, from: typed).search, typed.search)
  }

  @Test func `a second page is appended, and another text starts again`() {
    let state = state(
      after: SearchAction.request(query: "al", page: 1, generation: 1),
      SearchAction.receive(query: "al", page: 1, generation: 1, result: .success(.of(.alien, totalPages: 2))),
      SearchAction.request(query: "al", page: 2, generation: 1),
      SearchAction.receive(
        query: "al", page: 2, generation: 1, result: .success(.of(.aladdin, page: 2, totalPages: 2))))
    expectEqual(state.search.results, Listing(ids: [1, 2], page: 2, totalPages: 2, generation: 1))
    expectEqual(state.search.generation(asking: 3, of: "al"), 1)
    expectEqual(state.search.generation(asking: 3, of: "ala"), nil)
    expectEqual(state.search.generation(asking: 1, of: "ala"), 2)
    let next = appReducer(state: state, action: SearchAction.request(query: "ala", page: 1, generation: 2))
    expectEqual(next.search, SearchState(query: "ala", results: Listing(generation: 2, awaited: 1)))
    // The same page of two texts is two requests.
    expectEqual(next.search.generation(asking: 1, of: "ala"), 2)
    expectEqual(next.search.generation(asking: 1, of: "alad"), 3)
  }

  @Test func `a late page isn't added to a newer list for the same text`() {
    let late = SearchAction.receive(
      query: "al", page: 2, generation: 1, result: .success(.of(.aladdin, page: 2, totalPages: 2)))
    let again = state(
      after: SearchAction.request(query: "al", page: 1, generation: 1),
      SearchAction.receive(query: "al", page: 1, generation: 1, result: .success(.of(.alien, totalPages: 2))),
      SearchAction.request(query: "al", page: 2, generation: 1), SearchAction.clear,
      SearchAction.request(query: "al", page: 1, generation: 2),
      SearchAction.receive(query: "al", page: 1, generation: 2, result: .success(.of(.alien, totalPages: 2))), late)
    expectEqual(again.search.results, Listing(ids: [1], page: 1, totalPages: 2, generation: 2))
  }

  @Test func `recent searches are newest first, without duplicates`() {
    let keep = ["a", "b", "a", "c"].map(SearchAction.keep(query:))
    var state = keep.reduce(AppState(), appReducer)
    expectEqual(state.search.recent, ["c", "a", "b"])
    state = appReducer(state: state, action: SearchAction.forget(query: "a"))
    expectEqual(state.search.recent, ["c", "b"])
    state = (0..<10).map { SearchAction.keep(query: "\($0)") }.reduce(state, appReducer)
    expectEqual(state.search.recent, ["9", "8", "7", "6", "5", "4", "3", "2"])
  }
}

@Suite("listsReducer")
struct ListsTests {
  typealias Lists = ListsActions

  @Test func `a film to see joins the wish list with the action's time`() {
    let wished = state(after: Lists.AddToWishlist(movie: 1, at: .second(5)))
    expectEqual(wished, AppState(lists: ListsState(wishlist: [1: .second(5)])))
    expectEqual(state(after: Lists.RemoveFromWishlist(movie: 1), from: wished), AppState())
  }

  @Test func `a seen film leaves the wish list`() {
    let state = state(
      after: Lists.AddToWishlist(movie: 1, at: .second(5)), Lists.AddToWishlist(movie: 2, at: .second(6)),
      Lists.AddToSeenlist(movie: 1, at: .second(9)), Lists.AddToSeenlist(movie: 3, at: .second(10)),
      Lists.RemoveFromSeenlist(movie: 3))
    expectEqual(state.lists, ListsState(wishlist: [2: .second(6)], seenlist: [1: .second(9)]))
  }

  @Test func `the user creates, renames, fills, and deletes lists`() {
    let filled = state(
      after: Lists.CreateList(list: "a", name: "Japn"), Lists.RenameList(list: "a", name: "Japan"),
      Lists.CreateList(list: "b", name: "Rain"), Lists.AddToList(list: "a", movie: 2),
      Lists.AddToList(list: "a", movie: 1), Lists.AddToList(list: "a", movie: 2), Lists.AddToList(list: "b", movie: 3),
      Lists.RemoveFromList(list: "b", movie: 3))
    expectEqual(
      filled.lists.custom, [CustomList(id: "a", name: "Japan", movies: [2, 1]), CustomList(id: "b", name: "Rain")])
    expectEqual(state(after: Lists.DeleteList(list: "a"), from: filled).lists.custom.map(\.id), ["b"])
  }

  static let strangers: [any Action] = [
    Lists.CreateList(list: "a", name: "Again"), Lists.RenameList(list: "x", name: "X"), Lists.DeleteList(list: "x"),
    Lists.AddToList(list: "x", movie: 1), Lists.RemoveFromList(list: "x", movie: 1), Lists.RemoveFromWishlist(movie: 1),
    Lists.RemoveFromSeenlist(movie: 1),
  ]

  @Test(arguments: strangers.indices) func `an action with a missing or taken id changes nothing`(index: Int) {
    let one = state(after: Lists.CreateList(list: "a", name: "A"))
    expectEqual(appReducer(state: one, action: Self.strangers[index]), one)
  }

  @Test func `movies contains the films of all lists`() {
    let state = ListsState(
      wishlist: [1: .second(0)], seenlist: [2: .second(0)],
      custom: [CustomList(id: "a", name: "A", movies: [2, 3])])
    expectEqual(state.movies, [1, 2, 3])
  }
}

@Suite("peopleReducer")
struct PeopleTests {
  typealias People = PeopleActions

  private static let weaver = Person(id: 7, name: "Sigourney Weaver", born: 1949, biography: "Ripley.")

  @Test func `a cast refers to people, each stored once`() {
    let credits = Credits(cast: [.init(id: 7, name: "Sigourney Weaver", character: "Ripley")])
    let asked = state(after: People.RequestCredits(movie: 1))
    expectEqual(asked.people, PeopleState(casts: [1: .loading(previous: nil)]))
    let state = state(
      after: People.ReceiveCredits(movie: 1, result: .success(credits)),
      People.RequestPerson(person: 7), People.ReceivePerson(person: 7, result: .success(Self.weaver)),
      People.ReceiveCredits(movie: 2, result: .success(credits)),
      People.ReceiveCredits(movie: 3, result: .failure(.cancelled(path: "movie/3/credits"))), from: asked)
    let ripley = Role(person: 7, character: "Ripley")
    expectEqual(
      state.people,
      PeopleState(
        all: [Self.weaver],
        casts: [
          1: .loaded([ripley]), 2: .loaded([ripley]),
          3: .failed(.cancelled(path: "movie/3/credits"), previous: nil),
        ]))
  }

  @Test func `people are listed in pages`() {
    let page = Page(page: 1, totalPages: 1, results: [Person(id: 7, name: "Sigourney Weaver")])
    let listed = state(
      after: People.RequestPopular(page: 1, generation: 1),
      People.ReceivePopular(page: 1, generation: 1, result: .success(page)))
    expectEqual(listed.people.popular, Listing(ids: [7], page: 1, totalPages: 1, generation: 1))
    expectEqual(listed.people.all.map(\.name), ["Sigourney Weaver"])
    let late = Page(page: 2, totalPages: 2, results: [Person(id: 8, name: "Ian Holm")])
    let refreshed = state(
      after: People.RequestPopular(page: 2, generation: 1), People.RequestPopular(page: 1, generation: 2),
      People.ReceivePopular(page: 1, generation: 2, result: .success(page)),
      People.ReceivePopular(page: 2, generation: 1, result: .success(late)), from: listed)
    expectEqual(refreshed.people.popular, Listing(ids: [7], page: 1, totalPages: 1, generation: 2))
  }

  @Test func `a failed page has its error`() {
    let state = state(
      after: People.RequestPerson(person: 7),
      People.ReceivePerson(person: 7, result: .failure(.refused(path: "person/7", status: 500))))
    expectEqual(state.people.pages, [7: .failed(.refused(path: "person/7", status: 500))])
  }

  @Test func `the fan club is ordered, without duplicates`() {
    let state = state(
      after: People.AddToFanClub(person: 7), People.AddToFanClub(person: 8), People.AddToFanClub(person: 7),
      People.AddToFanClub(person: 9), People.RemoveFromFanClub(person: 8))
    expectEqual(state.people.fanClub, [7, 9])
  }
}
