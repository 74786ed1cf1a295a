import Expectations
import Foundation
import RecordingChild
import SystemSupport
import TestSupport
import Testing

/// A state stored in a folder survives kills, disk failures and power losses as the last whole state.
@Suite(.timeLimit(.minutes(60))) struct KeptStateTests {
  private static let numbers = 3

  /// A run of a child under a fault, and the state that the next process restores.
  private struct Run {
    /// The last number that the child reported as kept.
    let kept: Int
    /// The number that the next process restores.
    let left: Int
    let failures: [String]
    /// Whether the fault was injected.
    let isStruck: Bool

    /// - Throws: If the next process restores no whole state.
    init(injecting fault: String) throws {
      let scratch = try TemporaryFile()
      let path = scratch.folder + "/state"
      let files = (1...numbers).flatMap { ["left.\($0).state.json", "right.\($0).state.json"] }
      let places = ["lock", "manifest.json", "manifest.json.new"] + files
      let run = try Tracer.run(
        ["keep \(numbers) \(path)"], injecting: [fault], in: scratch, at: [path] + places.map { "\(path)/\($0)" })
      kept = KeptStateTests.last("kept ", in: run.said) ?? 0
      failures = run.said.filter { $0.hasPrefix("failed ") }
      isStruck = run.injections > 0 || run.status != 0
      let next = try ChildProcess.run(["keep 1 \(path)"])
      left = try #require(KeptStateTests.last("restored ", in: next.said), "\(fault): \(next.said)")
      expectEqual(next.said.last, "kept \(left + 1)", "\(fault)")
    }
  }

  private static func last(_ start: String, in said: [String]) -> Int? {
    said.last { $0.hasPrefix(start) }.flatMap { Int($0.dropFirst(start.count)) }
  }

  /// Takes seconds: two processes for every other of 66 calls.
  @Test(
    .enabled(if: Tracer.works, Comment(rawValue: Tracer.missing)),
    arguments: ["openat", "write", "fsync", "rename", "unlink"])
  func `a kill at any call leaves the last whole state`(call: String) async throws {
    let places = try await onOwnThread {
      for number in stride(from: 1, to: Int.max, by: Soak.count(2, soak: 1)) {
        let run = try Run(injecting: "\(call):signal=KILL:when=\(number)")
        if !run.isStruck { return number - 1 }
        // The number being stored may already be whole.
        #expect(run.left == run.kept || run.left == run.kept + 1, "\(call) \(number)")
      }
      return 0
    }
    Soak.report("killed at each of \(places) calls of \(call) while a state is kept: the last whole state is left")
    #expect(places > 0)
  }

  /// Takes seconds: two processes for every other of 53 calls.
  @Test(
    .enabled(if: Tracer.works, Comment(rawValue: Tracer.missing)),
    arguments: ["openat:error=EIO", "write:error=ENOSPC", "fsync:error=EIO", "rename:error=EIO", "mkdir:error=ENOSPC"])
  func `a full disk or an I/O error at any call leaves the last whole state`(fault: String) async throws {
    let places = try await onOwnThread {
      for number in stride(from: 1, to: Int.max, by: Soak.count(2, soak: 1)) {
        let run = try Run(injecting: "\(fault):when=\(number)")
        if !run.isStruck { return number - 1 }
        #expect(run.failures.count <= 1, "\(fault) \(number): \(run.failures)")
        // If only the last step failed, synchronising the folder, the new number is whole too.
        #expect([run.kept, run.kept + run.failures.count].contains(run.left), "\(fault) \(number): \(run.failures)")
      }
      return 0
    }
    Soak.report("\(fault) at each of \(places) calls while a state is kept: told at most once, nothing lost")
    #expect(places > 0)
  }

  /// Takes seconds: it opens a folder for each of 400 states of the disk.
  @Test(.enabled(if: Tracer.works, Comment(rawValue: Tracer.missing)), arguments: ["keep", "cache"])
  func `a power loss leaves the last whole state, whichever writes reached the disk`(command: String)
    async throws
  {
    let isSafe = command == "keep"
    let tally = try await onOwnThread {
      let scratch = try TemporaryFile()
      // Without synchronisation, all writes of a run can be lost together: few numbers have many states.
      let numbers = isSafe ? 3 : Soak.count(1, soak: 3)
      // The second command opens an existing folder.
      let calls = try Tracer.calls(
        ["\(command) \(numbers) \(scratch.folder)", "\(command) 1 \(scratch.folder)"], in: scratch)
      expectEqual(calls.last { if case .say = $0 { true } else { false } }, .say("kept \(numbers + 1)"))
      return try KeptStateTests.fail(after: calls, isSafe: isSafe)
    }
    Soak.report("power loss while a state is kept, \(command): \(tally)")
    #expect(tally.states > 100 && tally.whole > 0 && tally.nothing > 0)
    expectEqual((tally.told == 0), isSafe)
  }

  struct Tally: Sendable, CustomStringConvertible {
    var states = 0
    /// The number of power losses after which a whole state, none, or a reported loss is left.
    var whole = 0
    var nothing = 0
    var told = 0

    var description: String { "\(states) states of the disk: \(whole) whole, \(nothing) empty, \(told) told" }
  }

  /// Simulates a power loss after each call of a process that stores numbers.
  private static func fail(after calls: [JournalCall], isSafe: Bool) throws -> Tally {
    var tally = Tally()
    var disk = SimulatedFolder([:])
    var random = SeededGenerator(seed: 20_262)
    var kept = 0
    for (position, call) in calls.enumerated() {
      disk.apply(call)
      if case .say(let line) = call, line.hasPrefix("kept ") { kept += 1 }
      let count = Soak.count(isSafe ? 8 : 1, soak: isSafe ? 64 : 8)
      for state in disk.states(atMost: Soak.count(6, soak: .max), random: count, .any, &random) {
        let place: Comment = "call \(position), \(state.mapValues(\.bytes.count))"
        let scratch = try TemporaryFile()
        for (name, survivor) in state {
          try Data(survivor.bytes).write(to: URL(fileURLWithPath: scratch.folder + "/" + name))
        }
        tally.states += 1
        let numbers = try KeptNumbers(in: scratch.folder)
        var next = 1
        switch try numbers.restored() {
        case .number(let number):
          tally.whole += 1
          next = number + 1
          // The number being stored may already be whole.
          #expect(number == kept + 1 || (isSafe ? number == kept : number <= kept), place)
        case .nothing:
          tally.nothing += 1
          #expect(kept == 0 || !isSafe, place)
        case .loss(let slices):
          tally.told += 1
          #expect(!isSafe, "\(place): \(slices)")
        case .half(let slices):
          Issue.record("\(place): \(slices)")
        }
        // New numbers are kept whatever is left.
        try numbers.store(next)
        guard case .number(next) = try numbers.restored() else {
          Issue.record("\(next) is not kept: \(place)")
          continue
        }
      }
    }
    return tally
  }

  @Test func `a kill at a random time leaves the last whole state`() async throws {
    let rounds = Soak.count(10, soak: 2000)
    let seed = UInt64.random(in: 0...UInt64.max)
    let stored = try await onOwnThread {
      var random = SeededGenerator(seed: seed)
      let scratch = try TemporaryFile()
      let path = scratch.folder + "/state"
      var kept = 0
      for round in 0..<rounds {
        let child = try ChildProcess()
        child.send("keep 1000000000 \(path)")
        let restored = try #require(child.next("restored ").flatMap { Int($0.dropFirst(9)) }, "seed \(seed)")
        #expect(restored == kept || restored == kept + 1, "seed \(seed)")
        // A busy machine may give no child enough time to keep anything.
        if round == 0 { _ = child.next("kept ") }
        Platform.sleep(.microseconds(Int.random(in: 0..<20_000, using: &random)))
        child.kill()
        _ = child.finish()
        kept = KeptStateTests.last("kept ", in: child.said) ?? restored
      }
      return kept
    }
    Soak.report(
      "killed \(rounds) times at random instants while \(stored) states were kept: the last whole state is left")
    #expect(stored > 0)
  }
}
