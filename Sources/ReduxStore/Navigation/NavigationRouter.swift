import Synchronization

/// Makes an app's screens follow the route in a store's presented state.
///
/// ```swift
/// let router = NavigationRouter(root: window, store: store, route: \.navigation.route) { failure in
///   window.showMessage("\(failure.error)")
/// }
/// store.dispatch(.navigation(.setRoute(["projects", "run"])))
/// // window.push("projects"), and when the list is there, list.push("run")
/// ```
///
/// From the difference of two routes it makes calls of routables: what both begin with stays, the other screens are
/// popped, the deepest first, one is changed if both routes have a segment there, and what is missing is pushed. Each
/// call is awaited before the next.
///
/// **Other routes meanwhile.** A route that comes while a call is under way counts when that call has returned: the next
/// step leads from where the screens are to the newest route, and routes in between are never walked to.
///
/// **The past.** What is presented is followed, so that a store that shows or takes up an earlier state walks its screens
/// back.
///
/// **Failures.** When a routable throws, the router tells `onFailure` and stays where it is until the state has another
/// route, or another state is presented or taken up. Whoever dispatches `failure.route` there brings the state to what is
/// shown, so that the same route can be tried again. But what is dispatched goes to the head: do so only if that still has
/// `failure.wanted`, or a newer route is lost, and not while the store `isPresenting` another state.
///
/// All of it happens on the main actor, as the screens do, at its next turns; the store may be used on any thread. The
/// router keeps the routables alive and not the store, and stops when it is released.
@MainActor
public final class NavigationRouter {
  /// Where the screens are, by the calls that have returned.
  public private(set) var route = Route()

  private var wanted = Route()
  /// The root, and what is responsible behind each segment of `route`.
  private var routables: [any Routable]
  private let onFailure: @MainActor (NavigationFailure) -> Void
  private var newest: NewestValue<Aim>?
  private var walk: Task<Void, Never>?

  /// A route, and which of the presented states it was found in: a screen that one of them has no room for may be in another.
  private struct Aim: Equatable {
    var route: Route
    var presentation: Int
  }

  /// Creates a router, which begins to walk to the route of the present state.
  ///
  /// - Parameters:
  ///   - root: is responsible for the first segment.
  ///   - store: whose presented state is followed.
  ///   - select: finds the route in a state; runs inside the reduce lock, as in `Store.subscribe`.
  ///   - onFailure: is told what a routable threw; it may dispatch.
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

  /// Stops for good. No call is made after this; one that is under way is cancelled, as its task is, and if it throws then
  /// nobody is told.
  public func stop() {
    newest = nil
    walk?.cancel()
  }

  /// Waits until the screens are where the presented state wants them, or as far as they will go.
  ///
  /// A routable must not wait for this in a call of the router, which waits for that call.
  public func settled() async {
    follow()
    while let walk {
      await walk.value
      follow()
    }
  }

  /// Begins to walk if there is a way to go and nobody on it.
  private func follow() {
    guard walk == nil, nextStep() != nil else { return }
    walk = Task { [weak self] in
      // The routable alone is held while it is waited for, so that a router may be released meanwhile.
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

  /// What makes a step: the last routable a push, and the one before it whatever becomes of the last screen.
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
  /// Makes the call of a step; the result is what is responsible behind the new segment, if there is one.
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
