/// When to store what changes in bursts: after a quiet interval, but not later than some time after the first change.
///
/// Knows no clock: whoever asks says what time it is, in any unit that the two intervals have as well.
struct QuietPeriod: Sendable {
  let interval: Duration
  let longest: Duration
  /// When the first and the last change came of those that aren't stored; `nil` if there is none.
  private var changes: (first: Duration, last: Duration)?

  init(interval: Duration, longest: Duration) {
    self.interval = interval
    self.longest = longest
  }

  /// Notes a change; returns how long to wait before `wake(at:)`, or `nil` if somebody waits already.
  mutating func noteChange(at now: Duration) -> Duration? {
    if let first = changes?.first {
      changes = (first, now)
      return nil
    }
    changes = (now, now)
    return min(interval, longest)
  }

  /// How long to wait on; `nil` if now is the time to store, after which it begins anew.
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
