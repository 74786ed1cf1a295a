public import ReduxPersistence
import StateTable

/// Stores parts of the state between runs.
public enum MoviesPersistence {
  /// Opens the storage of the user's data.
  ///
  /// It stores the lists, the fan club, the recent searches, the menu, and the films and people that these refer to,
  /// with their pages. It doesn't store what the service can send again: menus, results, and casts; nor pending
  /// requests.
  ///
  /// - Parameter folder: The folder of the files; its parent must exist.
  /// - Returns: The storage; all parts change together.
  /// - Throws: `PersistenceError` if the folder can't be opened.
  public static func places(in folder: String) throws(PersistenceError) -> StatePersistence<AppState> {
    let files = try FileFolder(path: folder)
    return .combine(
      .slice(\.lists, in: FileSlice("lists", in: files)),
      .slice(\.listedMovies, in: FileSlice("movies", in: files)),
      .slice(\.people.fanClub, in: FileSlice("fan-club", in: files)),
      .slice(\.admired, in: FileSlice("people", in: files)),
      .slice(\.search.recent, in: FileSlice("searches", in: files)),
      .slice(\.movies.menu, in: FileSlice("menu", in: files)))
  }
}

extension AppState {
  /// The films on the lists. The setter adds films and removes none. O(n) in the known films.
  var listedMovies: EntityTable<Movie> {
    get {
      let kept = lists.movies
      return EntityTable(movies.all.filter { kept.contains($0.id) })
    }
    set { movies.learn(Array(newValue)) }
  }

  /// The people of the fan club, in its order. The setter adds people and removes none.
  var admired: EntityTable<Person> {
    get { EntityTable(people.fanClub.compactMap { people.all[id: $0] }) }
    set { people.learn(Array(newValue)) }
  }
}
