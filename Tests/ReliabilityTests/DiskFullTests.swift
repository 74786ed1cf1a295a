import Expectations
import RecordingChild
import TestSupport
import Testing

/// A full disk, temporarily or permanently.
@Suite(.timeLimit(.minutes(120))) struct DiskFullTests {
  private static let reason = "write failed: No space left on device"

  /// Takes seconds: a process for each write.
  @Test(
    .enabled(if: Tracer.works, Comment(rawValue: Tracer.missing)),
    arguments: Soak.pairs(["process", "power", "buffered"], [1, 2, 5]))
  func `after a full disk at any write, recording resumes once there is space`(durability: String, length: Int)
    async throws
  {
    let actions = Soak.count(6, soak: 60)
    let (outages, gaps) = try await onOwnThread {
      var outages = 0
      var gaps = 0
      for first in 1... {
        let place: Comment = "\(length) writes from number \(first)"
        let fault = "write:error=ENOSPC:when=\(first)..\(first + length - 1)"
        guard let outcome = try Outcome(of: actions, durability, under: [fault], place) else { break }
        outages += 1
        outcome.expectOutage(DiskFullTests.reason, place)
        gaps += outcome.journal?.gaps.count ?? 0
      }
      return (outages, gaps)
    }
    Soak.report(
      """
      no room for \(length) writes, at \(outages) places, \(durability): all of \(actions) actions dispatched each \
      time, one report each, all accounted for, \(gaps) gaps
      """)
    #expect(outages > 1)
  }

  /// Takes seconds: a process for each write.
  @Test(
    .enabled(if: Tracer.works, Comment(rawValue: Tracer.missing)),
    arguments: ["process", "power", "buffered"])
  func `a disk that stays full from any write on leaves whole records`(durability: String) async throws {
    let actions = Soak.count(6, soak: 60)
    let outages = try await onOwnThread {
      var outages = 0
      for first in 1... {
        let place: Comment = "from write \(first)"
        let fault = "write:error=ENOSPC:when=\(first)+"
        guard let outcome = try Outcome(of: actions, durability, under: [fault], place) else { break }
        outages += 1
        outcome.expectReport(DiskFullTests.reason, place)
        // The journal holds whole records in order.
        let completed = outcome.journal?.completed ?? []
        expectEqual(completed, Array(0..<completed.count), place)
      }
      return outages
    }
    Soak.report("no room from each of \(outages) writes on, \(durability): one report each, whole records only")
    #expect(outages > 1)
  }

  /// Takes seconds: a process for each call.
  @Test(
    .enabled(if: Tracer.works, Comment(rawValue: Tracer.missing)),
    arguments: [
      "pwrite64:error=ENOSPC", "link:error=EPERM", "rename:error=EIO", "unlink:error=EACCES", "flock:error=ENOLCK",
    ])
  func `failing to start or drop a segment loses no action`(fault: String) async throws {
    let actions = 30
    let places = try await onOwnThread {
      // Skip the first lock, which is the journal's.
      let first = fault.hasPrefix("flock") ? 2 : 1
      for number in first... {
        let place: Comment = "\(fault) \(number)"
        guard
          let outcome = try Outcome(of: actions, "process/1", under: ["\(fault):when=\(number)"], place)
        else { return number - first }
        // Closing the file releases a lock even if unlocking fails.
        #expect((outcome.failures + outcome.refusals).count <= 1, place)
        let journal = try #require(outcome.journal)
        #expect(journal.isClosed && journal.gaps.isEmpty, place)
        let count = journal.completed.count
        expectEqual(journal.completed, Array(actions - count..<actions), place)
        expectEqual(journal.state, StepsApp.state(before: actions), place)
      }
      return 0
    }
    Soak.report("\(fault) while segments are begun and dropped, at \(places) places: nothing lost")
    #expect(places > 0)
  }

  @Test(
    .enabled(if: SmallDisk.works, Comment(rawValue: SmallDisk.missing)),
    arguments: ["process", "power", "buffered"])
  func `gaps count all actions lost while a disk repeatedly fills up`(durability: String) async throws {
    let rounds = Soak.count(2, soak: 200)
    let seed = UInt64.random(in: 0...UInt64.max)
    let (outages, dispatched, missing) = try await onOwnThread {
      var random = SeededGenerator(seed: seed)
      var totals = (outages: 0, dispatched: 0, missing: 0)
      for _ in 0..<rounds {
        let scratch = try TemporaryFile()
        let disk = try SmallDisk(in: scratch)
        let journal = disk.folder + "/session.jsonl"
        var lines = ["open \(durability) 0 \(journal)"]
        var actions = 0
        for _ in 0..<6 {
          let counts = (Int.random(in: 1...4, using: &random), Int.random(in: 1...8, using: &random))
          actions += counts.0 + counts.1
          lines += ["act \(counts.0)", "fill \(disk.folder)/ballast", "act \(counts.1)"]
          lines.append("empty \(disk.folder)/ballast")
        }
        lines += ["act 1", "close", "copy \(journal) \(scratch.path)"]
        let (said, status) = try ChildProcess.run(lines, under: disk.words)
        expectEqual(status, 0, "seed \(seed)")
        let outcome = Outcome(said: said, journal: try SurvivingJournal(scratch.path), reachesEnd: false)
        let survivor = try #require(outcome.journal)
        #expect(outcome.dispatched == actions + 1 && outcome.accounted == actions + 1, "seed \(seed)")
        #expect(survivor.isProven && survivor.isClosed, "seed \(seed)")
        expectEqual(survivor.state, StepsApp.state(before: actions + 1), "seed \(seed)")
        // On a full disk, the rest of a page still holds some records, so not every time is an outage.
        #expect(survivor.gaps.count <= outcome.failures.count && outcome.failures.count <= 6, "seed \(seed)")
        totals.outages += outcome.failures.count
        totals.dispatched += outcome.dispatched
        totals.missing += survivor.missing
      }
      return totals
    }
    Soak.report(
      """
      a tmpfs of 64 KB, \(durability): \(outages) outages in \(rounds) journals, \(dispatched) actions, \
      \(missing) missing and said to be
      """)
    #expect(outages > 0, "seed \(seed)")
  }
}
