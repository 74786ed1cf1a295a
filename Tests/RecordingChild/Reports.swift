import ReduxRecorder
import Synchronization
import SystemSupport

/// Prints a recorder's failures, and waits for outstanding ones.
final class Reports: Sendable {
  private let count = Mutex(0)

  func say(_ failure: RecorderFailure) {
    Platform.say("failure \(failure)")
    count.withLock { $0 += 1 }
  }

  /// Waits for outstanding reports, which come from the recorder's queue.
  func settle(isAny: Bool) {
    guard isAny || count.withLock({ $0 > 0 }) else { return }
    for _ in 0..<2000 where count.withLock({ $0 == 0 }) { Platform.sleep(.milliseconds(1)) }
    Platform.sleep(.milliseconds(10))
  }
}
