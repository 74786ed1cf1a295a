#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A quantity tracked over time, such as kilometres run.
public struct Project: Codable, Hashable, Identifiable, Sendable {
  /// How often the user plans to add to a project.
  public enum Frequency: String, Codable, CaseIterable, Sendable {
    /// Every day.
    case daily
    /// Every month.
    case monthly
    /// Every year.
    case yearly
  }

  /// A permanent unique identifier.
  public let id: String
  /// The title.
  public var title: String
  /// The units of its items' amounts, such as `km`.
  public var units: String
  /// How often the user plans to add to it.
  public var frequency: Frequency
  /// When it was created.
  public let created: Date
  /// When it or one of its items last changed.
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
