/// What can be set.
public enum SettingsAction: Codable, Hashable, Sendable {
  /// The order of the list.
  case sort(by: SettingsState.Sort)
  /// The day on which a week begins.
  case beginWeek(on: Weekday)
  /// Whether the list has what is done as well.
  case showCompleted(Bool)
}
