import Expectations
import Foundation
import ReduxJournal
import StateCoding
import StateTree
import Synchronization
import TestSupport
import Testing

@testable import ReduxReplay

/// A ledger with a changed reducer.
private enum OtherLedger: ReplayableApp {
  static let name = "ledger"
  static var initialState: Ledger { Ledger() }

  static func reduce(_ state: inout Ledger, _ action: LedgerAction) throws {
    if case .add(99) = action { state.total += 1 }
    try LedgerApp.reduce(&state, action)
  }
}

/// A point at which threads wait for each other.
private final class Meeting: Sendable {
  private let count: Int
  private let waiting = Atomic(0)
  private let late = Atomic(false)
  /// Longer than a busy machine takes, and shorter than `DispatchQueue.global()`, which adds a thread each second.
  private let deadline = ContinuousClock.now + .seconds(20)

  init(of count: Int) { self.count = count }

  var isLate: Bool { late.load(ordering: .relaxed) }

  func wait() {
    waiting.add(1, ordering: .relaxed)
    while waiting.load(ordering: .relaxed) < count, ContinuousClock.now < deadline {
      Thread.sleep(forTimeInterval: 0.001)
    }
    if waiting.load(ordering: .relaxed) < count { late.store(true, ordering: .relaxed) }
  }
}

/// A ledger whose reducers wait until all threads of two verifications reduce.
private enum MeetingLedger: ReplayableApp {
  static let name = "ledger"
  static var initialState: Ledger { Ledger() }
  static let threads = 32
  static let meeting = Meeting(of: 2 * threads)

  static func reduce(_ state: inout Ledger, _ action: LedgerAction) throws {
    meeting.wait()
    try LedgerApp.reduce(&state, action)
  }

  /// The number of states that a verification proves.
  static func proven(_ path: String) throws -> Int {
    try Replayer<MeetingLedger>(path: path).replay(jobs: threads, chunkByteCount: 1) { _ in }.report.proven
  }
}

/// A ledger whose reducers wait until two threads reduce.
private enum PairLedger: ReplayableApp {
  static let name = "ledger"
  static var initialState: Ledger { Ledger() }
  static let meeting = Meeting(of: 2)

  static func reduce(_ state: inout Ledger, _ action: LedgerAction) throws {
    meeting.wait()
    try LedgerApp.reduce(&state, action)
  }
}

/// Compares the findings of several threads with those of one.
struct ParallelVerifierTests {
  /// The complete result of a replay as text.
  private func account<App: ReplayableApp>(
    _ app: App.Type, _ path: String, to last: Int? = nil, limit: Lineage.Limit, jobs: Int, chunkByteCount: Int
  ) -> String {
    do {
      var replayer = try Replayer<App>(path: path)
      replayer.limit = limit
      let (state, report) = try replayer.replay(to: last, jobs: jobs, chunkByteCount: chunkByteCount) { _ in }
      return "\(try state.map(StateEncoder().hash)?.description ?? "no state") \(report)"
    } catch {
      return "\(error)"
    }
  }

  /// Compares one thread with several, and returns the result of one.
  @discardableResult
  private func compare<App: ReplayableApp>(
    _ app: App.Type, _ path: String, to last: Int? = nil, limit: Lineage.Limit = Lineage.Limit(), _ comment: String
  ) throws -> String {
    let expected = account(app, path, to: last, limit: limit, jobs: 1, chunkByteCount: 1)
    for (jobs, bytes) in [(2, 1), (2, 3000), (3, 700), (4, 5000)] {
      let found = account(app, path, to: last, limit: limit, jobs: jobs, chunkByteCount: bytes)
      try #require(found == expected, "\(comment), \(jobs) jobs, chunks of \(bytes) bytes")
    }
    return expected
  }

  @Test func `all threads of two verifications run at once`() async throws {
    let file = try TemporaryFile()
    try writeActions(MeetingLedger.threads + 1, to: file.path)
    let proven = try await onOwnThread { [path = file.path] in
      async let first = MeetingLedger.proven(path)
      async let second = MeetingLedger.proven(path)
      return try await [first, second]
    }
    expectEqual(proven, [34, 34])
    #expect(!MeetingLedger.meeting.isLate)
  }

  @Test func `with one snapshot, another thread replays the lines before it`() async throws {
    let file = try TemporaryFile()
    try writeActions(2, to: file.path)
    let proven = try await onOwnThread { [path = file.path] in
      try Replayer<PairLedger>(path: path).replay(jobs: 2, chunkByteCount: 1) { _ in }.report.proven
    }
    expectEqual(proven, 3)
    #expect(!PairLedger.meeting.isLate)
  }

  /// Writes actions with a snapshot before each.
  private func writeActions(_ count: Int, to path: String) throws {
    let writer = try JournalWriter.open(path: path)
    let encoder = StateEncoder()
    var state = Ledger()
    try writer.writeHeader(app: AppIdentity(name: LedgerApp.name), started: WallClock(microseconds: 0))
    for _ in 0..<count {
      try writer.writeSnapshot(state: encoder.encode(state), hash: encoder.hash(state))
      try writer.beginAction(ActionHead(at: 0, type: "add", action: encoder.encode(LedgerAction.add(1))))
      try LedgerApp.reduce(&state, .add(1))
      try writer.finishAction(ActionOutcome(hash: encoder.hash(state)))
    }
    try writer.close()
  }

  /// A part begins with the second snapshot of a state that isn't proven, and doesn't know that.
  @Test(arguments: [true, false]) func `a rewind to a state that isn't proven proves none, in each part`(
    isDirect: Bool
  ) throws {
    let file = try TemporaryFile()
    let writer = try JournalWriter.open(path: file.path)
    let encoder = StateEncoder()
    var state = Ledger()
    func snapshot() throws { try writer.writeSnapshot(state: encoder.encode(state), hash: encoder.hash(state)) }
    func act(_ replayability: ActionRecord.Replayability) throws {
      try writer.beginAction(
        ActionHead(at: 0, type: "add", replayability: replayability, action: encoder.encode(LedgerAction.add(1))))
      try LedgerApp.reduce(&state, .add(1))
      try writer.finishAction(ActionOutcome(hash: encoder.hash(state)))
    }
    try writer.writeHeader(app: AppIdentity(name: LedgerApp.name), started: WallClock(microseconds: 0))
    try snapshot()
    try act(.replayable)
    try act(.opaque)
    let unproven = state
    for _ in 0..<2 { try snapshot() }
    if !isDirect { try act(.replayable) }
    state = unproven
    try writer.rewind(to: 2, hash: encoder.hash(state))
    try act(.replayable)
    try writer.close()
    try compare(LedgerApp.self, file.path, "\(isDirect)")
    let report = try Replayer<LedgerApp>(path: file.path).replay(jobs: 2, chunkByteCount: 1) { _ in }.report
    expectEqual(report.proven, isDirect ? 3 : 4)
    expectEqual(report.unproven.map(\.seqs), isDirect ? [2...3] : [2...2, 4...4])
  }

  /// Takes a second: it verifies 16 journals on one to several threads.
  @Test(arguments: 0..<UInt64(Soak.count(1, soak: 8))) func `agrees on correct journals`(group: UInt64) throws {
    for seed in group * 8..<group * 8 + 8 {
      let file = try TemporaryFile()
      try LedgerJournal.write(to: file.path, records: 150, seed: seed)
      let found = try compare(LedgerApp.self, file.path, "seed \(seed)")
      #expect(found.contains("divergence: nil"), "seed \(seed)")
      var random = SeededGenerator(seed: seed)
      let last = try #require(try JournalFile(path: file.path).lastStateSeq)
      try compare(LedgerApp.self, file.path, to: Int.random(in: 0...last, using: &random), "seed \(seed)")
    }
  }

  @Test(arguments: 0..<UInt64(Soak.count(1, soak: 4))) func `agrees on changed reducers`(group: UInt64) throws {
    var divergences = 0
    for seed in group * 8..<group * 8 + 8 {
      let file = try TemporaryFile()
      try LedgerJournal.write(to: file.path, records: 150, seed: seed)
      let found = try compare(OtherLedger.self, file.path, "seed \(seed)")
      if found.contains("divergence: Optional") { divergences += 1 }
    }
    #expect(divergences > 0)
  }

  @Test(arguments: 0..<UInt64(Soak.count(1, soak: 4))) func `agrees on journals with actions that can't be reduced`(
    group: UInt64
  )
    throws
  {
    var unproven = 0
    for seed in group * 4..<group * 4 + 4 {
      let file = try TemporaryFile()
      try LedgerJournal.write(to: file.path, records: 150, seed: seed, rewinds: 6, cuts: 5)
      let found = try compare(LedgerApp.self, file.path, "seed \(seed)")
      #expect(found.contains("divergence: nil"), "seed \(seed)")
      unproven += found.count(of: "UnprovenRange(")
      // Exactly the states reported as unproven are unproven.
      let replayer = try Replayer<LedgerApp>(path: file.path)
      let report = try replayer.verify()
      let interrupted = Set(report.interrupted.map(\.seq))
      for seq in 0...(try #require(report.lastSeq)) where !interrupted.contains(seq) {
        let isUnproven = report.unproven.contains { $0.seqs.contains(seq) }
        if !isUnproven { #expect(throws: Never.self, "seed \(seed), seq \(seq)") { try replayer.state(at: seq) } }
      }
    }
    #expect(unproven > 8)
  }

  @Test func `agrees on journals near the limit of repeated actions`() throws {
    var outcomes = [0, 0]
    for seed in 0..<3 as Range<UInt64> {
      let file = try TemporaryFile()
      try LedgerJournal.write(to: file.path, records: 120, seed: seed, rewinds: 30)
      for base in [60, 120, 240, 480] {
        let limit = Lineage.Limit(base: base, perState: 0)
        let found = try compare(LedgerApp.self, file.path, limit: limit, "seed \(seed), limit \(base)")
        outcomes[found.contains("tooManyRewinds") || found.contains("actions again") ? 1 : 0] += 1
      }
    }
    #expect(outcomes.allSatisfy { $0 > 0 }, "\(outcomes)")
  }

  @Test(arguments: 0..<UInt64(Soak.count(1, soak: 8))) func `agrees on damaged journals`(group: UInt64) throws {
    for seed in group * 8..<group * 8 + 8 {
      var random = SeededGenerator(seed: seed)
      let file = try TemporaryFile()
      try LedgerJournal.write(to: file.path, records: 120, seed: seed)
      var bytes = try file.bytes()
      for _ in 0...random.next() % 2 {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch random.next() % 4 {
        case 0: bytes[place] ^= UInt8(1 << (random.next() % 8))
        case 1: bytes.removeSubrange(place..<min(place + Int(random.next() % 300), bytes.count))
        case 2: bytes.insert(UInt8(ascii: "\n"), at: place)
        default: bytes.removeSubrange(place...)
        }
        if bytes.isEmpty { bytes = [UInt8(ascii: "{")] }
      }
      try file.write(bytes)
      try compare(LedgerApp.self, file.path, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<UInt64(Soak.count(1, soak: 8))) func `agrees on changed journals with correct checksums`(
    group: UInt64
  ) throws {
    for seed in group * 8..<group * 8 + 8 {
      var random = SeededGenerator(seed: seed)
      let file = try TemporaryFile()
      try LedgerJournal.write(to: file.path, records: 120, seed: seed)
      var lines = try file.lines()
      for _ in 0...random.next() % 3 {
        let index = Int.random(in: 0..<lines.count, using: &random)
        switch random.next() % 8 {
        case 0: lines[index] = lines[index].replacing("\"hash\":\"0", with: "\"hash\":\"1")
        case 1: lines[index] = lines[index].replacing("\"total\":", with: "\"total\":1")
        case 2: lines[index] = lines[index].replacing(/"to":(\d)/) { #""to":\#($0.output.1 == "0" ? "1" : "0")"# }
        case 3: lines.remove(at: index)
        case 4: lines.swapAt(index, max(0, index - 1))
        case 5:
          for index in lines.indices { lines[index] = lines[index].replacing(/"records":\d/, with: "\"records\":9") }
        case 6:
          for index in lines.indices { lines[index] = lines[index].replacing(/"header":\d/, with: "\"header\":1") }
        default:
          for index in lines.indices { lines[index] = lines[index].replacing(/"session":[2-9]/, with: "\"session\":7") }
        }
      }
      // The chain of checksums starts at a header.
      guard lines.first?.hasPrefix(#"{"kind":"header""#) == true else { continue }
      do { try file.writeResealed(lines) } catch { continue }
      try compare(LedgerApp.self, file.path, "seed \(seed)")
    }
  }

  @Test func `replays chunks independently`() throws {
    let file = try TemporaryFile()
    try LedgerJournal.write(to: file.path, records: 400, seed: 1)
    let journal = try JournalFile(path: file.path)
    let queue = ChunkQueue(file: journal, limit: journal.byteCount, byteCount: { _ in 4000 })
    var places: [Int] = [0]
    var judged = 0
    while let chunk = queue.take() {
      expectEqual(chunk.start, places.last)
      places.append(chunk.end)
      if ChunkFinding(in: chunk, by: Replayer<LedgerApp>(file: journal), for: queue) != nil { judged += 1 }
    }
    #expect(places.count > 8)
    #expect(judged > places.count / 2)
    let lines = try file.lines()
    let starts = places.dropFirst().map { place in
      lines.first { line in place == lines.prefix { $0 != line }.reduce(0) { $0 + $1.utf8.count + 1 } }
    }
    #expect(starts.allSatisfy { $0?.hasPrefix(#"{"kind":"snapshot""#) == true })
  }

  @Test func `rethrows errors of the closure`() throws {
    struct Enough: Error {}
    let file = try TemporaryFile()
    try LedgerJournal.write(to: file.path, records: 200, seed: 2)
    let replayer = try Replayer<LedgerApp>(path: file.path)
    #expect(throws: Enough.self) {
      try replayer.replay(to: nil, jobs: 2, chunkByteCount: 1000) { seq in if seq > 20 { throw Enough() } }
    }
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
