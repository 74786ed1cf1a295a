/// How much was done on a day.
public struct DayTrend: Codable, Hashable, Identifiable, Sendable {
  /// The day.
  public let day: Day
  /// How many tasks were completed then; at least one.
  public var completed: Int

  /// The day, of which there is one trend.
  public var id: Day { day }

  /// Creates the trend of a day.
  public init(day: Day, completed: Int) {
    self.day = day
    self.completed = completed
  }
}
