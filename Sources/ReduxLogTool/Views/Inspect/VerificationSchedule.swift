/// When a followed journal is verified again: after it has grown, but for at most a fifth of the time.
struct VerificationSchedule: Sendable {
  private static let pausesPerRun = 4
  private static let leastPause = Duration.milliseconds(500)

  private var isRunning = false
  /// Whether more records wouldn't change the result.
  private var isFinal = false
  private var hasGrown = false
  private var start = ContinuousClock.now
  private var next = ContinuousClock.now

  /// Notes that the journal has grown since the last verification began.
  mutating func noteGrowth() { hasGrown = true }

  /// Notes the start of a verification.
  mutating func begin() {
    isRunning = true
    hasGrown = false
    start = .now
  }

  /// Notes the end of a verification.
  ///
  /// - Parameter isFinal: Whether more records wouldn't change its result.
  mutating func end(isFinal: Bool) {
    isRunning = false
    self.isFinal = isFinal
    next = .now + max(VerificationSchedule.leastPause, (.now - start) * VerificationSchedule.pausesPerRun)
  }

  /// Whether to verify the journal now.
  var isDue: Bool { hasGrown && !isRunning && !isFinal && next <= .now }
}
