/// The whole state of the app: one slice per reducer.
///
/// It encodes everything, even what isn't stored on disk, so that a journal proves all of it. See `MoviesPersistence`
/// for what is stored.
public struct AppState: Codable, Hashable, Sendable {
  /// The films, and the menus that list them.
  public var movies: MoviesState
  /// The search field and its results.
  public var search: SearchState
  /// The user's lists of films.
  public var lists: ListsState
  /// The people, the casts, and the fan club.
  public var people: PeopleState

  /// Creates a state; by default, that of a fresh install.
  public init(
    movies: MoviesState = MoviesState(), search: SearchState = SearchState(), lists: ListsState = ListsState(),
    people: PeopleState = PeopleState()
  ) {
    self.movies = movies
    self.search = search
    self.lists = lists
    self.people = people
  }
}
