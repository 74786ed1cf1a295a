/// When to store a burst of changes: after a quiet interval, but at most some time after the first change.
///
/// It has no clock: the caller passes the time.
struct QuietPeriod: Sendable {
  let interval: Duration
  let longest: Duration
  /// The times of the first and the last change not yet stored; `nil` without one.
  private var changes: (first: Duration, last: Duration)?

  init(interval: Duration, longest: Duration) {
    self.interval = interval
    self.longest = longest
  }

  /// Notes a change; returns how long to wait before `wake(at:)`, or `nil` if a caller waits already.
  mutating func noteChange(at now: Duration) -> Duration? {
    if let first = changes?.first {
      changes = (first, now)
      return nil
    }
    changes = (now, now)
    return min(interval, longest)
  }

  /// Returns how much longer to wait; `nil` if it is time to store, which starts a new period.
  mutating func wake(at now: Duration) -> Duration? {
    guard let (first, last) = changes else { return nil }
    let rest = min(last + interval, first + longest) - now
    guard rest > .zero else {
      changes = nil
      return nil
    }
    return rest
  }
}
