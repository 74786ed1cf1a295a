public import ReduxStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The list of all projects.
@MainActor
public final class ProjectListScreen: Routable, StateSubscriber {
  /// A row of the list.
  public struct Row: Hashable, Identifiable, Sendable {
    /// The project's id.
    public var id: Project.ID
    /// The project's title.
    public var title: String
    /// The sum of the project's items, with its units.
    public var total: String
    /// When the project or one of its items last changed.
    public var updated: Date

    /// Creates a row.
    public init(id: Project.ID, title: String, total: String, updated: Date) {
      self.id = id
      self.title = title
      self.total = total
      self.updated = updated
    }
  }

  /// The projects, in their order.
  public private(set) var rows: [Row] = []
  /// The screen of the open project, if any.
  public private(set) var project: ProjectScreen?
  private let store: TrackerStore

  init(store: TrackerStore) {
    self.store = store
    store.subscribe(self) { $0.select(\.rows) }
  }

  /// Shows the current projects.
  public func newState(_ rows: [Row]) {
    self.rows = rows
  }

  /// Stops following the state, because the screen is closing.
  func close() {
    store.unsubscribe(self)
  }

  /// Opens a project when the user taps it.
  public func open(_ id: Project.ID) {
    store.dispatch(.navigation(.setRoute(.project(id))))
  }

  /// Shows a project.
  public func push(_ segment: String) async throws -> any Routable {
    try show(segment)
  }

  /// Removes the project's screen.
  public func pop(_ segment: String) async throws {
    project?.close()
    project = nil
  }

  /// Shows another project.
  public func change(_ segment: String, to next: String) async throws -> any Routable {
    try show(next)
  }

  private func show(_ id: Project.ID) throws -> ProjectScreen {
    guard store.presentedState.projects[id] != nil else { throw UnroutableSegment(id, in: self) }
    let project = ProjectScreen(id: id, store: store)
    self.project?.close()
    self.project = project
    return project
  }
}

extension TrackerState {
  /// The rows of the list, computed in one pass over the items, because each action asks for them.
  fileprivate var rows: [ProjectListScreen.Row] {
    let totals = items.values.reduce(into: [:]) { totals, item in
      totals[item.projectID, default: Decimal()] += item.amount
    }
    return projectIDs.compactMap { projects[$0] }.map { project in
      ProjectListScreen.Row(
        id: project.id, title: project.title, total: "\(totals[project.id] ?? 0) \(project.units)",
        updated: project.updated)
    }
  }
}
