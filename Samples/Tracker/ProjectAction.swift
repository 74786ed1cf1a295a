#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What can happen to a project. `at` is the time of the action itself.
public enum ProjectAction: Codable, Hashable, Sendable {
  /// A new project, without items, after all others.
  case create(id: Project.ID, title: String, units: String, frequency: Project.Frequency, at: Date)
  /// New values for some of a project's properties; those that are `nil` stay.
  case update(
    id: Project.ID, title: String? = nil, units: String? = nil, frequency: Project.Frequency? = nil, at: Date)
  /// The end of a project and of all its items. Their drafts go with them, and a user who is there goes back to the list.
  case delete(id: Project.ID, at: Date)
}
