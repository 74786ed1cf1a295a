/// An action of the calendar.
public enum CalendarAction: Codable, Hashable, Sendable {
  /// Show a day: today when the calendar opens, or a tapped one.
  case show(Day)
  /// Turn to the next week, or to the previous one with `-1`.
  case turn(weeks: Int)
}
