/// An action of the app: an enum of the slices' enums.
///
/// Actions carry the ids and days they need, so reducing them depends on nothing else.
public enum AppAction: Codable, Hashable, Sendable {
  /// An action of the tasks, on any screen.
  case tasks(TasksAction)
  /// An action of the calendar.
  case calendar(CalendarAction)
  /// An action of the trend chart.
  case trends(TrendsAction)
  /// An action of the settings.
  case settings(SettingsAction)
}
