public import StateTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AppState {
  /// What is kept of a state while the app doesn't run.
  ///
  /// The user's own is: lists, fan club, the last searches, the menu. Of films and people those are kept that these name,
  /// with what their pages told. What the service can tell again is not: menus, results, casts, what is on its way.
  public struct Archive: Codable, Hashable, Sendable {
    /// The films that a list names.
    public var movies: EntityTable<Movie>
    /// The people of the fan club, in its order.
    public var people: EntityTable<Person>
    /// The lists.
    public var lists: ListsState
    /// What was searched for last.
    public var recentSearches: [String]
    /// The menu that is shown.
    public var menu: MoviesMenu

    /// Takes what is worth keeping out of a state. O(n) in the films and people that it knows.
    public init(of state: AppState) {
      let kept = state.lists.movies
      movies = EntityTable(state.movies.all.filter { kept.contains($0.id) })
      people = EntityTable(state.people.fanClub.compactMap { state.people.all[id: $0] })
      lists = state.lists
      recentSearches = state.search.recent
      menu = state.movies.menu
    }

    /// The state that an app begins with that has found this.
    public var restored: AppState {
      AppState(
        movies: MoviesState(all: movies, menu: menu),
        search: SearchState(recent: recentSearches),
        lists: lists,
        people: PeopleState(all: people, fanClub: people.map(\.id)))
    }
  }
}

extension AppState.Archive {
  /// Reads a file that `write(to:)` has written.
  ///
  /// - Throws: `CocoaError` if it can't be read, or `DecodingError` if it is no archive.
  public init(contentsOf path: String) throws {
    self = try StateDecoder().decode(AppState.Archive.self, from: [UInt8](Data(contentsOf: URL(filePath: path))))
  }

  /// Writes a file, beside the old one and then in its place.
  ///
  /// - Throws: `CocoaError` if it can't be written; the old one is there still.
  public func write(to path: String) throws {
    try Data(StateEncoder().encode(self)).write(to: URL(filePath: path), options: .atomic)
  }
}
