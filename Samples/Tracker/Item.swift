#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One entry of a project: how much, and when.
public struct Item: Codable, Hashable, Identifiable, Sendable {
  /// What tells it from all other items, those of other projects included.
  public let id: String
  /// The project that it counts for.
  public let projectID: Project.ID
  /// How much, in the project's units.
  public var amount: Decimal
  /// When it happened; that may be long before it was entered.
  public var timestamp: Date
  /// What its owner has to say about it.
  public var notes: String

  /// Creates an item.
  public init(id: ID, projectID: Project.ID, amount: Decimal, timestamp: Date, notes: String) {
    self.id = id
    self.projectID = projectID
    self.amount = amount
    self.timestamp = timestamp
    self.notes = notes
  }
}
