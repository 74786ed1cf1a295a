/// What the service can be asked for.
public enum Endpoint: Hashable, Sendable {
  /// A page of a menu.
  case menu(MoviesMenu, page: Int)
  /// A page of the films that are found for a text.
  case search(String, page: Int)
  /// The page of a film.
  case movie(Movie.ID)
  /// The cast of a film.
  case credits(Movie.ID)
  /// A page of the people whom many look at.
  case popularPeople(page: Int)
  /// The page of a person.
  case person(Person.ID)

  /// Where it is below the service's address: `movie/top_rated`.
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

  /// What stands behind the path: the page, and what is searched for.
  public var query: [(name: String, value: String)] {
    switch self {
    case .menu(_, let page), .popularPeople(let page): [("page", "\(page)")]
    case .search(let text, let page): [("query", text), ("page", "\(page)")]
    case .movie, .credits, .person: []
    }
  }
}
