import Expectations
import Testing

@testable import ReducerIsolation
@testable import ReduxLogTool

struct HangDetectorTests {
  private typealias Status = ReducerActivity.Status

  /// The results of a detector with a limit of 10 seconds that gets one thread's activity every 3 seconds.
  private func verdicts(_ activities: [Status]) -> [Bool] {
    var watch = HangDetector(limit: .seconds(10))
    return activities.map { watch.limitExceeded(by: $0, ofThread: 1, elapsed: .seconds(3)) == .seconds(10) }
  }

  @Test func aReducerThatDoesNotReturnIsFound() {
    let activity = Status(seq: 7, steps: 13)
    expectEqual(verdicts(Array(repeating: activity, count: 6)), [false, false, false, false, true, true])
  }

  @Test func timeOutsideOfTheReducerDoesNotCount() {
    #expect(verdicts(Array(repeating: Status(seq: 7, steps: 14), count: 9)).allSatisfy { !$0 })
  }

  @Test func `the app's other code has ten times as long`() {
    var watch = HangDetector(limit: .seconds(10))
    let status = Status(seq: 7, steps: 14, otherSteps: 3)
    let found = (0..<6).map { _ in watch.limitExceeded(by: status, ofThread: 1, elapsed: .seconds(25)) }
    expectEqual(found, [nil, nil, nil, nil, .seconds(100), .seconds(100)])
  }

  @Test func eachActionCountsAnew() {
    let activities = (0..<9).flatMap { Array(repeating: Status(seq: 7, steps: UInt($0) * 2 + 1), count: 3) }
    #expect(verdicts(activities).allSatisfy { !$0 })
  }

  @Test func eachThreadCountsForItself() {
    var watch = HangDetector(limit: .seconds(10))
    var found: [Int] = []
    for step in 0..<8 {
      for thread in 0..<3 {
        let steps: UInt = thread == 2 ? 1 : UInt(step) * 2 + 1
        let status = Status(seq: 1, steps: steps)
        if watch.limitExceeded(by: status, ofThread: thread, elapsed: .seconds(2)) != nil { found.append(thread) }
      }
    }
    expectEqual(found, [2, 2, 2])
  }
}
