#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What can happen to an item. `at` is the time of the action itself.
public enum ItemAction: Codable, Hashable, Sendable {
  /// A new item of a project.
  case create(id: Item.ID, projectID: Project.ID, amount: Decimal, timestamp: Date, notes: String, at: Date)
  /// New values for some of an item's properties; those that are `nil` stay.
  case update(id: Item.ID, amount: Decimal? = nil, timestamp: Date? = nil, notes: String? = nil, at: Date)
  /// The end of an item. Its draft goes with it, and a user who edits it goes back to the project.
  case delete(id: Item.ID, at: Date)
}
