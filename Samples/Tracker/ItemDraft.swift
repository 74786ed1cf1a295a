#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The content of an item's editor.
public struct ItemDraft: Codable, Hashable, Sendable {
  /// The amount in the project's units.
  public var amount: Decimal
  /// When it happened.
  public var timestamp: Date
  /// The user's notes.
  public var notes: String

  /// Creates a draft.
  public init(amount: Decimal, timestamp: Date, notes: String) {
    self.amount = amount
    self.timestamp = timestamp
    self.notes = notes
  }

  /// Creates a draft for editing an item.
  public init(_ item: Item) {
    self.init(amount: item.amount, timestamp: item.timestamp, notes: item.notes)
  }
}
