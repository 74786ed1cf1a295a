/// The whole state of the app: a slice for the task list and one for each other screen.
public struct AppState: Codable, Hashable, Sendable {
  /// The task list and the favourites.
  public var tasks: TasksState
  /// The calendar.
  public var calendar: CalendarState
  /// The completed tasks per day.
  public var trends: TrendsState
  /// The user's settings.
  public var settings: SettingsState

  /// Creates a state; by default, that of a fresh install.
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
