public import ReduxPersistence
import StateTree

/// Where the parts of the state are kept while the app doesn't run.
public enum MoviesPersistence {
  /// What is the user's own: lists, fan club, the last searches, the menu; and of films and people those that these name, with
  /// what their pages told. What the service can tell again is not kept: menus, results, casts, what is on its way.
  ///
  /// - Parameter folder: Where the files are; the folder around it must exist.
  /// - Returns: The places; all of it changes together.
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
  /// The films that a list names. Those that are set are learnt, and none is forgotten. O(n) in the films that are known.
  var listedMovies: EntityTable<Movie> {
    get {
      let kept = lists.movies
      return EntityTable(movies.all.filter { kept.contains($0.id) })
    }
    set { movies.learn(Array(newValue)) }
  }

  /// The people of the fan club, in its order. Those that are set are learnt.
  var admired: EntityTable<Person> {
    get { EntityTable(people.fanClub.compactMap { people.all[id: $0] }) }
    set { people.learn(Array(newValue)) }
  }
}
