/// A request to the service.
public enum Endpoint: Hashable, Sendable {
  /// A page of a menu.
  case menu(MoviesMenu, page: Int)
  /// A page of a search's results.
  case search(String, page: Int)
  /// A film's page.
  case movie(Movie.ID)
  /// A film's cast.
  case credits(Movie.ID)
  /// A page of popular people.
  case popularPeople(page: Int)
  /// A person's page.
  case person(Person.ID)

  /// The path below the service's address: `movie/top_rated`.
  public var path: String {
    switch self {
    case .menu(.popular, _): "movie/popular"
    case .menu(.topRated, _): "movie/top_rated"
    case .menu(.upcoming, _): "movie/upcoming"
    case .menu(.nowPlaying, _): "movie/now_playing"
    case .search: "search/movie"
    case .movie(let id): "movie/\(id)"
    case .credits(let id): "movie/\(id)/credits"
    case .popularPeople: "person/popular"
    case .person(let id): "person/\(id)"
    }
  }

  /// The query parameters: the page and the text of a search.
  public var query: [(name: String, value: String)] {
    switch self {
    case .menu(_, let page), .popularPeople(let page): [("page", "\(page)")]
    case .search(let text, let page): [("query", text), ("page", "\(page)")]
    case .movie, .credits, .person: []
    }
  }
}
