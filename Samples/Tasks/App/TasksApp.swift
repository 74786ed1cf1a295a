public import ReduxReplay
public import ReduxStore

/// Tasks with a calendar, favourites and trends: reducers of slices, composed, over a normalised state.
public enum TasksApp: ReplayableApp {
  /// The name in a journal's header.
  public static let name = "tasks"
  /// The version of the app.
  public static let version: String? = "1.1"
  /// The version of the shape of `AppState` and `AppAction`.
  public static let schema: Int? = 2

  /// An app just installed.
  public static var initialState: AppState { AppState() }

  /// The root reducer: those of the slices, each on its slice in place, and the one that sees two of them.
  public static let reducer = Reducer<AppState, AppAction>.combine(
    TrendsState.completions.pullback(state: \.self, action: tasks),
    TasksState.reducer.pullback(state: \.tasks, action: tasks),
    CalendarState.reducer.pullback(
      state: \.calendar, action: { if case .calendar(let action) = $0 { action } else { nil } }),
    TrendsState.reducer.pullback(
      state: \.trends, action: { if case .trends(let action) = $0 { action } else { nil } }),
    SettingsState.reducer.pullback(
      state: \.settings, action: { if case .settings(let action) = $0 { action } else { nil } }))

  /// Changes the state as the action asks for.
  public static func reduce(_ state: inout AppState, _ action: AppAction) {
    reducer(&state, action)
  }

  @Sendable private static func tasks(_ action: AppAction) -> TasksAction? {
    if case .tasks(let action) = action { action } else { nil }
  }
}
