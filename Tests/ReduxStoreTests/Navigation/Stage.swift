import Expectations
import ReduxStore
import Testing

/// Shows the screens of a test. It logs the calls, and checks that each goes to the responsible screen after the previous
/// one has returned.
@MainActor
final class Stage {
  private(set) var calls: [String] = []
  private(set) var shown: Route = []
  /// Runs in the middle of a call.
  var during: [String: () async throws -> Void] = [:]
  private var isBusy = false

  func root() -> any Routable {
    Screen(route: [], stage: self)
  }

  /// Returns the calls since the last time.
  func takeCalls() -> [String] {
    defer { calls = [] }
    return calls
  }

  fileprivate func call(_ call: String, of route: Route, segment: String?, leadingTo next: Route) async throws {
    #expect(!isBusy, "\(call)")
    expectEqual(shown, (segment.map(route.appending) ?? route), "\(call)")
    calls.append(call)
    isBusy = true
    defer { isBusy = false }
    await Task.yield()
    try await during[call]?()
    shown = next
  }
}

/// A screen that can show any other.
private final class Screen: Routable {
  private let route: Route
  private let stage: Stage

  init(route: Route, stage: Stage) {
    self.route = route
    self.stage = stage
  }

  func push(_ segment: String) async throws -> any Routable {
    let next = route.appending(segment)
    try await stage.call("\(route) push \(segment)", of: route, segment: nil, leadingTo: next)
    return Screen(route: next, stage: stage)
  }

  func pop(_ segment: String) async throws {
    try await stage.call("\(route) pop \(segment)", of: route, segment: segment, leadingTo: route)
  }

  func change(_ segment: String, to next: String) async throws -> any Routable {
    let changed = route.appending(next)
    try await stage.call(
      "\(route) change \(segment) to \(next)", of: route, segment: segment, leadingTo: changed)
    return Screen(route: changed, stage: stage)
  }
}
