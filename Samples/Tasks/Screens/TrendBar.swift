/// A bar of the chart of trends.
public struct TrendBar: Hashable, Sendable {
  /// The day, or the first day of the week, that it stands for.
  public let start: Day
  /// How many tasks were completed then.
  public let completed: Int

  /// Creates a bar.
  public init(start: Day, completed: Int) {
    self.start = start
    self.completed = completed
  }
}
