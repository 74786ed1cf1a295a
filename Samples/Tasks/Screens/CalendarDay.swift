/// A day of the calendar's week, and what is due then.
public struct CalendarDay: Hashable, Sendable {
  /// The day.
  public let day: Day
  /// Whether it is the day that is shown.
  public let isShown: Bool
  /// What is due then, in the order that the tasks' owner gave them.
  public let rows: [TaskRow]

  /// Creates a day.
  public init(day: Day, isShown: Bool = false, rows: [TaskRow] = []) {
    self.day = day
    self.isShown = isShown
    self.rows = rows
  }
}
