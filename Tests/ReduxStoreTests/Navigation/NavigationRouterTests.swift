import Expectations
import ReduxStore
import TestSupport
import Testing

/// The error of a screen that refuses a call.
private struct NoRoom: Error, Equatable {}

/// The parts of a failure, comparable.
private struct ReportedFailure: Equatable {
  var step: NavigationStep
  var route: Route
  var wanted: Route
  var error: String

  init(_ step: NavigationStep, at route: Route, to wanted: Route, _ error: String) {
    self.step = step
    self.route = route
    self.wanted = wanted
    self.error = error
  }

  init(_ failure: NavigationFailure) {
    self.init(failure.step, at: failure.route, to: failure.wanted, "\(failure.error)")
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct NavigationRouterTests {
  typealias Place = Navigation<String>

  let stage = Stage()
  let store = Store(initialState: Place(), reducer: Place.reducer)
  fileprivate let failures = Log<ReportedFailure>()

  func router() -> NavigationRouter {
    NavigationRouter(root: stage.root(), store: store, route: \.route) { [failures] in
      failures.append(ReportedFailure($0))
    }
  }

  @Test(
    arguments: [
      ([], [], []),
      ([], ["a"], [" push a"]),
      ([], ["a", "b", "c"], [" push a", "/a push b", "/a/b push c"]),
      (["a"], ["a"], []),
      (["a"], ["a", "b"], ["/a push b"]),
      (["a"], ["a", "a"], ["/a push a"]),
      (["a"], ["b"], [" change a to b"]),
      (["a"], [], [" pop a"]),
      (["a", "a"], ["a"], ["/a pop a"]),
      (["a", "b"], ["a", "x"], ["/a change b to x"]),
      (["a", "b"], ["b"], ["/a pop b", " change a to b"]),
      (["a", "b"], ["b", "a"], ["/a pop b", " change a to b", "/b push a"]),
      (["a", "b"], ["a", "x", "y"], ["/a change b to x", "/a/x push y"]),
      (["a", "b", "c"], ["a"], ["/a/b pop c", "/a pop b"]),
      (["a", "b", "c"], [], ["/a/b pop c", "/a pop b", " pop a"]),
      (["a", "b", "c"], ["a", "x"], ["/a/b pop c", "/a change b to x"]),
      (["a", "b", "c"], ["a", "x", "c"], ["/a/b pop c", "/a change b to x", "/a/x push c"]),
      (
        ["a", "b", "c"], ["x", "y", "z"],
        ["/a/b pop c", "/a pop b", " change a to x", "/x push y", "/x/y push z"]
      ),
    ] as [(Route, Route, [String])])
  func `it makes the calls from one route to another, one at a time`(
    old: Route, new: Route, calls: [String]
  ) async {
    store.dispatch(.setRoute(old))
    let router = router()
    await router.settled()
    expectEqual(router.route, old)
    expectEqual(stage.takeCalls().count, old.segments.count)

    store.dispatch(.setRoute(new))
    await router.settled()

    expectEqual(stage.calls, calls)
    expectEqual(stage.shown, new)
    expectEqual(router.route, new)
    expectEqual(failures.values, [])
  }

  @Test func `it waits for a slow call`() async {
    let (open, gate) = AsyncStream.makeStream(of: Void.self)
    stage.during[" push a"] = { for await _ in open { break } }
    let router = router()
    store.dispatch(.setRoute(["a", "b"]))
    #expect(await eventually { stage.calls == [" push a"] })
    for _ in 0..<100 { await Task.yield() }
    expectEqual(stage.calls, [" push a"])
    expectEqual(router.route, [])
    gate.yield()
    await router.settled()
    expectEqual(stage.calls, [" push a", "/a push b"])
  }

  @Test func `it first walks to the route of a restored state`() async {
    store.replaceState(Place(route: ["a", "b"]))
    let router = router()
    await router.settled()
    expectEqual(stage.calls, [" push a", "/a push b"])
  }

  @Test func `other changes of the state make no calls`() async {
    store.dispatch(.setRoute(["a"]))
    let router = router()
    await router.settled()
    store.dispatch(.setData("draft", for: ["a"]))
    store.dispatch(.removeData(for: ["a"]))
    store.dispatch(.setRoute(["a"]))
    await router.settled()
    expectEqual(stage.calls, [" push a"])
  }

  @Test func `of the routes set during a call, only the newest counts`() async {
    stage.during[" push a"] = { [store] in
      store.dispatch(.setRoute(["b", "c"]))
      store.dispatch(.setRoute(["d"]))
    }
    let router = router()
    store.dispatch(.setRoute(["a", "e"]))
    await router.settled()
    expectEqual(stage.calls, [" push a", " change a to d"])
    expectEqual(router.route, ["d"])
  }

  @Test func `a route that returns during a call needs no further call`() async {
    stage.during["/a pop b"] = { [store] in store.dispatch(.setRoute(["a"])) }
    store.dispatch(.setRoute(["a", "b"]))
    let router = router()
    await router.settled()
    store.dispatch(.setRoute(["c"]))
    await router.settled()
    expectEqual(stage.calls, [" push a", "/a push b", "/a pop b"])
  }

  @Test func `a screen may dispatch another route while it is pushed`() async {
    stage.during["/a push b"] = { [store] in store.dispatch(.setRoute(["a", "b", "c"])) }
    let router = router()
    store.dispatch(.setRoute(["a", "b"]))
    await router.settled()
    expectEqual(stage.calls, [" push a", "/a push b", "/a/b push c"])
  }

  @Test func `it walks without being awaited`() async {
    let router = router()
    await Task.detached { [store] in store.dispatch(.setRoute(["a", "b"])) }.value
    #expect(await eventually { router.route == ["a", "b"] })
    store.dispatch(.setRoute(["a"]))
    #expect(await eventually { router.route == ["a"] })
    expectEqual(stage.calls, [" push a", "/a push b", "/a pop b"])
  }

  @Test func `it walks to the presented state, and back to the head`() async {
    store.dispatch(.setRoute(["a", "b", "c"]))
    let router = router()
    await router.settled()
    _ = stage.takeCalls()

    store.present(Place(route: ["a"]))
    await router.settled()
    expectEqual(stage.takeCalls(), ["/a/b pop c", "/a pop b"])

    store.dispatch(.setRoute(["a", "x"]))
    await router.settled()
    expectEqual(stage.takeCalls(), [])

    store.present(nil)
    await router.settled()
    expectEqual(stage.takeCalls(), ["/a push x"])

    store.replaceState(Place(route: ["b"]))
    await router.settled()
    expectEqual(stage.takeCalls(), ["/a pop x", " change a to b"])
  }

  @Test func `it ends at the last of many routes from many threads`() async {
    let router = router()
    await withTaskGroup { group in
      for thread in 0..<4 {
        group.addTask { [store] in
          for number in 0..<200 {
            let segments = ["a", "b", "c", "d"].dropFirst((thread + number) % 3).prefix(number % 4)
            store.dispatch(.setRoute(Route(Array(segments))))
          }
        }
      }
    }
    store.dispatch(.setRoute(["a", "z"]))
    await router.settled()
    expectEqual(router.route, ["a", "z"])
    expectEqual(stage.shown, ["a", "z"])
  }

  // MARK: Failures and ends

  @Test func `it reports a failure, and stays until the route changes`() async {
    stage.during["/a push b"] = { throw NoRoom() }
    let router = router()
    store.dispatch(.setRoute(["a", "b", "c"]))
    await router.settled()
    expectEqual(failures.values, [ReportedFailure(.push("b"), at: ["a"], to: ["a", "b", "c"], "NoRoom()")])
    expectEqual(router.route, ["a"])
    expectEqual(stage.takeCalls(), [" push a", "/a push b"])

    store.dispatch(.setData("draft", for: ["a"]))
    await router.settled()
    expectEqual(stage.takeCalls(), [])

    store.dispatch(.setRoute(["x"]))
    await router.settled()
    expectEqual(stage.takeCalls(), [" change a to x"])
    expectEqual(failures.values.count, 1)
  }

  @Test(
    arguments: [
      ("/a pop b", [], NavigationStep.pop("b")),
      ("/a change b to c", ["a", "c"], .change("b", to: "c")),
    ] as [(String, Route, NavigationStep)])
  func `a failure leaves the screens as they were`(call: String, wanted: Route, step: NavigationStep) async {
    store.dispatch(.setRoute(["a", "b"]))
    let router = router()
    await router.settled()
    stage.during[call] = { throw NoRoom() }
    store.dispatch(.setRoute(wanted))
    await router.settled()
    expectEqual(failures.values, [ReportedFailure(step, at: ["a", "b"], to: wanted, "NoRoom()")])
    expectEqual(router.route, ["a", "b"])

    stage.during[call] = nil
    store.dispatch(.setRoute(["a", "b", "d"]))
    await router.settled()
    expectEqual(stage.shown, ["a", "b", "d"])
  }

  @Test func `onFailure may dispatch the screens' route`() async {
    stage.during["/a push b"] = { throw NoRoom() }
    let router = NavigationRouter(root: stage.root(), store: store, route: \.route) { [store] failure in
      store.dispatch(.setRoute(failure.route))
    }
    for _ in 0..<2 {
      store.dispatch(.setRoute(["a", "b"]))
      await router.settled()
      expectEqual(store.state.route, ["a"])
    }
    expectEqual(stage.calls, [" push a", "/a push b", "/a push b"])
  }

  @Test func `it walks to a route set during a failing call`() async {
    stage.during[" push a"] = { [store] in
      store.dispatch(.setRoute(["b"]))
      throw NoRoom()
    }
    let router = router()
    store.dispatch(.setRoute(["a"]))
    await router.settled()
    expectEqual(failures.values, [ReportedFailure(.push("a"), at: [], to: ["a"], "NoRoom()")])
    expectEqual(stage.calls, [" push a", " push b"])
  }

  @Test func `a route left and set again during a failing call is tried again`() async {
    var attempts = 0
    stage.during[" push a"] = { [store] in
      attempts += 1
      guard attempts == 1 else { return }
      store.dispatch(.setRoute(["b"]))
      store.dispatch(.setRoute(["a"]))
      throw NoRoom()
    }
    let router = router()
    store.dispatch(.setRoute(["a"]))
    await router.settled()
    expectEqual(failures.values, [ReportedFailure(.push("a"), at: [], to: ["a"], "NoRoom()")])
    expectEqual(stage.calls, [" push a", " push a"])
    expectEqual(router.route, ["a"])
  }

  @Test(arguments: [[["b"]], [[], ["b"]], [[], ["a"]]] as [[Route]])
  func `it walks to a route that onFailure dispatches`(routes: [Route]) async {
    stage.during[" push a"] = { [stage] in
      stage.during[" push a"] = nil
      throw NoRoom()
    }
    let router = NavigationRouter(root: stage.root(), store: store, route: \.route) { [store] _ in
      for route in routes { store.dispatch(.setRoute(route)) }
    }
    store.dispatch(.setRoute(["a"]))
    await router.settled()
    expectEqual(router.route, routes.last)
    expectEqual(stage.shown, routes.last)
  }

  @Test(arguments: [true, false])
  func `a route that failed in a presented state is tried again at the head`(isDuringCall: Bool) async {
    store.dispatch(.setRoute(["a"]))
    let router = router()
    await router.settled()
    store.present(Place())
    await router.settled()
    stage.during[" push a"] = { [stage, store] in
      stage.during[" push a"] = nil
      if isDuringCall { store.present(nil) }
      throw NoRoom()
    }
    store.present(Place(route: ["a"]))
    await router.settled()
    store.present(nil)
    await router.settled()
    expectEqual(failures.values, [ReportedFailure(.push("a"), at: [], to: ["a"], "NoRoom()")])
    expectEqual(router.route, ["a"])
    expectEqual(stage.shown, ["a"])
  }

  @Test func `a routable refuses the calls that it doesn't implement`() async {
    final class Leaf: Routable {}
    let router = NavigationRouter(root: Leaf(), store: store, route: \.route) { [failures] in
      failures.append(ReportedFailure($0))
    }
    store.dispatch(.setRoute(["a"]))
    await router.settled()
    expectEqual(
      failures.values, [ReportedFailure(.push("a"), at: [], to: ["a"], "Leaf has no screen for the segment \"a\"")])
    await #expect(throws: UnroutableSegment("a", in: Leaf())) { try await Leaf().pop("a") }
    await #expect(throws: UnroutableSegment("b", in: Leaf())) { _ = try await Leaf().change("a", to: "b") }
  }

  @Test func `a stopped router makes no calls, and silently cancels the one under way`() async {
    let router = router()
    stage.during["/a push b"] = {
      router.stop()
      try await Task.sleep(for: .seconds(3600))
    }
    store.dispatch(.setRoute(["a", "b", "c"]))
    await router.settled()
    store.dispatch(.setRoute(["d"]))
    await router.settled()
    expectEqual(stage.calls, [" push a", "/a push b"])
    expectEqual(router.route, ["a"])
    expectEqual(failures.values, [])
  }

  @Test func `a released router cancels the call under way, and keeps nothing alive`() async {
    var router: NavigationRouter? = router()
    weak let released = router
    let began = Log<Bool>()
    let ended = Log<Bool>()
    stage.during[" push a"] = {
      began.append(true)
      defer { ended.append(Task.isCancelled) }
      try await Task.sleep(for: .seconds(3600))
    }
    store.dispatch(.setRoute(["a", "b"]))
    #expect(await eventually { began.values == [true] })
    withExtendedLifetime(router) {}
    router = nil
    #expect(released == nil)
    #expect(await eventually { ended.values == [true] })
    store.dispatch(.setRoute(["c"]))
    expectEqual(stage.calls, [" push a"])
    expectEqual(failures.values, [])
  }

  @Test func `a router doesn't keep its store alive`() async {
    var store: Store<Place, Place.Action>? = Store(initialState: Place(route: ["a"]), reducer: Place.reducer)
    weak let released = store
    let router = store.map { store in
      NavigationRouter(root: stage.root(), store: store, route: \.route) { _ in }
    }
    store = nil
    #expect(released == nil)
    await router?.settled()
    expectEqual(stage.calls, [" push a"])
  }
}
