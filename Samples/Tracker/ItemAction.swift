#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An action of an item. `at` is the time of the action.
public enum ItemAction: Codable, Hashable, Sendable {
  /// Create an item of a project.
  case create(id: Item.ID, projectID: Project.ID, amount: Decimal, timestamp: Date, notes: String, at: Date)
  /// Change some of an item's properties; `nil` keeps the current value.
  case update(id: Item.ID, amount: Decimal? = nil, timestamp: Date? = nil, notes: String? = nil, at: Date)
  /// Delete an item and its draft. A user in its editor returns to the project.
  case delete(id: Item.ID, at: Date)
}
