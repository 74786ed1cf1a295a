import Expectations
import Foundation
import RecordingChild
import SystemSupport
import TestSupport
import Testing

/// System calls that fail, are interrupted, or write only a part.
@Suite(.timeLimit(.minutes(120))) struct IOErrorTests {
  private static let reason = "failed: Input/output error"

  /// Takes seconds: a process for each call.
  @Test(
    .enabled(if: Tracer.works, Comment(rawValue: Tracer.missing)),
    arguments: Soak.pairs(["process", "power", "buffered"], [[], ["ftruncate:error=EIO:when=1..2"]]))
  func `an I/O error on any write, or on the cut after it, is reported once`(durability: String, more: [String])
    async throws
  {
    let actions = Soak.count(6, soak: 60)
    let places = try await onOwnThread {
      for first in 1... {
        let place: Comment = "write \(first)"
        let faults = ["write:error=EIO:when=\(first)"] + more
        guard let outcome = try Outcome(of: actions, durability, under: faults, place) else { return first - 1 }
        outcome.expectOutage(IOErrorTests.reason, place)
      }
      return 0
    }
    Soak.report(
      """
      an I/O error on each of \(places) writes\(more.isEmpty ? "" : " and on two cuts after it"), \(durability): \
      one report each, all \(actions) actions accounted for
      """)
    #expect(places > 1)
  }

  /// Takes a second: a process for each fsync.
  @Test(.enabled(if: Tracer.works, Comment(rawValue: Tracer.missing)), arguments: ["process", "power"])
  func `after an I/O error on any fsync, recording continues in a new segment`(durability: String) async throws {
    let rounds = Soak.count(3, soak: 30)
    let places = try await onOwnThread {
      for first in 1... {
        let place: Comment = "fsync \(first)"
        let scratch = try TemporaryFile()
        let steps = Array(repeating: ["act 2", "sync"], count: rounds).flatMap(\.self)
        let run = try Tracer.run(
          ["open \(durability) 0 \(scratch.path)"] + steps + ["close"],
          injecting: ["fsync:error=EIO:when=\(first)"], in: scratch)
        expectEqual(run.status, 0, place)
        if run.injections == 0 { return first - 1 }
        let journal = try SurvivingJournal(scratch.path)
        let outcome = Outcome(said: run.said, journal: journal, reachesEnd: true)
        if outcome.refusals.isEmpty {
          expectEqual(outcome.dispatched, 2 * rounds, place)
          outcome.expectReport(IOErrorTests.reason, place)
        }
        // The recorder reports no record before the gap as durable. Records after the gap are in another file.
        #expect(run.said.count { $0.hasPrefix("failed ") } <= 1, place)
        #expect(journal.isProven && !journal.isCutShort && journal.gaps.count <= 1, place)
        expectEqual(journal.segmentCount, journal.gaps.count + 1, place)
        // The fault may come before the first action.
        expectEqual(journal.completed, Array(journal.missing..<(outcome.refusals.isEmpty ? 2 * rounds : 0)), place)
        // Without an action after the failure, no segment starts.
        #expect(journal.isClosed || journal.gaps.isEmpty, place)
      }
      return 0
    }
    Soak.report("an I/O error on each of \(places) fsyncs, \(durability): each led to a new segment with a gap")
    #expect(places > 1)
  }

  /// The first failing fsync and the period of the next ones: each of both at least once, and all pairs in a soak.
  private static let fsyncs: [(first: Int, period: Int)] = (3...8).flatMap { first in
    (1...5).filter { Soak.isOn || first % 5 == $0 % 5 }.map { (first, $0) }
  }

  @Test(.enabled(if: Tracer.works, Comment(rawValue: Tracer.missing)), arguments: Self.fsyncs)
  func `repeated I/O errors on fsync start no new segment for each action`(first: Int, period: Int) async throws {
    try await onOwnThread {
      let scratch = try TemporaryFile()
      let lines = ["open power 0 \(scratch.path)", "act 40", "close"]
      let run = try Tracer.run(lines, injecting: ["fsync:error=EIO:when=\(first)+\(period)"], in: scratch)
      #expect(run.status == 0 && run.said.filter { $0.hasPrefix("done ") }.count == 40)
      let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder).filter { $0 != "calls" }
      // A slow machine may reach the second attempt.
      #expect((1...4).contains(names.count), "\(names)")
      // The header, its folder, the first state, and each action before the first failure take an fsync.
      let journal = try SurvivingJournal(scratch.path)
      #expect(journal.isProven && Array(journal.completed.prefix(max(0, first - 4))) == Array(0..<max(0, first - 4)))
      expectEqual(journal.completed, Set(journal.completed).sorted())
      // A session that ends between two attempts can't write what is missing.
      let accounted = journal.completed.count + journal.missing
      #expect(journal.isClosed ? accounted == 40 : accounted <= 40, "\(journal.completed), \(journal.gaps)")
    }
  }

  /// Takes seconds: a process for each call.
  @Test(
    .enabled(if: Tracer.works, Comment(rawValue: Tracer.missing)),
    arguments: Soak.pairs(["write", "fsync", "flock"], ["power", "process"]))
  func `an interrupted call is repeated`(call: String, durability: String) async throws {
    let actions = Soak.count(6, soak: 60)
    let places = try await onOwnThread {
      for first in 1... {
        let place: Comment = "\(call) \(first)"
        let fault = "\(call):error=EINTR:when=\(first)..\(first + 2)"
        guard let outcome = try Outcome(of: actions, durability, under: [fault], place) else { return first - 1 }
        expectEqual(outcome.failures + outcome.refusals, [], place)
        #expect(outcome.journal?.isClosed == true && outcome.journal?.completed.count == actions, place)
      }
      return 0
    }
    Soak.report("\(call) interrupted three times, at \(places) places, \(durability): nothing lost, nothing to report")
    #expect(places > 0 || (call == "fsync" && durability == "process"))
  }

  /// Takes seconds: two processes for each limit.
  @Test(arguments: ["process", "power", "buffered"])
  func `recording resumes after a file-size limit cuts a write short at any byte`(durability: String) async throws {
    let step = Soak.count(97, soak: 1)
    let (outages, dispatched, missing) = try await onOwnThread {
      var totals = (outages: 0, dispatched: 0, missing: 0)
      let scratch = try TemporaryFile()
      _ = try ChildProcess.run(["open process 0 \(scratch.path)", "act 3", "close"])
      let start = try scratch.bytes()
      for room in stride(from: 0, to: 1500, by: step) {
        let place: Comment = "room for \(room) bytes"
        try scratch.write(start)
        // The long action, the second from here, flushes the buffer.
        let first = durability == "buffered" ? 24 : 3
        let open = "open \(durability) \(first) \(scratch.path)"
        let lines = ["limit \(start.count + room)", open, "act 5", "limit none", "act 1", "close"]
        let (said, status) = try ChildProcess.run(lines)
        expectEqual(status, 0, place)
        let outcome = Outcome(said: said, journal: nil, reachesEnd: false)
        #expect((outcome.failures + outcome.refusals).allSatisfy { $0.hasSuffix("failed: File too large") }, place)
        expectEqual(outcome.dispatched, 6, place)
        // A session that couldn't begin isn't in the journal, and the next one can begin.
        let began = outcome.refusals.isEmpty
        let (last, _) = try ChildProcess.run(["open process 30 \(scratch.path)", "act 1", "close"])
        expectEqual(last, ["ready", "opened", "begun 30", "done 30", "closed"], place)
        let journal = try SurvivingJournal(scratch.path)
        #expect(journal.isProven && journal.isClosed && journal.state == StepsApp.state(before: 31), place)
        expectEqual(journal.completed.count + journal.missing, (began ? 10 : 4), place)
        // Each outage has one report. Each but the last may have left a gap.
        #expect((outcome.failures + outcome.refusals).count <= max(1, journal.gaps.count), place)
        totals.outages += outcome.failures.count + outcome.refusals.count
        totals.dispatched += 6
        totals.missing += journal.missing + (began ? 0 : 6)
      }
      return totals
    }
    Soak.report(
      """
      a file-size limit, \(durability): \(outages) outages, \(dispatched) actions, \(missing) missing and said to be
      """)
    #expect(outages >= 1500 / step / 3)
  }

  @Test(.enabled(if: !Sanitizer.isThread, "the thread sanitizer maps files of its own, which the limit forbids"))
  func `a permanent file-size limit ends the recording, not the app`() async throws {
    let limit = try await onOwnThread {
      let scratch = try TemporaryFile()
      let (said, status) = try ChildProcess.run(
        ["open process 0 \(scratch.path)", "act 200", "close"],
        under: ["sh", "-c", #"ulimit -f 32; exec "$@""#, "sh"])
      expectEqual(status, 0)
      let journal = try SurvivingJournal(scratch.path)
      let outcome = Outcome(said: said, journal: journal, reachesEnd: true)
      expectEqual(outcome.dispatched, 200)
      #expect(outcome.failures.allSatisfy { $0.hasSuffix("write failed: File too large") })
      // A short record may still fit after a long one didn't, so there can be more than one outage.
      #expect([journal.gaps.count, journal.gaps.count + 1].contains(outcome.failures.count))
      #expect(outcome.failures.count >= 1 && journal.isProven && journal.completed.count > 20)
      return scratch.byteCount
    }
    Soak.report("a file-size limit for good: \(limit) bytes of whole records, one report, no signal")
  }

  @Test func `an inspector in another program's process leaves no file at the size limit, and ends no process`()
    async throws
  {
    try await onOwnThread {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "j")
      let (said, status) = try ChildProcess.run([
        "open process 0 \(path)", "act 200", "close", "limit 4096", "tool bake \(path) -o \(path).copy", "limit none",
        "tool bake \(path) -o \(path).copy",
      ])
      expectEqual(status, 0)
      expectEqual(said.suffix(5), ["closed", "limited", "exit 2", "limited", "exit 0"])
      try expectEqual(folder.names(), ["j", "j.copy"])
    }
  }

  /// Takes the second between two checks.
  @Test
  func `a new file-size limit is noticed within a second`() async throws {
    try await onOwnThread {
      let scratch = try TemporaryFile()
      let child = try ChildProcess()
      _ = child.ask("open process 0 \(scratch.path)", "opened")
      _ = child.ask("act 1", "done 0")
      _ = child.ask("limit \(scratch.byteCount)", "limited")
      Platform.sleep(.microseconds(1_100_000))
      for line in ["act 1", "limit none", "act 1", "close"] { child.send(line) }
      expectEqual(child.finish(), 0)
      let outcome = Outcome(said: child.said, journal: try SurvivingJournal(scratch.path), reachesEnd: false)
      outcome.expectOutage("write failed: File too large", "")
    }
  }
}
