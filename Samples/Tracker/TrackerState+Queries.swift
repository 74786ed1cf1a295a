#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TrackerState {
  /// Returns a project's items sorted by time, then by id. O(n log n) in all items.
  public func items(of projectID: Project.ID) -> [Item] {
    items.values
      .filter { $0.projectID == projectID }
      .sorted { ($0.timestamp, $0.id) < ($1.timestamp, $1.id) }
  }

  /// Returns the exact sum of a project's items. O(n) in all items.
  public func total(of projectID: Project.ID) -> Decimal {
    items.values.reduce(0) { sum, item in item.projectID == projectID ? sum + item.amount : sum }
  }
}
