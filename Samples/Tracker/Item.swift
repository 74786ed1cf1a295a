#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An entry of a project: an amount and a time.
public struct Item: Codable, Hashable, Identifiable, Sendable {
  /// A unique identifier across all projects.
  public let id: String
  /// The item's project.
  public let projectID: Project.ID
  /// The amount in the project's units.
  public var amount: Decimal
  /// When it happened, which may be long before its entry.
  public var timestamp: Date
  /// The user's notes.
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
