/// The whole state of the app: a slice for the task list, and one for each of the other screens.
public struct AppState: Codable, Hashable, Sendable {
  /// The task list, and which tasks are favourites.
  public var tasks: TasksState
  /// What the calendar shows.
  public var calendar: CalendarState
  /// How much was done.
  public var trends: TrendsState
  /// How the owner of the app likes it.
  public var settings: SettingsState

  /// Creates a state; without arguments, that of an app just installed.
  public init(
    tasks: TasksState = TasksState(), calendar: CalendarState = CalendarState(), trends: TrendsState = TrendsState(),
    settings: SettingsState = SettingsState()
  ) {
    self.tasks = tasks
    self.calendar = calendar
    self.trends = trends
    self.settings = settings
  }
}
