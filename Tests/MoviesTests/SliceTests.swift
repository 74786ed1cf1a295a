import Foundation
import Movies
import StateTree
import Testing

@Suite("Films and menus")
struct MoviesTests {
  typealias Receive = MoviesActions.ReceiveMenu

  @Test func `a menu lists ids; the films stand in one place`() {
    let state = state(
      after: MoviesActions.RequestMenu(menu: .popular, page: 1),
      Receive(menu: .popular, result: .success(.of(.alien, .aladdin, totalPages: 2))),
      MoviesActions.RequestMenu(menu: .topRated, page: 1),
      Receive(menu: .topRated, result: .success(.of(.alien))))
    #expect(
      state
        == AppState(
          movies: MoviesState(
            all: [.alien, .aladdin],
            menus: [
              .popular: Listing(ids: [1, 2], page: 1, totalPages: 2),
              .topRated: Listing(ids: [1], page: 1, totalPages: 1),
            ])))
  }

  @Test func `a page that was asked for is on its way until it is there`() {
    let asked = state(after: MoviesActions.RequestMenu(menu: .popular, page: 1))
    #expect(asked.movies.menus == [.popular: Listing(isLoading: true)])
    let failed = state(
      after: Receive(menu: .popular, result: .failure(.timedOut(path: "movie/popular"))), from: asked)
    #expect(failed.movies.menus == [.popular: Listing(failure: .timedOut(path: "movie/popular"))])
    let again = state(after: MoviesActions.RequestMenu(menu: .popular, page: 1), from: failed)
    #expect(again.movies.menus == [.popular: Listing(isLoading: true)])
  }

  static let pages: [([Page<Movie>], Listing)] = [
    (
      [.of(.alien, totalPages: 2), .of(.aladdin, page: 2, totalPages: 2)], Listing(ids: [1, 2], page: 2, totalPages: 2)
    ),
    (  // What has moved to the next page meanwhile is listed once.
      [.of(.alien, .aladdin, totalPages: 2), .of(.aladdin, .alphaville, page: 2, totalPages: 2)],
      Listing(ids: [1, 2, 3], page: 2, totalPages: 2)
    ),
    (  // The same page twice.
      [
        .of(.alien, totalPages: 3), .of(.aladdin, page: 2, totalPages: 3), .of(.aladdin, page: 2, totalPages: 3),
      ],
      Listing(ids: [1, 2], page: 2, totalPages: 3)
    ),
    (  // A page that follows none.
      [.of(.alien, totalPages: 3), .of(.alphaville, page: 3, totalPages: 3)],
      Listing(ids: [1], page: 1, totalPages: 3)
    ),
    (  // The first page begins anew.
      [.of(.alien, totalPages: 2), .of(.aladdin, page: 2, totalPages: 2), .of(.alphaville, totalPages: 1)],
      Listing(ids: [3], page: 1, totalPages: 1)
    ),
  ]

  @Test(arguments: pages)
  func `pages follow each other`(pages: [Page<Movie>], listing: Listing) {
    var state = AppState()
    for page in pages { state = appReducer(state: state, action: Receive(menu: .upcoming, result: .success(page))) }
    #expect(state.movies.menus == [.upcoming: listing])
    #expect(listing.hasMore == (listing.page < listing.totalPages ?? 0))
  }

  @Test func `a page that follows none leaves the list waiting for the one that was asked for`() {
    let waiting = state(
      after: SearchAction.request(query: "al", page: 1),
      SearchAction.receive(query: "al", result: .success(.of(.aladdin, page: 2, totalPages: 2))))
    #expect(waiting.search.results == Listing(isLoading: true))
  }

  @Test func `the page of a film tells more, and a menu takes nothing of it away`() {
    var known = Movie.alien
    known.runtime = 117
    known.tagline = "In space."
    known.genres = ["Horror"]
    var voted = Movie.alien
    voted.voteAverage = 9
    let state = state(
      after: MoviesActions.RequestMovie(movie: 1),
      MoviesActions.ReceiveMovie(movie: 1, result: .success(known)),
      Receive(menu: .popular, result: .success(.of(voted))))
    known.voteAverage = 9
    #expect(state.movies.all == [known])
    #expect(state.movies.pages == [:])
  }

  @Test func `a page that failed says why, until it is asked for again`() {
    let failed = state(
      after: MoviesActions.RequestMovie(movie: 1),
      MoviesActions.ReceiveMovie(movie: 1, result: .failure(.notFound(path: "movie/1"))))
    #expect(failed.movies == MoviesState(pages: [1: .failed(.notFound(path: "movie/1"))]))
    #expect(state(after: MoviesActions.RequestMovie(movie: 1), from: failed).movies.pages == [1: .running])
  }

  @Test func `another menu is shown`() {
    #expect(state(after: MoviesActions.ShowMenu(menu: .nowPlaying)).movies == MoviesState(menu: .nowPlaying))
  }
}

@Suite("The search field")
struct SearchTests {
  @Test func `what is found is listed, and known to the films`() {
    let state = state(
      after: SearchAction.request(query: "al", page: 1),
      SearchAction.receive(query: "al", result: .success(.of(.alien, .aladdin))))
    #expect(state.search == SearchState(query: "al", results: Listing(ids: [1, 2], page: 1, totalPages: 1)))
    #expect(state.movies.all == [.alien, .aladdin])
  }

  @Test func `an answer to what stood in the field before is no answer to what stands there now`() {
    let typed = state(
      after: SearchAction.request(query: "al", page: 1), SearchAction.request(query: "alien", page: 1))
    let late = SearchAction.receive(query: "al", result: .success(.of(.aladdin)))
    let early = state(after: late, from: typed)
    #expect(early.search == SearchState(query: "alien", results: Listing(isLoading: true)))
    let right = SearchAction.receive(query: "alien", result: .success(.of(.alien)))
    let found = SearchState(query: "alien", results: Listing(ids: [1], page: 1, totalPages: 1))
    #expect(state(after: right, late, from: typed).search == found)
    #expect(state(after: late, right, from: typed).search == found)
    #expect(state(after: late, right, SearchAction.clear, late, from: typed).search == SearchState())
    let failed = SearchAction.receive(query: "al", result: .failure(.timedOut(path: "search/movie")))
    #expect(state(after: right, failed, from: typed).search == found)
  }

  @Test func `a second page is added, another text begins anew`() {
    let state = state(
      after: SearchAction.request(query: "al", page: 1),
      SearchAction.receive(query: "al", result: .success(.of(.alien, totalPages: 2))),
      SearchAction.request(query: "al", page: 2),
      SearchAction.receive(query: "al", result: .success(.of(.aladdin, page: 2, totalPages: 2))))
    #expect(state.search.results == Listing(ids: [1, 2], page: 2, totalPages: 2))
    let next = appReducer(state: state, action: SearchAction.request(query: "ala", page: 1))
    #expect(next.search == SearchState(query: "ala", results: Listing(isLoading: true)))
  }

  @Test func `the last searches are kept, the newest first, none twice`() {
    let keep = ["a", "b", "a", "c"].map(SearchAction.keep(query:))
    var state = keep.reduce(AppState(), appReducer)
    #expect(state.search.recent == ["c", "a", "b"])
    state = appReducer(state: state, action: SearchAction.forget(query: "a"))
    #expect(state.search.recent == ["c", "b"])
    state = (0..<10).map { SearchAction.keep(query: "\($0)") }.reduce(state, appReducer)
    #expect(state.search.recent == ["9", "8", "7", "6", "5", "4", "3", "2"])
  }
}

@Suite("Lists")
struct ListsTests {
  typealias Lists = ListsActions

  @Test func `what is to be seen is on the wish list, with the time that came with the action`() {
    let wished = state(after: Lists.AddToWishlist(movie: 1, at: .second(5)))
    #expect(wished == AppState(lists: ListsState(wishlist: [1: .second(5)])))
    #expect(state(after: Lists.RemoveFromWishlist(movie: 1), from: wished) == AppState())
  }

  @Test func `what was seen leaves the wish list`() {
    let state = state(
      after: Lists.AddToWishlist(movie: 1, at: .second(5)), Lists.AddToWishlist(movie: 2, at: .second(6)),
      Lists.AddToSeenlist(movie: 1, at: .second(9)), Lists.AddToSeenlist(movie: 3, at: .second(10)),
      Lists.RemoveFromSeenlist(movie: 3))
    #expect(state.lists == ListsState(wishlist: [2: .second(6)], seenlist: [1: .second(9)]))
  }

  @Test func `own lists are made, renamed, filled and thrown away`() {
    let filled = state(
      after: Lists.CreateList(list: "a", name: "Japn"), Lists.RenameList(list: "a", name: "Japan"),
      Lists.CreateList(list: "b", name: "Rain"), Lists.AddToList(list: "a", movie: 2),
      Lists.AddToList(list: "a", movie: 1), Lists.AddToList(list: "a", movie: 2), Lists.AddToList(list: "b", movie: 3),
      Lists.RemoveFromList(list: "b", movie: 3))
    #expect(
      filled.lists.custom == [CustomList(id: "a", name: "Japan", movies: [2, 1]), CustomList(id: "b", name: "Rain")])
    #expect(state(after: Lists.DeleteList(list: "a"), from: filled).lists.custom.map(\.id) == ["b"])
  }

  static let strangers: [any Action] = [
    Lists.CreateList(list: "a", name: "Again"), Lists.RenameList(list: "x", name: "X"), Lists.DeleteList(list: "x"),
    Lists.AddToList(list: "x", movie: 1), Lists.RemoveFromList(list: "x", movie: 1), Lists.RemoveFromWishlist(movie: 1),
    Lists.RemoveFromSeenlist(movie: 1),
  ]

  @Test(arguments: strangers.indices) func `what names nothing changes nothing`(index: Int) {
    let one = state(after: Lists.CreateList(list: "a", name: "A"))
    #expect(appReducer(state: one, action: Self.strangers[index]) == one)
  }

  @Test func `the films of all lists`() {
    let state = ListsState(
      wishlist: [1: .second(0)], seenlist: [2: .second(0)],
      custom: [CustomList(id: "a", name: "A", movies: [2, 3])])
    #expect(state.movies == [1, 2, 3])
  }
}

@Suite("People and the fan club")
struct PeopleTests {
  typealias People = PeopleActions

  private static let weaver = Person(id: 7, name: "Sigourney Weaver", born: 1949, biography: "Ripley.")

  @Test func `a cast names people, who stand in one place`() {
    let credits = Credits(cast: [.init(id: 7, name: "Sigourney Weaver", character: "Ripley")])
    let asked = state(after: People.RequestCredits(movie: 1))
    #expect(asked.people == PeopleState(loadingCasts: [1: .running]))
    let state = state(
      after: People.ReceiveCredits(movie: 1, result: .success(credits)),
      People.RequestPerson(person: 7), People.ReceivePerson(person: 7, result: .success(Self.weaver)),
      People.ReceiveCredits(movie: 2, result: .success(credits)),
      People.ReceiveCredits(movie: 3, result: .failure(.cancelled(path: "movie/3/credits"))), from: asked)
    let ripley = Role(person: 7, character: "Ripley")
    #expect(
      state.people
        == PeopleState(
          all: [Self.weaver], casts: [1: [ripley], 2: [ripley]],
          loadingCasts: [3: .failed(.cancelled(path: "movie/3/credits"))]))
  }

  @Test func `people are listed in pages`() {
    let page = Page(page: 1, totalPages: 1, results: [Person(id: 7, name: "Sigourney Weaver")])
    let state = state(after: People.RequestPopular(page: 1), People.ReceivePopular(result: .success(page)))
    #expect(state.people.popular == Listing(ids: [7], page: 1, totalPages: 1))
    #expect(state.people.all.map(\.name) == ["Sigourney Weaver"])
  }

  @Test func `a page that failed says why`() {
    let state = state(
      after: People.RequestPerson(person: 7),
      People.ReceivePerson(person: 7, result: .failure(.refused(path: "person/7", status: 500))))
    #expect(state.people.pages == [7: .failed(.refused(path: "person/7", status: 500))])
  }

  @Test func `the fan club has an order, and nobody is in it twice`() {
    let state = state(
      after: People.AddToFanClub(person: 7), People.AddToFanClub(person: 8), People.AddToFanClub(person: 7),
      People.AddToFanClub(person: 9), People.RemoveFromFanClub(person: 8))
    #expect(state.people.fanClub == [7, 9])
  }
}
