import Expectations
import Testing

@testable import ReduxPersistence

struct QuietPeriodTests {
  private var period = QuietPeriod(interval: .seconds(3), longest: .seconds(10))

  @Test mutating func `a change is stored after a quiet interval`() {
    expectEqual(period.noteChange(at: .seconds(0)), .seconds(3))
    expectEqual(period.noteChange(at: .seconds(2)), nil)
    expectEqual(period.wake(at: .seconds(3)), .seconds(2))
    expectEqual(period.wake(at: .seconds(5)), nil)
  }

  @Test mutating func `changes without a pause are stored after the longest time`() {
    expectEqual(period.noteChange(at: .seconds(0)), .seconds(3))
    for second in 1...9 { expectEqual(period.noteChange(at: .seconds(second)), nil) }
    expectEqual(period.wake(at: .seconds(9)), .seconds(1))
    expectEqual(period.wake(at: .seconds(10)), nil)
  }

  @Test mutating func `the next change starts a new period`() {
    expectEqual(period.noteChange(at: .seconds(0)), .seconds(3))
    expectEqual(period.wake(at: .seconds(3)), nil)
    expectEqual(period.noteChange(at: .seconds(20)), .seconds(3))
    expectEqual(period.wake(at: .seconds(22)), .seconds(1))
  }

  @Test func `no wait exceeds the longest time`() {
    var period = QuietPeriod(interval: .seconds(3), longest: .seconds(1))
    expectEqual(period.noteChange(at: .seconds(0)), .seconds(1))
  }
}
