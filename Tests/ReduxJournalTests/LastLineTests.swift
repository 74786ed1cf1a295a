import Expectations
import StateTree
import TestSupport
import Testing

@testable import ReduxJournal

/// A damaged last line with its line end, such as a power loss may leave.
struct LastLineTests {
  private let bytes: [UInt8]
  /// Where the last line starts.
  private let start: Int

  init() throws {
    var composer = JournalComposer()
    try Fixture.header(&composer)
    try Fixture.snapshot(&composer)
    for _ in 0..<3 { try Fixture.action(&composer) }
    bytes = composer.pending
    start = Fixture.lineEnds(bytes)[3]
  }

  /// Takes a second: a session for each byte of the line.
  @Test(
    arguments: [false, true])
  func `a damaged last line is kept in a gap, byte for byte, and recording continues`(isFull: Bool) throws {
    let file = try TemporaryFile()
    for place in start..<bytes.count - 1 {
      var damaged = bytes
      damaged[place] ^= 0x20
      try file.write(damaged)
      let writer = try JournalWriter.open(path: file.path, check: isFull ? .full : .tail)
      expectEqual(writer.repair, .damagedLineKept(byteCount: bytes.count - start), "byte \(place)")
      #expect(writer.resumed?.lastSeq == 2 && writer.resumed?.wasClosed == false, "byte \(place)")
      try writer.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
      try writer.writeSnapshot(state: Fixture.utf8("{}"), hash: Fixture.hash(9), setsState: true)
      try writer.close()
      let entries = try Fixture.entries(file.path)
      expectEqual(
        entries.map { "\($0.record.kind) \($0.seq)" },
        [
          "header 0", "snapshot 0", "action 1", "action 2", "gap 2", "header 2", "snapshot 3",
        ], "byte \(place)")
      guard case .gap(let gap) = entries[4].record else { continue }
      #expect(gap.why == "the last line was damaged" && gap.missing == nil, "byte \(place)")
      expectEqual(gap.bytes, Array(damaged[start...]), "byte \(place)")
    }
  }

  @Test func `a last line whose middle never reached the disk is kept, too`() throws {
    var damaged = bytes
    for place in start + 3..<bytes.count - 20 { damaged[place] = 0 }
    let file = try TemporaryFile(damaged)
    try expectEqual(JournalWriter.open(path: file.path).repair, .damagedLineKept(byteCount: bytes.count - start))
  }

  @Test func `a damaged last line is refused if a line before it is damaged or bytes follow it`()
    throws
  {
    var earlier = bytes
    earlier[start - 40] ^= 1
    var both = earlier
    both[start + 40] ^= 1
    var last = bytes
    last[start + 40] ^= 1
    for damaged in [earlier, both, last + Fixture.utf8("{"), last + bytes[start...]] {
      let file = try TemporaryFile(damaged)
      let error = #expect(throws: JournalError.self) { try JournalWriter.open(path: file.path) }
      guard case .damaged? = error?.problem else { Issue.record("\(String(describing: error))"); continue }
      try expectEqual(file.bytes(), damaged)
    }
  }

  @Test func `a damaged last line that no gap can hold is refused`() throws {
    let file = try TemporaryFile(bytes)
    let limit = 4096
    let writer = try JournalWriter.open(path: file.path, maximumLineBytes: limit)
    try writer.writeSnapshot(state: Fixture.utf8("\"\(String(repeating: "x", count: 3500))\""), hash: Fixture.hash(9))
    try writer.close()
    var damaged = try file.bytes()
    damaged[damaged.count - 400] ^= 1
    try file.write(damaged)
    let error = #expect(throws: JournalError.self) {
      try JournalWriter.open(path: file.path, maximumLineBytes: limit)
    }
    let sum = "the sum doesn't match: this line was changed, or lines before it are missing, repeated or swapped"
    #expect(error?.line == 6 && error?.problem == .damaged(sum))
    try expectEqual(file.bytes(), damaged)
    #expect(try JournalWriter.open(path: file.path).repair != .none)
  }

  @Test func `a line whose only valid part is its sum is refused`() throws {
    // A seal that counts wrongly has the right sum: no loss of power makes one.
    var composer = JournalComposer()
    try Fixture.header(&composer)
    try Fixture.snapshot(&composer)
    try composer.seal(at: nil, records: 7)
    let file = try TemporaryFile(composer.pending)
    let error = #expect(throws: JournalError.self) { try JournalWriter.open(path: file.path, check: .full) }
    #expect(error?.line == 3 && error?.problem == .damaged("the seal counts 7 records, the file has 2 before it"))
    try expectEqual(file.bytes(), composer.pending)
  }

  @Test func `a damaged last line is an error for readers`() throws {
    var damaged = bytes
    damaged[start + 40] ^= 1
    let file = try TemporaryFile(damaged)
    let error = #expect(throws: JournalError.self) { try Fixture.entries(file.path) }
    expectEqual(error?.line, 5)
  }
}
