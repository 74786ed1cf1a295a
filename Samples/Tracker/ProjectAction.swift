#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An action of a project. `at` is the time of the action.
public enum ProjectAction: Codable, Hashable, Sendable {
  /// Append a project without items.
  case create(id: Project.ID, title: String, units: String, frequency: Project.Frequency, at: Date)
  /// Change some of a project's properties; `nil` keeps the current value.
  case update(
    id: Project.ID, title: String? = nil, units: String? = nil, frequency: Project.Frequency? = nil, at: Date)
  /// Delete a project, its items, and their drafts. A user on its screens returns to the list.
  case delete(id: Project.ID, at: Date)
}
