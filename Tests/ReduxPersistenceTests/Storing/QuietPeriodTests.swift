import Testing

@testable import ReduxPersistence

@Suite struct QuietPeriodTests {
  private var period = QuietPeriod(interval: .seconds(3), longest: .seconds(10))

  @Test mutating func `a change is stored after a quiet interval`() {
    #expect(period.noteChange(at: .seconds(0)) == .seconds(3))
    #expect(period.noteChange(at: .seconds(2)) == nil)
    #expect(period.wake(at: .seconds(3)) == .seconds(2))
    #expect(period.wake(at: .seconds(5)) == nil)
  }

  @Test mutating func `changes without a pause are stored after the longest time`() {
    #expect(period.noteChange(at: .seconds(0)) == .seconds(3))
    for second in 1...9 { #expect(period.noteChange(at: .seconds(second)) == nil) }
    #expect(period.wake(at: .seconds(9)) == .seconds(1))
    #expect(period.wake(at: .seconds(10)) == nil)
  }

  @Test mutating func `the next change starts a new period`() {
    #expect(period.noteChange(at: .seconds(0)) == .seconds(3))
    #expect(period.wake(at: .seconds(3)) == nil)
    #expect(period.noteChange(at: .seconds(20)) == .seconds(3))
    #expect(period.wake(at: .seconds(22)) == .seconds(1))
  }

  @Test func `no wait exceeds the longest time`() {
    var period = QuietPeriod(interval: .seconds(3), longest: .seconds(1))
    #expect(period.noteChange(at: .seconds(0)) == .seconds(1))
  }
}
