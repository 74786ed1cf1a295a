/// What can be done on the chart of trends. What it shows is counted as tasks are completed.
public enum TrendsAction: Codable, Hashable, Sendable {
  /// Has a bar for each day, or for each week.
  case group(by: TrendsState.Grouping)
}
