/// Observes when an app's reducer runs, so that a crash or a hang can be attributed to an action.
///
/// The replayer makes both calls for every action, so they must cost next to nothing.
package protocol ReducerObserver: Sendable {
  /// An action is about to be decoded and reduced.
  ///
  /// - Parameters:
  ///   - seq: The action's seq.
  ///   - thread: The number of the thread in the replay; 0 is the calling thread.
  func reducerWillRun(seq: Int, thread: Int)

  /// Whether the thread's next actions are reduced in states, or with payloads, that the app never had.
  func reducerWillVary(_ varies: Bool, thread: Int)

  /// The reducer of that thread has returned, or thrown.
  func reducerDidRun(thread: Int)

  /// Other code of the app is about to run on that thread, such as an `init(from:)`, `==` or a check, and not a reducer in it.
  func appWillRun(thread: Int)

  /// That code has returned, or thrown.
  func appDidRun(thread: Int)
}

extension Optional<any ReducerObserver> {
  /// Runs code of the app other than a reducer, so that it ends within a time limit, too.
  package func whileAppRuns<Result>(onThread thread: Int = 0, _ body: () throws -> Result) rethrows -> Result {
    self?.appWillRun(thread: thread)
    defer { self?.appDidRun(thread: thread) }
    return try body()
  }
}
