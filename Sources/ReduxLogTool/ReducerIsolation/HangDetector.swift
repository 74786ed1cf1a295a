/// Tells when a reducer has not returned for too long. Only time in a reducer counts, and each action counts anew.
struct HangDetector {
  private let limit: Duration
  private var running: [Int: (activity: ReducerActivity.Activity, time: Duration)] = [:]

  /// Creates a watch.
  ///
  /// - Parameter limit: How long a reducer may take for an action.
  init(limit: Duration) { self.limit = limit }

  /// Notes what a thread is doing.
  ///
  /// - Parameters:
  ///   - activity: What it does.
  ///   - thread: The thread's number.
  ///   - elapsed: How much time has passed since this was noted last.
  /// - Returns: Whether its reducer has taken too long.
  mutating func note(_ activity: ReducerActivity.Activity, ofThread thread: Int, elapsed: Duration) -> Bool {
    guard activity.isReducing, let before = running[thread], before.activity == activity else {
      running[thread] = (activity, .zero)
      return false
    }
    running[thread] = (activity, before.time + elapsed)
    return before.time + elapsed >= limit
  }
}
