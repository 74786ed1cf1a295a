import ReduxRecorder
import Synchronization

/// Says what a recorder reports, and knows whether all of it has been said.
final class Reports: Sendable {
  private let count = Mutex(0)

  func say(_ failure: RecorderFailure) {
    Platform.say("failure \(failure)")
    count.withLock { $0 += 1 }
  }

  /// Waits for reports that are on their way: they come from a queue of the recorder's.
  func settle(isAny: Bool) {
    guard isAny || count.withLock({ $0 > 0 }) else { return }
    for _ in 0..<2000 where count.withLock({ $0 == 0 }) { Platform.sleep(milliseconds: 1) }
    Platform.sleep(milliseconds: 10)
  }
}
