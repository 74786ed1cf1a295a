public import StateTree

/// What happens to menus and to the pages of films.
public enum MoviesActions {
  /// Another menu is shown.
  public struct ShowMenu: Action, Codable {
    /// Which one.
    public var menu: MoviesMenu

    /// Creates the action.
    public init(menu: MoviesMenu) { self.menu = menu }
  }

  /// A page of a menu was asked for.
  public struct RequestMenu: Action, Codable, Hashable {
    /// The menu.
    public var menu: MoviesMenu
    /// The page, counted from 1.
    public var page: Int
    /// Which list it is a page of; see `Listing`.
    public var generation: Int

    /// Creates the action.
    public init(menu: MoviesMenu, page: Int, generation: Int) {
      self.menu = menu
      self.page = page
      self.generation = generation
    }
  }

  /// A page of a menu has arrived, or won't.
  public struct ReceiveMenu: Action, Codable {
    /// The menu.
    public var menu: MoviesMenu
    /// The page, counted from 1.
    public var page: Int
    /// Which list it is a page of; see `Listing`.
    public var generation: Int
    /// The answer.
    public var result: CodableResult<Page<Movie>, ServiceError>

    /// Creates the action.
    public init(menu: MoviesMenu, page: Int, generation: Int, result: CodableResult<Page<Movie>, ServiceError>) {
      self.menu = menu
      self.page = page
      self.generation = generation
      self.result = result
    }
  }

  /// The page of a film was asked for.
  public struct RequestMovie: Action, Codable, Hashable {
    /// The film.
    public var movie: Movie.ID

    /// Creates the action.
    public init(movie: Movie.ID) { self.movie = movie }
  }

  /// The page of a film has arrived, or won't.
  public struct ReceiveMovie: Action, Codable {
    /// The film.
    public var movie: Movie.ID
    /// The answer.
    public var result: CodableResult<Movie, ServiceError>

    /// Creates the action.
    public init(movie: Movie.ID, result: CodableResult<Movie, ServiceError>) {
      self.movie = movie
      self.result = result
    }
  }
}
