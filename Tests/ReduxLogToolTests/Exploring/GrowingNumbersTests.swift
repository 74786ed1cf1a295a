import Expectations
import StateTree
import Testing

@testable import ReduxExploring

/// Numbers that only grow in each session.
struct GrowingNumbersTests {
  private func goOn(_ sessions: [[Double]]) -> Bool {
    var numbers = GrowingNumbers()
    for session in sessions {
      for (last, next) in zip(session, session.dropFirst()) { numbers.note(last, then: next) }
      if let end = session.last { numbers.noteEnd(end) }
    }
    return numbers.goOn
  }

  @Test func `times and counters go on, also beyond what was recorded`() {
    #expect(goOn([[1, 2, 3, 4, 5]]))
    #expect(goOn([[1, 2, 5], [0.5, 3.25, 8]]))
  }

  @Test func `numbers that fall, stay, are few, or end alike don't`() {
    #expect(!goOn([[1, 2, 3, 4, 5, 4]]))
    #expect(!goOn([[1, 2, 3, 4, 4, 5]]))
    #expect(!goOn([[1, 2, 3, 4]]))
    #expect(!goOn([[0, 0.5, 1], [0, 0.2, 0.7, 1]]), "a progress")
    #expect(!goOn([[1, 2, 3, 4, .infinity]]))
    #expect(!goOn([]))
  }

  @Test func `a step keeps whole numbers whole, and stops where it would be lost`() {
    expectEqual(GrowingNumbers.number(after: 3, by: 2)?.literal, "5")
    expectEqual(GrowingNumbers.number(after: 1.5, by: 0.25)?.literal, "1.75")
    expectEqual(GrowingNumbers.number(after: 0x1p53, by: 1)?.literal, nil)
    expectEqual(GrowingNumbers.number(after: Double(Int.max), by: 1)?.literal, nil)
  }
}
