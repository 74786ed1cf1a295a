import ReduxInspection
import Synchronization
import Testing

@testable import ReduxLogTool

struct ConcurrentlyTests {
  private struct Failure: Error, Equatable { var number: Int }

  @Test func `both come to their end`() throws {
    let (first, second) = try Concurrently.both({ 1 }, { "two" })
    #expect((first, second) == (1, "two"))
  }

  @Test func `the first failure is the one that counts`() {
    let isDone = Atomic(false)
    #expect(throws: Failure(number: 1)) {
      _ = try Concurrently.both({ throw Failure(number: 1) }, { isDone.store(true, ordering: .relaxed) })
    }
    let wasDone = isDone.load(ordering: .relaxed)
    #expect(wasDone)
    #expect(throws: Failure(number: 1)) {
      _ = try Concurrently.both({ throw Failure(number: 1) }, { throw Failure(number: 2) })
    }
    #expect(throws: Failure(number: 2)) { _ = try Concurrently.both({ 1 }, { throw Failure(number: 2) }) }
  }
}
