public import ReduxReplay

/// A catalogue of films: menus, search, pages of films and people, and the lists that somebody keeps.
public enum MoviesApp: ReplayableApp {
  /// The name in a journal's header.
  public static let name = "movies"
  /// The version of the app.
  public static let version: String? = "1.0"
  /// The version of the shape of `AppState` and of the actions.
  public static let schema: Int? = 1

  /// An app just installed.
  public static var initialState: AppState { AppState() }

  /// The types of the actions are found by the names in the journal.
  public static var actions: ActionCoding<any Action> { .found }

  /// Puts what the root reducer returns in the place of the state.
  public static func reduce(_ state: inout AppState, _ action: any Action) {
    state = appReducer(state: state, action: action)
  }
}
