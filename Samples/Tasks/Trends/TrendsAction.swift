/// An action of the trend chart. The counts change as tasks are completed.
public enum TrendsAction: Codable, Hashable, Sendable {
  /// Show a bar for each day or each week.
  case group(by: TrendsState.Grouping)
}
