/// A bar of the trend chart.
public struct TrendBar: Hashable, Sendable {
  /// The bar's day, or the first day of its week.
  public let start: Day
  /// The number of tasks completed then.
  public let completed: Int

  /// Creates a bar.
  public init(start: Day, completed: Int) {
    self.start = start
    self.completed = completed
  }
}
