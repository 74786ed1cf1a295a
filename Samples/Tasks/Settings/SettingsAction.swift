/// An action of the settings.
public enum SettingsAction: Codable, Hashable, Sendable {
  /// The order of the list.
  case sort(by: SettingsState.Sort)
  /// The first day of the week.
  case beginWeek(on: Weekday)
  /// Whether the list includes completed tasks.
  case showCompleted(Bool)
}
