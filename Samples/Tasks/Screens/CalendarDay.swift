/// A day of the calendar's week with its due tasks.
public struct CalendarDay: Hashable, Sendable {
  /// The day.
  public let day: Day
  /// Whether the calendar shows this day.
  public let isShown: Bool
  /// The tasks due on the day, in the user's order.
  public let rows: [TaskRow]

  /// Creates a day.
  public init(day: Day, isShown: Bool = false, rows: [TaskRow] = []) {
    self.day = day
    self.isShown = isShown
    self.rows = rows
  }
}
