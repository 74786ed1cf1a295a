import Expectations
import RecordingChild
import SystemSupport
import TestSupport
import Testing

/// Several processes that try to record to one journal.
@Suite(.timeLimit(.minutes(60))) struct SeveralWritersTests {
  private static let locked = "another process is recording to this file; stop it, or record to another file"

  @Test
  func `exactly one of eight processes opens the journal, and a kill releases it`() async throws {
    let rounds = Soak.count(10, soak: 1000)
    let longest = try await onOwnThread {
      let scratch = try TemporaryFile()
      var children = try (0..<8).map { _ in try SeveralWritersTests.child() }
      var longest = Duration.zero
      for round in 0..<rounds {
        let place: Comment = "round \(round)"
        let first = round * 2
        let start = ContinuousClock.now
        for child in children { child.send("open process \(first) \(scratch.path)") }
        let answers = children.map { $0.next() ?? "nothing" }
        longest = max(longest, start.duration(to: .now))
        let winners = answers.indices.filter { answers[$0] == "opened" }
        expectEqual(winners.count, 1, place)
        expectEqual(answers.count { $0 == "refused \(scratch.path): \(SeveralWritersTests.locked)" }, 7, place)
        let winner = try #require(winners.first)
        expectEqual(children[winner].ask("act 1", "done"), "done \(first)", place)
        if round % 2 == 0 {
          children[winner].kill()
          expectEqual(children[winner].finish(), 128 + Platform.killSignal, place)
          children[winner] = try SeveralWritersTests.child()
        } else {
          #expect(children[winner].ask("close", "closed") != nil, place)
        }
        // A process that was rejected can open it now.
        let next = children[(winner + 1) % 8]
        #expect(next.ask("open process \(first + 1) \(scratch.path)", "opened") != nil, place)
        expectEqual(next.ask("act 1", "done"), "done \(first + 1)", place)
        #expect(next.ask("close", "closed") != nil, place)
      }
      let journal = try SurvivingJournal(scratch.path)
      #expect(journal.isProven && journal.isClosed)
      expectEqual(journal.completed, Array(0..<(2 * rounds)))
      return longest
    }
    Soak.report("8 processes, \(rounds) rounds: one winner each, the last of the eight had its answer after \(longest)")
    #expect(longest < (Sanitizer.isOn ? .seconds(5) : .seconds(1)))
  }

  private static func child() throws -> ChildProcess {
    let child = try ChildProcess()
    _ = child.next("ready")
    return child
  }
}
