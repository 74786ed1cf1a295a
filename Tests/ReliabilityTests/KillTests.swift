import Expectations
import Foundation
import RecordingChild
import SystemSupport
import TestSupport
import Testing

/// Killing a recording process with `kill -9`.
@Suite(.timeLimit(.minutes(300))) struct KillTests {
  /// Takes seconds: 12 processes and more.
  @Test
  func `a kill at a random time loses no acknowledged action, and the journal names the one in flight`() async throws {
    let rounds = Soak.count(12, soak: 10_000)
    let seed = UInt64.random(in: 0...UInt64.max)
    let tally = try await onOwnThread {
      var random = SeededGenerator(seed: seed)
      var tally = Tally()
      // On a busy machine, a process may do little before the kill, so add kills, each later.
      while tally.kills < rounds || (!tally.metAll && tally.kills < 10 * rounds) {
        try KillTests.oneJournal(&tally, &random, patience: 1 + tally.kills / rounds, seed: seed)
        if tally.kills % 1000 == 0, tally.kills < rounds { Soak.report("so far \(tally), seed \(seed)") }
      }
      return tally
    }
    Soak.report("kill -9 at random instants: \(tally)")
    #expect(tally.lost == 0 && tally.unnamed == 0, "seed \(seed)")
    // With a sanitizer, the process is too slow to reduce much.
    #expect(Sanitizer.isOn || tally.metAll, "seed \(seed)")
  }

  /// The results of many kills.
  struct Tally: Sendable, CustomStringConvertible {
    var kills = 0
    /// The kills before the journal was open, in a reducer, and elsewhere.
    var opening = 0
    var inReducer = 0
    var between = 0
    /// The acknowledged actions, and those of them that the journal lacks.
    var acknowledged = 0
    var lost = 0
    /// The same for buffered sessions, which may lose some.
    var acknowledgedBuffered = 0
    var lostBuffered = 0
    /// Torn lines that name the action in flight, torn lines that don't, and reducers without a named action.
    var named = 0
    var cutShort = 0
    var unnamed = 0

    /// Whether kills met every phase of the process.
    var metAll: Bool { opening > 0 && between > 0 && inReducer > 0 }

    var description: String {
      """
      \(kills) kills (\(opening) while opening, \(inReducer) in a reducer, \(between) elsewhere); \
      \(lost) of \(acknowledged) acknowledged actions lost (buffered: \(lostBuffered) of \(acknowledgedBuffered)); \
      \(named) torn lines name the action, \(cutShort) are less than an action, \(unnamed) actions in flight not found
      """
    }
  }

  /// Kills up to ten sessions of a journal, and closes another one.
  private static func oneJournal(
    _ tally: inout Tally, _ random: inout SeededGenerator, patience: Int, seed: UInt64
  ) throws {
    let scratch = try TemporaryFile()
    var next = 0
    var expected = Set<Int>()
    for _ in 0..<10 {
      let durability =
        ["process", "process", "process", "power", "buffered"].randomElement(using: &random) ?? "process"
      let instant =
        patience * Int.random(in: 0..<([1500, 8000, 40_000].randomElement(using: &random) ?? 8000), using: &random)
      let said = try killed(after: instant, durability, from: next, scratch)
      tally.kills += 1
      let done = said.compactMap { number("done ", $0) }
      let begun = said.compactMap { number("begun ", $0) }
      switch said.last {
      case "ready"?, nil: tally.opening += 1
      case let last? where last.hasPrefix("begun"): tally.inReducer += 1
      default: tally.between += 1
      }
      if scratch.byteCount == 0 { continue }
      let journal = try SurvivingJournal(scratch.path)
      #expect(journal.isProven, "seed \(seed)")
      let completed = Set(journal.completed)
      let inFlight = try journal.inFlight()
      if durability == "buffered" {
        tally.acknowledgedBuffered += done.count
        tally.lostBuffered += done.count { !completed.contains($0) }
        expected.formUnion(completed)
      } else {
        tally.acknowledged += done.count
        expected.formUnion(done)
        if let last = begun.last, !completed.contains(last), inFlight != last { tally.unnamed += 1 }
      }
      tally.lost += expected.count { !completed.contains($0) }
      if inFlight != nil { tally.named += 1 }
      if journal.isCutShort { tally.cutShort += 1 }
      // The journal holds no undispatched action: at most the one after the last that began.
      let most = (begun.last ?? next - 1) + 1
      #expect((journal.completed.max() ?? 0) <= max(most, 0) && (inFlight ?? 0) <= max(most, 0), "seed \(seed)")
      next = most + 1
    }
    let (said, _) = try ChildProcess.run(["open process \(next) \(scratch.path)", "act 1", "close"])
    expectEqual(said, ["ready", "opened", "begun \(next)", "done \(next)", "closed"], "seed \(seed)")
    let journal = try SurvivingJournal(scratch.path)
    #expect(journal.isProven && journal.isClosed, "seed \(seed)")
    expectEqual(journal.state, StepsApp.state(before: next + 1), "seed \(seed)")
  }

  /// The output of a child that is killed some microseconds after its start.
  private static func killed(
    after microseconds: Int, _ durability: String, from first: Int, _ scratch: TemporaryFile
  ) throws -> [String] {
    let child = try ChildProcess()
    _ = child.next("ready")
    child.send("open \(durability) \(first) \(scratch.path)")
    child.send("act 1000000000")
    Platform.sleep(.microseconds(microseconds))
    child.kill()
    let status = child.finish()
    expectEqual(status, 128 + Platform.killSignal)
    return child.said
  }

  private static func number(_ start: String, _ line: String) -> Int? {
    line.hasPrefix(start) ? Int(line.dropFirst(start.count)) : nil
  }

  // MARK: At each system call

  /// A short run that begins with a torn tail, so that kills also meet its repair.
  ///
  /// Takes seconds: a process for each call.
  @Test(
    .enabled(if: Tracer.works, Comment(rawValue: Tracer.missing)),
    arguments: ["process", "power", "buffered"])
  func `a kill at any write, cut or fsync loses no acknowledged action`(durability: String) async throws {
    let actions = Soak.count(4, soak: 100)
    let outcome = try await onOwnThread {
      let start = try KillTests.tornJournal()
      let lines = { (scratch: TemporaryFile) in
        ["open \(durability) 3 \(scratch.path)", "act \(actions)", "flush", "close"]
      }
      var kills = 0
      for call in ["pwrite64", "write", "ftruncate", "fsync"] {
        // Continue until the run has no further call.
        for number in 1... {
          let scratch = try TemporaryFile()
          try scratch.write(start)
          let run = try Tracer.run(lines(scratch), injecting: ["\(call):signal=KILL:when=\(number)"], in: scratch)
          if run.status == 0 { break }
          expectEqual(run.status, 128 + Platform.killSignal, "\(call) \(number)")
          kills += 1
          try KillTests.check(run.said, scratch, isBuffered: durability == "buffered", "\(call) \(number)")
        }
      }
      return kills
    }
    Soak.report("kill -9 at every write, cut and fsync, \(durability): \(outcome) kills, nothing lost")
    #expect(outcome >= (durability == "buffered" ? 3 : 2 * actions))
  }

  /// Takes seconds: two processes for each of some calls.
  @Test(
    .enabled(if: Tracer.works, Comment(rawValue: Tracer.missing)),
    arguments: ["process", "power"])
  func `a kill at any call that starts or drops a segment loses no acknowledged action`(durability: String) async throws
  {
    // Enough to start several segments and to drop the oldest.
    let actions = Soak.count(28, soak: 60)
    let calls = ["openat", "flock", "pwrite64", "fsync", "link", "rename", "unlink"]
    let kills = try await onOwnThread {
      var kills: [String: Int] = [:]
      for call in calls {
        // Of eleven calls of flock, each step meets two, and of four calls of link, too.
        let isRare = ["pwrite64", "link", "rename", "unlink"].contains(call)
        let step = Soak.count(isRare ? 3 : durability == "power" ? 10 : 9, soak: 1)
        for number in stride(from: 1, to: Int.max, by: step) {
          let place: Comment = "\(call) \(number)"
          let scratch = try TemporaryFile()
          let lines = ["open \(durability)/1 0 \(scratch.path)", "act \(actions)", "close"]
          let run = try Tracer.run(lines, injecting: ["\(call):signal=KILL:when=\(number)"], in: scratch)
          if run.status == 0 { break }
          expectEqual(run.status, 128 + Platform.killSignal, place)
          kills[call, default: 0] += 1
          let done = run.said.compactMap { KillTests.number("done ", $0) }.last
          if let done { try KillTests.expectAll(through: done, scratch, place) }
          // The next session continues at once, and finishes or removes a half-done step.
          let next = (done ?? -1) + 2
          let more = ["open \(durability)/1 \(next) \(scratch.path)", "act \(actions)", "close"]
          try expectEqual(ChildProcess.run(more).said.last, "closed", place)
          let journal = try SurvivingJournal(scratch.path)
          #expect(journal.isProven && journal.isClosed, place)
          expectEqual(journal.state, StepsApp.state(before: next + actions), place)
          let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder).filter { $0 != "calls" }
          expectEqual(names.count, journal.segmentCount, place)
        }
      }
      return kills
    }
    Soak.report(
      "kill -9 at every call that begins or drops a segment, \(durability): \(kills.values.reduce(0, +)) kills, nothing lost"
    )
    expectEqual(kills.count, calls.count - (durability == "power" ? 0 : 1), "\(kills)")
  }

  /// Expects all acknowledged actions, except those dropped with the oldest segments.
  private static func expectAll(through done: Int, _ scratch: TemporaryFile, _ place: Comment) throws {
    let journal = try SurvivingJournal(scratch.path)
    #expect(journal.isProven && !journal.isCutShort, place)
    let last = journal.completed.last ?? done
    #expect(last >= done, place)
    expectEqual(journal.completed, Array(last - journal.completed.count + 1..<last + 1), place)
    #expect(journal.segmentCount > 1 || journal.completed.first == 0, place)
  }

  /// A journal whose third action kills its process in the reducer.
  static func tornJournal() throws -> [UInt8] {
    let scratch = try TemporaryFile()
    let child = try ChildProcess()
    child.send("open process 0 \(scratch.path)")
    child.send("act 1000000000")
    _ = child.next("begun 2")
    child.kill()
    _ = child.finish()
    var bytes = try scratch.bytes()
    let end = try #require(bytes.indices.filter { bytes[$0] == 0x0a }.dropFirst(3).first)
    bytes.removeLast(bytes.count - end - 1)
    return bytes + Array(#"{"kind":"action","seq":3,"at":999999,"type":"step","action":{"step":{"_0":2}}"#.utf8)
  }

  private static func check(
    _ said: [String], _ scratch: TemporaryFile, isBuffered: Bool, _ place: Comment
  ) throws {
    let journal = try SurvivingJournal(scratch.path)
    #expect(journal.isProven, place)
    let inFlight = try journal.inFlight()
    // Either form keeps the earlier actions, including the torn one.
    #expect(Set(journal.completed).isSuperset(of: [0, 1]), place)
    #expect(journal.interrupted == [2] || inFlight == 2, place)
    guard !isBuffered else { return }
    #expect(Set(journal.completed).isSuperset(of: said.compactMap { number("done ", $0) }), place)
    if let last = said.last, let begun = number("begun ", last) {
      #expect(journal.completed.contains(begun) || inFlight == begun, place)
    }
  }
}
