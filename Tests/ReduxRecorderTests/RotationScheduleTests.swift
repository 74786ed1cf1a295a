import Expectations
import Testing

@testable import ReduxRecorder

struct RotationScheduleTests {
  /// The seconds at which a segment may be started, if each attempt fails for the same reason.
  private func attempts(isSynchronizing: Bool, through last: Int) -> [Int] {
    var schedule = RotationSchedule(nil)
    return (0...last).filter { second in
      guard schedule.mayReplace(at: second * 1_000_000) else { return false }
      schedule.noteReplacement(at: second * 1_000_000, isSynchronizing: isSynchronizing)
      return true
    }
  }

  @Test func `the wait after a failed fsync doubles up to a minute`() {
    expectEqual(attempts(isSynchronizing: true, through: 250), [0, 1, 3, 7, 15, 31, 63, 123, 183, 243])
  }

  @Test func `a full disk is tried every second`() {
    expectEqual(attempts(isSynchronizing: false, through: 10), Array(0...10))
  }

  @Test func `the wait starts over after ten minutes`() {
    var schedule = RotationSchedule(nil)
    for second in [0, 1, 3, 7] { schedule.noteReplacement(at: second * 1_000_000, isSynchronizing: true) }
    #expect(!schedule.mayReplace(at: 14_999_999) && schedule.mayReplace(at: 15_000_000))
    schedule.noteReplacement(at: 607_000_000, isSynchronizing: true)
    #expect(!schedule.mayReplace(at: 607_999_999) && schedule.mayReplace(at: 608_000_000))
  }
}
