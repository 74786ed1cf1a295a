public import StateTree

/// How much was done, day by day.
///
/// It can't be computed from the tasks: one that is done and then cleared away was done all the same.
public struct TrendsState: Codable, Hashable, Sendable {
  /// What a bar of the chart stands for.
  public enum Grouping: String, Codable, CaseIterable, Sendable {
    /// A day.
    case day
    /// A week, which begins on the day that the settings say.
    case week
  }

  /// The days on which something was done, in the order in which the first of it was.
  public var days: EntityTable<DayTrend>
  /// What a bar of the chart stands for.
  public var grouping: Grouping

  /// Creates a state; without arguments, that of somebody who has yet to begin.
  public init(days: EntityTable<DayTrend> = [], grouping: Grouping = .day) {
    self.days = days
    self.grouping = grouping
  }

  /// Counts a task that was completed on a day.
  mutating func count(on day: Day) {
    if !days.update(day, { $0.completed += 1 }) { days.add(DayTrend(day: day, completed: 1)) }
  }

  /// Takes back a task that was counted on a day.
  mutating func uncount(on day: Day) {
    guard let trend = days[id: day] else { return }
    days[id: day] = trend.completed > 1 ? DayTrend(day: day, completed: trend.completed - 1) : nil
  }
}
