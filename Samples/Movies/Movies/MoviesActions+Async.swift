import StateTree

extension MoviesActions {
  /// Loads a page of a menu: the first, or the next.
  public struct FetchMenu: AsyncAction {
    /// The menu.
    public var menu: MoviesMenu
    /// The page, counted from 1.
    public var page: Int

    /// Creates the action.
    public init(menu: MoviesMenu, page: Int) {
      self.menu = menu
      self.page = page
    }

    /// Notes the request, unless the page doesn't follow what is there.
    public func request(in state: AppState) -> (any Action)? {
      let listing = state.movies.menus[menu] ?? Listing()
      return listing.canReceive(page: page) ? RequestMenu(menu: menu, page: page) : nil
    }

    /// Asks the service, and gives what arrived.
    public func execute(service: any MovieService) async -> any Action {
      ReceiveMenu(menu: menu, result: await service.load(.menu(menu, page: page)))
    }
  }

  /// Loads the page of a film, unless it was loaded before.
  public struct FetchMovie: AsyncAction {
    /// The film.
    public var movie: Movie.ID

    /// Creates the action.
    public init(movie: Movie.ID) { self.movie = movie }

    /// Notes the request, unless the page is there.
    public func request(in state: AppState) -> (any Action)? {
      state.movies.all[id: movie]?.hasDetails == true ? nil : RequestMovie(movie: movie)
    }

    /// Asks the service, and gives what arrived.
    public func execute(service: any MovieService) async -> any Action {
      ReceiveMovie(movie: movie, result: await service.load(.movie(movie)))
    }
  }
}
