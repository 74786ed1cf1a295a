/// Detects reducers that don't return. Only time in a reducer counts, separately for each action.
struct HangDetector {
  private let limit: Duration
  private var running: [Int: (status: ReducerActivity.Status, time: Duration)] = [:]

  /// Creates a detector.
  ///
  /// - Parameter limit: How long a reducer may take for an action.
  init(limit: Duration) { self.limit = limit }

  /// Notes the status of a thread.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - thread: The thread's number.
  ///   - elapsed: The time since the last note.
  /// - Returns: Whether its reducer has taken too long.
  mutating func note(_ status: ReducerActivity.Status, ofThread thread: Int, elapsed: Duration) -> Bool {
    guard status.isReducing, let before = running[thread], before.status == status else {
      running[thread] = (status, .zero)
      return false
    }
    running[thread] = (status, before.time + elapsed)
    return before.time + elapsed >= limit
  }
}
