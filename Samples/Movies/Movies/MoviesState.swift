public import StateTree

/// The films that are known, each in one place, and the menus, which name them by their ids.
public struct MoviesState: Codable, Hashable, Sendable {
  /// Every film that anything has told of.
  public var all: EntityTable<Movie>
  /// The menu that is shown.
  public var menu: MoviesMenu
  /// What the menus list, as far as they were loaded.
  public var menus: [MoviesMenu: Listing]
  /// The pages of films that are on their way, or have failed.
  public var pages: [Movie.ID: Loading]

  /// Creates a state; without arguments, one that knows nothing.
  public init(
    all: EntityTable<Movie> = [], menu: MoviesMenu = .popular, menus: [MoviesMenu: Listing] = [:],
    pages: [Movie.ID: Loading] = [:]
  ) {
    self.all = all
    self.menu = menu
    self.menus = menus
    self.pages = pages
  }

  /// Takes in what an answer tells of films.
  mutating func learn(_ movies: [Movie]) {
    for movie in movies { all.upsert(all[id: movie.id]?.updated(by: movie) ?? movie) }
  }
}
