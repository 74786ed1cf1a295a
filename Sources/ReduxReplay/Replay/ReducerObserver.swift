/// Is told when an app's reducer runs, so that somebody knows what it was reducing if it comes to no end.
///
/// Both calls are made for every action that is folded: they must cost next to nothing.
package protocol ReducerObserver: Sendable {
  /// An action is about to be decoded and reduced.
  ///
  /// - Parameters:
  ///   - seq: The action's seq.
  ///   - thread: Which of the threads that share a fold does it; 0 is the one that was called.
  func reducerWillRun(seq: Int, thread: Int)

  /// The reducer of that thread has returned, or thrown.
  func reducerDidRun(thread: Int)
}
