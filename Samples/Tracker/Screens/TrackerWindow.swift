public import ReduxStore

/// What all screens are in: the root of the routes.
@MainActor
public final class TrackerWindow: Routable {
  /// The first screen, while it is shown.
  public private(set) var list: ProjectListScreen?
  /// What could not be shown the last time that something could not.
  public private(set) var problem: String?
  private let store: TrackerStore

  /// Creates an empty window, whose screens show what the store presents.
  public init(store: TrackerStore) {
    self.store = store
  }

  /// Shows why a route leads nowhere, such as that of a project that is gone, and takes it back: whoever wants to go there again
  /// is heard again.
  public func show(_ failure: NavigationFailure) {
    problem = "\(failure.error)"
    // What is looked back at stays as it was, and so does a route that came meanwhile.
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

  /// Takes the list away.
  public func pop(_ segment: String) async throws {
    list?.close()
    list = nil
  }
}
