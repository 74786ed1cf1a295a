/// What can be done on the calendar.
public enum CalendarAction: Codable, Hashable, Sendable {
  /// Shows a day: today when the calendar is opened, or one that was tapped.
  case show(Day)
  /// Turns to the week after, or the one before for `-1`.
  case turn(weeks: Int)
}
