public import ReduxReplay
public import ReduxStore

/// A task app with calendar, favourites, and trends: composed slice reducers over a normalised state.
public enum TasksApp: ReplayableApp {
  /// The name in a journal's header.
  public static let name = "tasks"
  /// The version of the app.
  public static let version: String? = "1.1"
  /// The version of the shape of `AppState` and `AppAction`.
  public static let schema: Int? = 2

  /// The copy of a task gets its id in the reducer.
  public static let usesInputs = true

  /// The state of a fresh install.
  public static var initialState: AppState { AppState() }

  /// The root reducer: the slices' reducers, each in place, and one that reads two slices.
  public static let reducer = Reducer<AppState, AppAction>.combine(
    TrendsState.completions.pullback(state: \.self, action: tasks),
    TasksState.reducer.pullback(state: \.tasks, action: tasks),
    CalendarState.reducer.pullback(
      state: \.calendar, action: { if case .calendar(let action) = $0 { action } else { nil } }),
    TrendsState.reducer.pullback(
      state: \.trends, action: { if case .trends(let action) = $0 { action } else { nil } }),
    SettingsState.reducer.pullback(
      state: \.settings, action: { if case .settings(let action) = $0 { action } else { nil } }))

  /// Reduces an action.
  public static func reduce(_ state: inout AppState, _ action: AppAction) {
    reducer(&state, action)
  }

  @Sendable private static func tasks(_ action: AppAction) -> TasksAction? {
    if case .tasks(let action) = action { action } else { nil }
  }
}
