import Expectations
import Foundation
import StateTree
import TestSupport
import Testing

@testable import ReduxJournal

struct KeyedWritingTests {
  private func writer(_ file: TemporaryFile, _ key: JournalKey?) throws -> JournalWriter {
    try JournalWriter.open(path: file.path, key: key)
  }

  private func begin(_ writer: JournalWriter) throws {
    try writer.writeHeader(
      app: AppIdentity(name: "tracker"), started: Fixture.started, journal: Fixture.journal, platform: "linux")
    try writer.writeSnapshot(
      at: 0, state: Fixture.utf8(#"{"n":0}"#), hash: Fixture.hash(0), setsState: writer.resumed != nil)
  }

  private func act(_ writer: JournalWriter) throws {
    try writer.beginAction(ActionHead(at: 1, type: "add", action: Fixture.utf8("1")))
    try writer.finishAction(ActionOutcome(hash: Fixture.hash(UInt64(writer.seq + 1))))
  }

  private func next(_ writer: JournalWriter) throws {
    try writer.startSegment(
      .init(at: 2, state: Fixture.utf8(#"{"n":\#(writer.seq)}"#), hash: Fixture.hash(UInt64(writer.seq))))
  }

  private func problem(_ body: () throws(JournalError) -> Void) -> JournalError.Problem? {
    do throws(JournalError) { try body() } catch { return error.problem }
    return nil
  }

  @Test(
    arguments: [JournalCheck.tail, .full])
  func `a session needs the key of the sessions before it`(check: JournalCheck) throws {
    let key = try Fixture.key()
    let file = try TemporaryFile(try Fixture.everyKind(key: key).pending)
    let before = try file.bytes()
    func open(_ key: JournalKey?) throws(JournalError) {
      _ = try JournalWriter.open(path: file.path, check: check, key: key)
    }
    let other = try Fixture.key(1)
    expectEqual(problem { () throws(JournalError) in try open(nil) }, .keyMissing(key.fingerprint))
    expectEqual(
      problem { () throws(JournalError) in try open(other) }, .otherKey(key.fingerprint, given: other.fingerprint))
    try expectEqual(file.bytes(), before)
    let writer = try JournalWriter.open(path: file.path, check: check, key: key)
    try begin(writer)
    try act(writer)
    try writer.seal(at: 3)
    try writer.close()
    try expectEqual(Fixture.entries(file.path, key: key).count, 17)
  }

  @Test func `a journal begun without a key continues without one`() throws {
    let key = try Fixture.key()
    let file = try TemporaryFile(try Fixture.everyKind().pending)
    let before = try file.bytes()
    expectEqual(problem { () throws(JournalError) in _ = try JournalWriter.open(path: file.path, key: key) }, .notKeyed)
    try expectEqual(file.bytes(), before)
  }

  @Test func `nothing is appended after a forged line`() throws {
    let key = try Fixture.key()
    var composer = try Fixture.everyKind(key: key)
    // Without the key, an attacker can add a valid sum and an arbitrary proof.
    try composer.mark(at: 1, to: 0, name: "genuine", text: nil)
    var bytes = composer.pending
    let lines = bytes.split(separator: 0x0a)
    var line = Array(
      String(decoding: lines[lines.count - 1], as: UTF8.self).replacing("genuine", with: "forgery").utf8.dropLast(26))
    let last = try #require(ChainSum(endOf: lines[lines.count - 2]))
    bytes.removeLast(line.count + ChainSum.suffixByteCount)
    last.next(over: line).appendSuffix(to: &line)
    bytes += line
    let file = try TemporaryFile(bytes)
    try expectEqual(Fixture.entries(file.path).count, 14)
    let found = problem { () throws(JournalError) in _ = try JournalWriter.open(path: file.path, key: key) }
    expectEqual(found?.isForged, true)
    try expectEqual(file.bytes(), bytes)
  }

  @Test func `a journal cut at any byte continues with its key`() throws {
    let key = try Fixture.key()
    let bytes = try Fixture.everyKind(key: key).pending
    let file = try TemporaryFile()
    for cut in Soak.positions(in: 1..<bytes.count, every: 11, near: Fixture.lineEnds(bytes)) {
      try file.write(Array(bytes[..<cut]))
      let writer = try writer(file, key)
      try begin(writer)
      try writer.seal()
      try writer.close()
      let reader = try JournalReader(path: file.path, options: .init(key: key))
      while try reader.next() != nil {}
      expectEqual(reader.tail.name, "closed", "cut at \(cut)")
    }
  }

  @Test func `a header without its line end is neither completed with another key nor treated as torn`() throws {
    let key = try Fixture.key()
    var composer = JournalComposer(key: key)
    try Fixture.header(&composer)
    let header = Array(composer.pending.dropLast())
    let file = try TemporaryFile(header)
    expectEqual(
      problem { () throws(JournalError) in _ = try JournalWriter.open(path: file.path) }, .keyMissing(key.fingerprint))
    let other = try Fixture.key(1)
    expectEqual(
      problem { () throws(JournalError) in _ = try JournalWriter.open(path: file.path, key: other) },
      .otherKey(key.fingerprint, given: other.fingerprint))
    try expectEqual(file.bytes(), header)
    let writer = try writer(file, key)
    expectEqual(writer.repair, .lineEndAdded)
    try writer.close()
  }

  @Test func `an action in flight is completed with the key, and a keyed reader names it`() throws {
    let key = try Fixture.key()
    var composer = JournalComposer(key: key)
    try Fixture.header(&composer)
    try Fixture.snapshot(&composer)
    try composer.beginAction(ActionHead(at: 1, type: "add", action: Fixture.utf8("{}")))
    let file = try TemporaryFile(composer.pending)
    let reader = try JournalReader(path: file.path, options: .init(key: key))
    while try reader.next() != nil {}
    expectEqual(reader.tail.torn?.action?.type, "add")
    let writer = try writer(file, key)
    expectEqual(writer.repair, .actionCompleted(seq: 1, type: "add"))
    try writer.close()
    try expectEqual(Fixture.entries(file.path, key: key).count, 3)
  }

  @Test func `segments continue the proofs, even if the oldest are dropped`() throws {
    let key = try Fixture.key()
    let file = try TemporaryFile()
    let writer = try writer(file, key)
    try begin(writer)
    for _ in 0..<3 {
      try act(writer)
      try next(writer)
    }
    try act(writer)
    try writer.seal()
    try writer.close()
    let view = try JournalFile(path: file.path, options: .init(key: key))
    expectEqual(view.segmentPaths.count, 4)
    try expectEqual(Fixture.entries(file.path, key: key).count, 13)
    expectEqual(view.header.previousAuth, nil)
    // Dropped at the front, they are authentic all the same.
    let dropped = try view.segmentPaths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    try FileManager.default.removeItem(atPath: view.segmentPaths[0])
    let later = try JournalFile(path: file.path, options: .init(key: key))
    expectEqual(later.header.previousAuth?.count, 32)
    try expectEqual(Fixture.entries(file.path, key: key).count, 10)
    // A missing segment is found even with new sums, because the next header names the line before it.
    try dropped[0].write(to: URL(fileURLWithPath: view.segmentPaths[0]))
    try FileManager.default.removeItem(atPath: view.segmentPaths[1])
    let error = #expect(throws: JournalError.self) { try Fixture.entries(file.path, key: key) }
    let missing = "the segment continues from another line: segments before it are missing, changed or swapped"
    expectEqual(error?.problem, .damaged(missing))
    let joined = withNewSums([UInt8](dropped[0] + dropped[2] + dropped[3]))
    let copy = try TemporaryFile(joined)
    let found = problem { () throws(JournalError) in
      let reader = try JournalReader(path: copy.path, options: .init(key: key))
      while try reader.next() != nil {}
    }
    expectEqual(found?.isForged, true)
  }

  /// The lines with new sums, also in headers.
  private func withNewSums(_ bytes: [UInt8]) -> [UInt8] {
    var sum: ChainSum?
    var result: [UInt8] = []
    for line in bytes.split(separator: 0x0a) {
      var body = Array(line.dropLast(ChainSum.suffixByteCount - 1))
      if let sum {
        let text = String(decoding: body, as: UTF8.self)
        body = Array(text.replacing(/"previous":"[0-9a-f]{16}"/, with: #""previous":"\#(sum.text)""#).utf8)
      }
      var hash = sum.map(ChainSum.hash(after:)) ?? ChainSum.hash(startOf: Fixture.journal)
      hash.update(body)
      let next = ChainSum(hash)
      next.appendSuffix(to: &body)
      result += body
      sum = next
    }
    return result
  }

  @Test func `a segment after a failed fsync, a gap, a rewind and marks are all proven`() throws {
    let key = try Fixture.key()
    let file = try TemporaryFile()
    let writer = try writer(file, key)
    try begin(writer)
    try act(writer)
    try writer.mark(name: "here")
    try writer.rewind(to: 0, hash: Fixture.hash(0))
    // The disk has no room for an action: the writer cuts off its start, and writes a gap instead.
    let write = writer.writeOnce
    writer.writeOnce = { _, _ throws(JournalError) in
      throw JournalError(.io(operation: "write", reason: "No space left on device"), path: "x")
    }
    #expect(throws: JournalError(.io(operation: "write", reason: "No space left on device"), path: "x")) {
      try writer.beginAction(ActionHead(at: 1, type: "add", action: Fixture.utf8("2")))
    }
    writer.writeOnce = write
    try writer.recover()
    try writer.gap(why: "the disk was full", missing: 1)
    try writer.writeSnapshot(state: Fixture.utf8(#"{"n":9}"#), hash: Fixture.hash(9), setsState: true)
    // After a failed fsync, recording continues in a new segment.
    writer.synchronizeFile = { () throws(JournalError) in
      throw JournalError(.io(operation: "fsync", reason: "Input/output error"), path: "x")
    }
    #expect(throws: JournalError(.io(operation: "fsync", reason: "Input/output error"), path: "x")) {
      try writer.synchronize()
    }
    #expect(writer.needsSegment)
    try writer.startSegment(
      .init(
        at: 3, state: Fixture.utf8(#"{"n":9}"#), hash: Fixture.hash(9),
        gap: .init(why: "uncertain", missing: nil, changedState: false)))
    try writer.seal()
    try writer.close()
    try expectEqual(
      Fixture.entries(file.path, key: key).map(\.record.kind),
      [
        "header", "snapshot", "action", "mark", "rewind", "gap", "snapshot", "header", "gap", "snapshot", "seal",
      ])
  }

  @Test func `a line that its proof would make too long is refused and not written`() throws {
    let key = try Fixture.key()
    let limit = 4096
    for bytes in 3700..<4096 {
      var composer = JournalComposer(maximumLineBytes: limit, key: key)
      try Fixture.header(&composer)
      composer.take(composer.pending.count)
      let state = Fixture.utf8("\"" + String(repeating: "x", count: bytes) + "\"")
      do {
        try composer.snapshot(at: 0, state: state, hash: Fixture.hash(1), isWhole: true, setsState: false)
        #expect(composer.pending.count <= limit)
      } catch {
        guard case .lineTooLong(limit, let found?) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(found > limit)
        #expect(composer.pending.isEmpty)
      }
    }
  }
}
