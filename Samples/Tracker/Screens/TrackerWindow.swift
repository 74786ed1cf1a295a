public import ReduxStore

/// The window that contains all screens: the root of the routes.
@MainActor
public final class TrackerWindow: Routable {
  /// The list of projects, while shown.
  public private(set) var list: ProjectListScreen?
  /// The message of the last failed navigation.
  public private(set) var problem: String?
  private let store: TrackerStore

  /// Creates an empty window for a store's screens.
  public init(store: TrackerStore) {
    self.store = store
  }

  /// Shows why a route can't be reached, such as that of a deleted project, and reverts it, so that a later tap works.
  public func show(_ failure: NavigationFailure) {
    problem = "\(failure.error)"
    // A past state stays as it was, and so does a newer route.
    guard !store.isPresenting, store.withState(\.route) == failure.wanted else { return }
    store.dispatch(.navigation(.setRoute(failure.route)))
  }

  /// Shows the list of projects.
  public func push(_ segment: String) async throws -> any Routable {
    guard Route([segment]) == .projects else { throw UnroutableSegment(segment, in: self) }
    let list = ProjectListScreen(store: store)
    self.list = list
    return list
  }

  /// Removes the list.
  public func pop(_ segment: String) async throws {
    list?.close()
    list = nil
  }
}
