import Expectations
import RecordingChild
import TestSupport
import Testing

/// A disk that fails while a new session repairs a torn line.
@Suite(.timeLimit(.minutes(60))) struct TornLineTests {
  /// Takes seconds: two processes for each call.
  @Test(
    .enabled(if: Tracer.works, Comment(rawValue: Tracer.missing)),
    arguments: Soak.pairs(
      ["process", "power", "buffered"],
      ["pwrite64:error=EIO", "pwrite64:error=ENOSPC", "write:error=EIO", "write:error=ENOSPC"]))
  func `a full or failing disk loses nothing while a session repairs a torn line`(durability: String, fault: String)
    async throws
  {
    let places = try await onOwnThread {
      let start = try KillTests.tornJournal()
      for number in 1... {
        let place: Comment = "\(fault) \(number)"
        let scratch = try TemporaryFile()
        try scratch.write(start)
        let run = try Tracer.run(
          ["open \(durability) 3 \(scratch.path)", "act 4", "close"],
          injecting: ["\(fault):when=\(number)", "ftruncate:error=EIO:when=1..2"],
          in: scratch)
        expectEqual(run.status, 0, place)
        if run.injections == 0 { return number - 1 }
        let reason = fault.hasSuffix("EIO") ? "failed: Input/output error" : "failed: No space left on device"
        var outcome = Outcome(
          said: run.said, journal: try SurvivingJournal(scratch.path), reachesEnd: run.endsInjected)
        outcome.expectReport(reason, place)
        expectEqual(outcome.dispatched, 4, place)
        try TornLineTests.expectOldActions(in: outcome.journal, place)
        // The next session continues without problems.
        let (said, _) = try ChildProcess.run(["open process 7 \(scratch.path)", "act 1", "close"])
        expectEqual(said, ["ready", "opened", "begun 7", "done 7", "closed"], place)
        outcome.journal = try SurvivingJournal(scratch.path)
        try TornLineTests.expectOldActions(in: outcome.journal, place)
        #expect(outcome.journal?.interrupted.first == 2 && outcome.journal?.isClosed == true, place)
        expectEqual(outcome.journal?.state, StepsApp.state(before: 8), place)
        // The journal doesn't contain a rejected session. It holds every action of an accepted one, or counts it as
        // missing.
        if outcome.refusals.isEmpty {
          #expect(outcome.accounted == 7 || outcome.reachesEnd, place)
        } else {
          expectEqual(outcome.accounted, 3, place)
        }
      }
      return 0
    }
    Soak.report("\(fault), \(durability), at \(places) places of a session that begins with a torn line: nothing lost")
    #expect(places > 0)
  }

  /// Takes seconds: a process for each limit.
  @Test
  func `a file-size limit during the repair of a torn line keeps the name of its action`() async throws {
    let step = Soak.count(13, soak: 1)
    let refusals = try await onOwnThread {
      let start = try KillTests.tornJournal()
      let scratch = try TemporaryFile()
      var refusals = 0
      for room in stride(from: 0, to: 400, by: step) {
        let place: Comment = "room for \(room) bytes"
        try scratch.write(start)
        let (said, status) = try ChildProcess.run(
          ["limit \(start.count + room)", "open process 3 \(scratch.path)", "act 1", "close"])
        #expect(status == 0 && said.contains("done 3"), place)
        refusals += said.count { $0.hasPrefix("refused ") && $0.hasSuffix("failed: File too large") }
        try TornLineTests.expectOldActions(in: SurvivingJournal(scratch.path), place)
        let (last, _) = try ChildProcess.run(["open process 4 \(scratch.path)", "act 1", "close"])
        expectEqual(last, ["ready", "opened", "begun 4", "done 4", "closed"], place)
        let journal = try SurvivingJournal(scratch.path)
        try TornLineTests.expectOldActions(in: journal, place)
        #expect(journal.interrupted.first == 2 && journal.isClosed, place)
      }
      return refusals
    }
    Soak.report(
      "a file-size limit at every \(step). byte of the repair of a torn line: refused \(refusals) times, nothing lost")
    #expect(refusals > 0)
  }

  /// Expects the journal's earlier two actions, and a third that was in flight.
  private static func expectOldActions(in journal: SurvivingJournal?, _ place: Comment) throws {
    let journal = try #require(journal)
    #expect(journal.isProven && journal.completed.prefix(2) == [0, 1], place)
    #expect(try journal.interrupted.first == 2 || journal.inFlight() == 2, place)
  }
}
