/// Everything that can happen in the app: an enum of the slices' enums.
///
/// Actions carry the ids and days they need, so that reducing them depends on nothing else.
public enum AppAction: Codable, Hashable, Sendable {
  /// Something happens to the tasks, on whichever screen.
  case tasks(TasksAction)
  /// Something happens on the calendar.
  case calendar(CalendarAction)
  /// Something happens on the chart of trends.
  case trends(TrendsAction)
  /// Something is set.
  case settings(SettingsAction)
}
