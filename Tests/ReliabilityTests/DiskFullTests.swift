import RecordingChild
import ReduxJournal
import ReduxReplay
import Testing

/// A disk without room, for a while or for good.
@Suite("Disk full", .timeLimit(.minutes(120))) struct DiskFullTests {
  private static let noRoom = "write failed: No space left on device"

  /// What a child said while it dispatched so many actions and could not write all of them.
  struct Outcome {
    var said: [String]
    var journal: SurvivingJournal?
    var failures: [String] { said.filter { $0.hasPrefix("failure ") } }
    var dispatched: Int { said.count { $0.hasPrefix("done ") } }
    /// What the journal says of the actions: those it has and those it knows to be missing.
    var accounted: Int { journal.map { $0.completed.count + $0.missing } ?? 0 }
  }

  /// Dispatches so many actions under a fault; `nil` if it never struck.
  private static func run(
    _ actions: Int, _ durability: String, _ fault: String, _ place: Comment
  ) throws -> (outcome: Outcome, reachesEnd: Bool)? {
    let scratch = try Scratch()
    let run = try Tracer.run(
      ["open \(durability) 0 \(scratch.journal)", "act \(actions)", "close"], injecting: fault, in: scratch)
    #expect(run.status == 0, place)
    if run.injections == 0 { return nil }
    let journal = scratch.byteCount == 0 ? nil : try SurvivingJournal(scratch.journal)
    let outcome = Outcome(said: run.said, journal: journal)
    #expect(outcome.dispatched == actions, place)
    #expect(journal?.report.divergence == nil, place)
    // Reported once, by whoever could not open it or by the recorder.
    let refusals = outcome.said.filter { $0.hasPrefix("refused ") }
    #expect((outcome.failures + refusals).count == 1, place)
    #expect((outcome.failures + refusals).first?.hasSuffix(DiskFullTests.noRoom) == true, place)
    return (outcome, run.endsInjected)
  }

  @Test(
    "at every write in turn, then room again", .enabled(if: Tracer.works, Comment(rawValue: Tracer.missing)),
    arguments: ["process", "power", "buffered"], [1, 2, 5])
  func everyWrite(durability: String, length: Int) async throws {
    let actions = Soak.count(4, soak: 60)
    let (outages, gaps) = try await Soak.run {
      var outages = 0
      var gaps = 0
      for first in 1... {
        let place: Comment = "\(length) writes from number \(first)"
        let fault = "pwrite64:error=ENOSPC:when=\(first)..\(first + length - 1)"
        guard let (outcome, reachesEnd) = try DiskFullTests.run(actions, durability, fault, place) else { break }
        outages += 1
        guard let journal = outcome.journal else {
          // Even the header found no room.
          #expect(first == 1, place)
          continue
        }
        // Where there was no room to the end, nobody could say in the file what is missing.
        #expect(journal.isClosed || reachesEnd, place)
        #expect(outcome.accounted == actions || reachesEnd, place)
        if journal.completed.last == actions - 1 {
          #expect(journal.state == StepsApp.state(before: actions), place)
        }
        #expect(journal.gaps.count <= 1, place)
        gaps += journal.gaps.count
      }
      return (outages, gaps)
    }
    Soak.tell(
      """
      no room for \(length) writes, at \(outages) places, \(durability): all of \(actions) actions dispatched each \
      time, one report each, all accounted for, \(gaps) gaps
      """)
    #expect(outages > 1)
  }

  @Test(
    "at every write in turn, for good", .enabled(if: Tracer.works, Comment(rawValue: Tracer.missing)),
    arguments: ["process", "power", "buffered"])
  func forGood(durability: String) async throws {
    let actions = Soak.count(4, soak: 60)
    let outages = try await Soak.run {
      var outages = 0
      for first in 1... {
        let place: Comment = "from write \(first)"
        let fault = "pwrite64:error=ENOSPC:when=\(first)+"
        guard let (outcome, _) = try DiskFullTests.run(actions, durability, fault, place) else { break }
        outages += 1
        // Whole records, each proven, in order.
        let completed = outcome.journal?.completed ?? []
        #expect(completed == Array(0..<completed.count), place)
      }
      return outages
    }
    Soak.tell("no room from each of \(outages) writes on, \(durability): one report each, whole records only")
    #expect(outages > 1)
  }

  @Test(
    "a disk of 64 KB that fills up and is cleared, over and over",
    .enabled(if: SmallDisk.works, Comment(rawValue: SmallDisk.missing)),
    arguments: ["process", "power", "buffered"])
  func smallDisk(durability: String) async throws {
    let rounds = Soak.count(2, soak: 200)
    let seed = UInt64.random(in: 0...UInt64.max)
    let (outages, dispatched, missing) = try await Soak.run {
      var random = SeededGenerator(seed: seed)
      var totals = (outages: 0, dispatched: 0, missing: 0)
      for _ in 0..<rounds {
        let scratch = try Scratch()
        let disk = try SmallDisk(in: scratch)
        let journal = disk.folder + "/session.jsonl"
        var lines = ["open \(durability) 0 \(journal)"]
        var actions = 0
        for _ in 0..<6 {
          for fill in [false, true] {
            let count = Int.random(in: 1...4, using: &random)
            actions += count
            lines +=
              fill ? ["fill \(disk.folder)/ballast", "act \(count)", "empty \(disk.folder)/ballast"] : ["act \(count)"]
          }
        }
        lines += ["act 1", "close", "copy \(journal) \(scratch.journal)"]
        let (said, status) = try ChildProcess.run(lines, under: disk.words)
        #expect(status == 0, "seed \(seed)")
        let outcome = Outcome(said: said, journal: try SurvivingJournal(scratch.journal))
        let survivor = try #require(outcome.journal)
        #expect(outcome.dispatched == actions + 1 && outcome.accounted == actions + 1, "seed \(seed)")
        #expect(survivor.report.divergence == nil && survivor.isClosed, "seed \(seed)")
        #expect(survivor.state == StepsApp.state(before: actions + 1), "seed \(seed)")
        // What fits into the rest of a page is written while the disk is full, so not every time is an outage.
        #expect(survivor.gaps.count <= outcome.failures.count && outcome.failures.count <= 6, "seed \(seed)")
        totals.outages += outcome.failures.count
        totals.dispatched += outcome.dispatched
        totals.missing += survivor.missing
      }
      return totals
    }
    Soak.tell(
      """
      a tmpfs of 64 KB, \(durability): \(outages) outages in \(rounds) journals, \(dispatched) actions, \
      \(missing) missing and said to be
      """)
    #expect(outages > 0, "seed \(seed)")
  }
}
