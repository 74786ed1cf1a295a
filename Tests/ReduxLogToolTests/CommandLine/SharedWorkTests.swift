import Dispatch
import Expectations
import ReduxInspection
import SystemSupport
import Testing

@testable import ReduxLogTool

struct SharedWorkTests {
  private struct Failure: Error, Equatable { let part: Int }

  /// Shares the squares of numbers among threads; the earlier parts take longer.
  private func square(_ count: Int, threads: Int, failing: Int? = nil) -> (work: SharedWork<Int>, group: DispatchGroup)
  {
    let work = SharedWork<Int>(count: count)
    let group = DispatchGroup()
    for _ in 0..<threads {
      DispatchQueue.global().async(group: group) {
        while let part = work.next() {
          Platform.sleep(.microseconds((count - part) * 200))
          work.finish(part, part == failing ? .failure(Failure(part: part)) : .success(part * part))
        }
      }
    }
    return (work, group)
  }

  @Test(arguments: [1, 3]) func `results come in order`(threads: Int) throws {
    let (work, group) = square(20, threads: threads)
    try expectEqual((0..<20).map { try work.result(of: $0) {} }, (0..<20).map { $0 * $0 })
    group.wait()
    expectEqual(work.finished, 20)
  }

  @Test func `an error belongs to its part`() throws {
    let (work, group) = square(5, threads: 2, failing: 2)
    try expectEqual(work.result(of: 0) {}, 0)
    try expectEqual(work.result(of: 1) {}, 1)
    #expect(throws: Failure(part: 2)) { try work.result(of: 2) {} }
    try expectEqual(work.result(of: 3) {}, 9)
    group.wait()
  }

  @Test func `stopped work hands out no more parts`() {
    let work = SharedWork<Int>(count: 3)
    expectEqual(work.next(), 0)
    work.stop()
    expectEqual(work.next(), nil)
    #expect(work.isStopped)
  }

  @Test func `waiting ends with an error of the caller`() {
    let work = SharedWork<Int>(count: 1)
    #expect(throws: Failure(part: 7)) { try work.result(of: 0) { throw Failure(part: 7) } }
  }
}
