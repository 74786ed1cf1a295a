#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Something that is counted over time, such as kilometres run.
public struct Project: Codable, Hashable, Identifiable, Sendable {
  /// How often its owner means to add to it.
  public enum Frequency: String, Codable, CaseIterable, Sendable {
    /// Every day.
    case daily
    /// Every month.
    case monthly
    /// Every year.
    case yearly
  }

  /// What tells it from other projects, for ever.
  public let id: String
  /// Its name, for people.
  public var title: String
  /// What its items' amounts count, such as `km`.
  public var units: String
  /// How often its owner means to add to it.
  public var frequency: Frequency
  /// When it was created.
  public let created: Date
  /// When it, or one of its items, was last changed.
  public var updated: Date

  /// Creates a project.
  public init(id: ID, title: String, units: String, frequency: Frequency, created: Date, updated: Date) {
    self.id = id
    self.title = title
    self.units = units
    self.frequency = frequency
    self.created = created
    self.updated = updated
  }
}
