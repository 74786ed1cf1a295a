public import StateTable

/// The known films, each stored once, and the menus, which refer to them by id.
public struct MoviesState: Codable, Hashable, Sendable {
  /// All films that any answer contained.
  public var all: EntityTable<Movie>
  /// The shown menu.
  public var menu: MoviesMenu
  /// The loaded part of each menu.
  public var menus: [MoviesMenu: Listing]
  /// The films' pages that are loading or have failed.
  public var pages: [Movie.ID: Loading]

  /// Creates a state; by default, empty.
  public init(
    all: EntityTable<Movie> = [], menu: MoviesMenu = .popular, menus: [MoviesMenu: Listing] = [:],
    pages: [Movie.ID: Loading] = [:]
  ) {
    self.all = all
    self.menu = menu
    self.menus = menus
    self.pages = pages
  }

  /// Adds or updates the films of an answer.
  mutating func learn(_ movies: [Movie]) {
    for movie in movies { all.upsert(all[id: movie.id]?.updated(by: movie) ?? movie) }
  }
}
