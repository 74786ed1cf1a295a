/// The whole state of the app: a slice for each reducer.
///
/// All of it is encoded, what is gone with the app included, so that a journal proves all of it. What is kept on disk is
/// less: see `MoviesPersistence`.
public struct AppState: Codable, Hashable, Sendable {
  /// The films, and the menus that list them.
  public var movies: MoviesState
  /// The search field and what was found.
  public var search: SearchState
  /// The films that the user keeps.
  public var lists: ListsState
  /// The people, the casts, and the fan club.
  public var people: PeopleState

  /// Creates a state; without arguments, that of an app just installed.
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
