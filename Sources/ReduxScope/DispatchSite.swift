import Synchronization

/// The source of actions that the app's own code doesn't dispatch, such as a tool that drives the app.
package enum DispatchSite {
  @TaskLocal private static var named: String?
  /// Whether there is such a source. Looking up a task-local value for each action would cost every recorder.
  private static let isUsed = Atomic(false)

  /// The source of the actions that are dispatched here and now; `nil` for the app itself.
  package static var current: String? { isUsed.load(ordering: .relaxed) ? named : nil }

  /// Runs code whose dispatches come from a source. Tasks that it makes by `Task {}` inherit it.
  package static func run(_ name: String, _ body: () throws -> Void) rethrows {
    isUsed.store(true, ordering: .relaxed)
    try $named.withValue(name, operation: body)
  }
}
