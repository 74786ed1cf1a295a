public import StateCoding

/// The actions of the menus and the films' pages.
public enum MoviesActions {
  /// The user switches the menu.
  public struct ShowMenu: Action, Codable {
    /// The menu.
    public var menu: MoviesMenu

    /// Creates the action.
    public init(menu: MoviesMenu) { self.menu = menu }
  }

  /// The app requested a menu's page.
  public struct RequestMenu: Action, Codable, Hashable {
    /// The menu.
    public var menu: MoviesMenu
    /// The page, counted from 1.
    public var page: Int
    /// The list's generation; see `Listing`.
    public var generation: Int

    /// Creates the action.
    public init(menu: MoviesMenu, page: Int, generation: Int) {
      self.menu = menu
      self.page = page
      self.generation = generation
    }
  }

  /// A menu's page arrived or failed.
  public struct ReceiveMenu: Action, Codable {
    /// The menu.
    public var menu: MoviesMenu
    /// The page, counted from 1.
    public var page: Int
    /// The list's generation; see `Listing`.
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

  /// The app requested a film's page.
  public struct RequestMovie: Action, Codable, Hashable {
    /// The film.
    public var movie: Movie.ID

    /// Creates the action.
    public init(movie: Movie.ID) { self.movie = movie }
  }

  /// A film's page arrived or failed.
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
