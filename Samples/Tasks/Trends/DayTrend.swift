/// The number of tasks completed on a day.
public struct DayTrend: Codable, Hashable, Identifiable, Sendable {
  /// The day.
  public let day: Day
  /// The number of completed tasks; at least 1.
  public var completed: Int

  /// The day; each has one trend.
  public var id: Day { day }

  /// Creates the trend of a day.
  public init(day: Day, completed: Int) {
    self.day = day
    self.completed = completed
  }
}
