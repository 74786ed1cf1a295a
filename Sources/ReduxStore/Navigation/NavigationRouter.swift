import Synchronization

/// Makes an app's screens follow the route in a store's presented state.
///
/// ```swift
/// let router = NavigationRouter(root: window, store: store, route: \.navigation.route) { failure in
///   window.showMessage("\(failure.error)")
/// }
/// store.dispatch(.navigation(.setRoute(["projects", "run"])))
/// // window.push("projects"), and when that returns the list, list.push("run")
/// ```
///
/// The router turns the difference of two routes into calls of routables. It keeps the screens of the common prefix, pops
/// the others, deepest first, changes one if both routes have a segment there, and pushes the missing ones. It awaits each
/// call before the next.
///
/// **New routes meanwhile.** If the route changes during a call, the router waits for that call. Then it walks from the
/// current screens to the newest route, and skips routes in between.
///
/// **The past.** The router follows the presented state, so it walks the screens back when the store shows or resumes an
/// earlier state.
///
/// **Failures.** When a routable throws, the router calls `onFailure` and stays until the state has another route, or the
/// store presents or resumes another state. To let the user try the same route again, dispatch `failure.route` there,
/// which brings the state back to the screens. That action changes the head, so dispatch it only if the head's route is
/// still `failure.wanted`, or a newer route is lost, and not while the store `isPresenting` another state.
///
/// The router works on the main actor, at its next turns; you may use the store on any thread. The router keeps the
/// routables alive but not the store, and stops when it is released.
@MainActor
public final class NavigationRouter {
  /// The route of the screens, by the calls that have returned.
  public private(set) var route = Route()

  private var wanted = Route()
  /// The root, and the routable for each segment of `route`.
  private var routables: [any Routable]
  private let onFailure: @MainActor (NavigationFailure) -> Void
  private var newest: NewestValue<Aim>?
  private var walk: Task<Void, Never>?

  /// A route, and the presented state that it came from: a route that fails in one state may work in another.
  private struct Aim: Equatable {
    var route: Route
    var presentation: Int
  }

  /// Creates a router, which starts walking to the route of the presented state.
  ///
  /// - Parameters:
  ///   - root: the routable of the first segment.
  ///   - store: the store whose presented state the router follows.
  ///   - select: returns a state's route; runs inside the reduce lock, as in `Store.subscribe`.
  ///   - onFailure: receives each failed step; it may dispatch.
  public init<State, Action>(
    root: any Routable, store: Store<State, Action>, route select: @escaping @Sendable (State) -> Route,
    onFailure: @escaping @MainActor (_ failure: NavigationFailure) -> Void
  ) {
    routables = [root]
    self.onFailure = onFailure
    newest = NewestValue(
      of: store.host { [weak store] state in
        Aim(route: select(state), presentation: store?.presentations.load(ordering: .relaxed) ?? 0)
      }, isDuplicate: { $0 == $1 }
    ) { [weak self] in self?.follow() }
    follow()
  }

  deinit {
    walk?.cancel()
  }

  /// Stops for good: makes no more calls, and cancels the task of a call under way, whose errors are ignored.
  public func stop() {
    newest = nil
    walk?.cancel()
  }

  /// Waits until the screens show the presented state's route, or as far as they got.
  ///
  /// Don't await this inside a routable's call: the router waits for that call.
  public func settled() async {
    follow()
    while let walk {
      await walk.value
      follow()
    }
  }

  /// Starts walking if a step is due and no walk is under way.
  private func follow() {
    guard walk == nil, nextStep() != nil else { return }
    walk = Task { [weak self] in
      // Only the routable is retained during its call, so that the router may be released meanwhile.
      while let step = self?.nextStep(), let routable = self?.routable(for: step) {
        do {
          let child = try await routable.take(step)
          self?.finish(step, leadingTo: child)
        } catch {
          self?.fail(step, because: error)
        }
      }
      self?.walk = nil
    }
  }

  private func nextStep() -> NavigationStep? {
    guard let newest else { return nil }
    if let aim = newest.take() { wanted = aim.route }
    return route.firstStep(toward: wanted)
  }

  /// The routable that makes a step: the last one pushes; the one before it pops or changes the last screen.
  private func routable(for step: NavigationStep) -> any Routable {
    if case .push = step { routables[routables.count - 1] } else { routables[routables.count - 2] }
  }

  private func finish(_ step: NavigationStep, leadingTo child: (any Routable)?) {
    switch step {
    case .push(let segment):
      route = route.appending(segment)
    case .pop:
      route = route.parent
      routables.removeLast()
    case .change(_, to: let next):
      route = route.parent.appending(next)
      routables.removeLast()
    }
    if let child { routables.append(child) }
  }

  private func fail(_ step: NavigationStep, because error: any Error) {
    guard newest != nil else { return }
    let failure = NavigationFailure(step: step, route: route, wanted: wanted, error: error)
    wanted = route
    onFailure(failure)
  }
}

extension Routable {
  /// Makes the call of a step, and returns the routable for the new segment, if any.
  fileprivate func take(_ step: NavigationStep) async throws -> (any Routable)? {
    switch step {
    case .push(let segment):
      return try await push(segment)
    case .pop(let segment):
      try await pop(segment)
      return nil
    case .change(let segment, let next):
      return try await change(segment, to: next)
    }
  }
}
