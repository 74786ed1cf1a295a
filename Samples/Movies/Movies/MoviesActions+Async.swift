import StateTable

extension MoviesActions {
  /// Loads a menu's first or next page.
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

    /// Requests the page, unless it doesn't follow the last one.
    public func work(in state: AppState) -> Work? {
      let listing = state.movies.menus[menu] ?? Listing()
      guard let generation = listing.generation(asking: page) else { return nil }
      return Work(request: RequestMenu(menu: menu, page: page, generation: generation)) { state in
        state.movies.menus[menu]?.awaits(page: page, generation: generation) == true
      } execute: { service in
        ReceiveMenu(
          menu: menu, page: page, generation: generation, result: await service.load(.menu(menu, page: page)))
      }
    }
  }

  /// Loads a film's page, unless it was loaded before.
  public struct FetchMovie: AsyncAction {
    /// The film.
    public var movie: Movie.ID

    /// Creates the action.
    public init(movie: Movie.ID) { self.movie = movie }

    /// Requests the page, unless it is loaded.
    public func work(in state: AppState) -> Work? {
      guard state.movies.all[id: movie]?.hasDetails != true else { return nil }
      return Work(request: RequestMovie(movie: movie)) { service in
        ReceiveMovie(movie: movie, result: await service.load(.movie(movie)))
      }
    }
  }
}
