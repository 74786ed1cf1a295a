public import ReduxReplay

/// A catalogue of films: menus, search, pages of films and people, and the user's lists.
public enum MoviesApp: ReplayableApp {
  /// The name in a journal's header.
  public static let name = "movies"
  /// The version of the app.
  public static let version: String? = "1.0"
  /// The version of the shape of `AppState` and of the actions.
  public static let schema: Int? = 1

  /// The state of a fresh install.
  public static var initialState: AppState { AppState() }

  /// Finds the action types by their names in the journal.
  public static var actions: ActionCoding<any Action> { .found }

  /// Replaces the state with the root reducer's result.
  public static func reduce(_ state: inout AppState, _ action: any Action) {
    state = appReducer(state: state, action: action)
  }
}
