public import StateTable

/// The number of tasks completed, day by day.
///
/// It can't be computed from the tasks, because tasks that were completed and then deleted count, too.
public struct TrendsState: Codable, Hashable, Sendable {
  /// The period of a bar in the chart.
  public enum Grouping: String, Codable, CaseIterable, Sendable {
    /// A day.
    case day
    /// A week, starting on the day from the settings.
    case week
  }

  /// The days with completed tasks, in the order of their first completion.
  public var days: EntityTable<DayTrend>
  /// The period of a bar in the chart.
  public var grouping: Grouping

  /// Creates a state; by default, that of a fresh install.
  public init(days: EntityTable<DayTrend> = [], grouping: Grouping = .day) {
    self.days = days
    self.grouping = grouping
  }

  /// Counts a task completed on a day.
  mutating func count(on day: Day) {
    if !days.update(day, { $0.completed += 1 }) { days.add(DayTrend(day: day, completed: 1)) }
  }

  /// Uncounts a task completed on a day.
  mutating func uncount(on day: Day) {
    guard let trend = days[id: day] else { return }
    days[id: day] = trend.completed > 1 ? DayTrend(day: day, completed: trend.completed - 1) : nil
  }
}
