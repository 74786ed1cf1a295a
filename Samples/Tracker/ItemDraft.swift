#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What stands in an item's editor.
public struct ItemDraft: Codable, Hashable, Sendable {
  /// How much, in the project's units.
  public var amount: Decimal
  /// When it happened.
  public var timestamp: Date
  /// What its owner has to say about it.
  public var notes: String

  /// Creates a draft.
  public init(amount: Decimal, timestamp: Date, notes: String) {
    self.amount = amount
    self.timestamp = timestamp
    self.notes = notes
  }

  /// Creates the draft of an item that is about to be edited.
  public init(_ item: Item) {
    self.init(amount: item.amount, timestamp: item.timestamp, notes: item.notes)
  }
}
