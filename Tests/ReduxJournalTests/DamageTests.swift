import Expectations
import StateTree
import TestSupport
import Testing

@testable import ReduxJournal

struct DamageTests {
  private func small() throws -> [UInt8] {
    var composer = JournalComposer()
    try Fixture.header(&composer)
    try Fixture.snapshot(&composer)
    try Fixture.action(&composer)
    try composer.seal(at: nil, records: 3)
    return composer.pending
  }

  /// The line that an error names, after reading to the end.
  private func errorLine(_ path: String) -> Int? {
    do {
      let reader = try JournalReader(path: path)
      while try reader.next() != nil {}
      return nil
    } catch {
      return error.line
    }
  }

  @Test(
    arguments: 0..<8)
  func `every changed bit is found, and the right line named`(bit: Int) throws {
    var bytes = try small()
    let ends = Fixture.lineEnds(bytes)
    let file = try TemporaryFile()
    for position in Soak.positions(in: 0..<bytes.count - 1, every: 11 + bit, near: ends) {
      bytes[position] ^= 1 << bit
      try file.write(bytes)
      bytes[position] ^= 1 << bit
      let line = ends.count { $0 <= position } + 1
      expectEqual(errorLine(file.path), line, "byte \(position)")
    }
    bytes[bytes.count - 1] ^= 1 << bit
    try file.write(bytes)
    let reader = try JournalReader(path: file.path)
    while try reader.next() != nil {}
    expectEqual(reader.tail.name, "torn")
  }

  @Test(
    arguments: [
      ([0, 1, 3], 3), ([0, 2, 3], 2), ([0, 1, 1, 2, 3], 3), ([0, 2, 1, 3], 2), ([1, 2, 3], 1), ([0, 1, 2, 0], 4),
    ])
  func `a dropped, repeated or swapped line is found`(lines: [Int], errorLine: Int) throws {
    let all = try small().split(separator: 0x0a)
    let file = try TemporaryFile(lines.flatMap { all[$0] + [0x0a] })
    expectEqual(self.errorLine(file.path), errorLine)
  }

  @Test(
    arguments: [JournalCheck.tail, .full])
  func `damage before the last line is never repaired, and appending fails`(check: JournalCheck) throws {
    var bytes = try small()
    let secondLast = Fixture.lineEnds(bytes)[1]
    bytes[check == .tail ? secondLast + 20 : 40] ^= 1
    let file = try TemporaryFile(bytes)
    let error = #expect(throws: JournalError.self) { try JournalWriter.open(path: file.path, check: check) }
    expectEqual(error?.line, (check == .tail ? 3 : 1))
    try expectEqual(file.bytes(), bytes)
  }

  @Test func `rewritten line ends are reported as such`() throws {
    let bytes = try small().flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] }
    let file = try TemporaryFile(bytes)
    let error = #expect(throws: JournalError.self) { try Fixture.entries(file.path) }
    expectEqual(
      error?.description,
      "\(file.path):1: damaged: the line ends in CR LF: a tool rewrote the line ends (git: mark *.jsonl as -text); "
        + "the lines before it can be trusted")
  }

  // MARK: Lines with right sums that break a rule

  /// A journal of a header, a snapshot and the given lines, all with right sums.
  private func journal(_ lines: [String], header: String? = nil) throws -> TemporaryFile {
    var composer = JournalComposer()
    try Fixture.header(&composer)
    try Fixture.snapshot(&composer)
    var all = composer.pending.split(separator: 0x0a).map {
      String(decoding: $0.dropLast(ChainSum.suffixByteCount - 1), as: UTF8.self)
    }
    if let header { all[0] = header }
    var hash = ChainSum.hash(startOf: Fixture.journal)
    var bytes: [UInt8] = []
    for line in all + lines {
      hash.update(Array(line.utf8))
      bytes += Array(line.utf8)
      let sum = ChainSum(hash)
      sum.appendSuffix(to: &bytes)
      hash = ChainSum.hash(after: sum)
    }
    return try TemporaryFile(bytes)
  }

  private static let hash = #""hash":"01000000000000000000000000000000""#

  @Test(
    arguments: [
      (#"{"kind":"action","seq":0,"at":1,"type":"a","action":{}"#, "the action has seq 0, expected 1"),
      (#"{"kind":"action","seq":2,"at":1,"type":"a","action":{}"#, "the action has seq 2, expected 1"),
      (
        #"{"kind":"action","seq":1,"at":1,"type":"a","action":{},"base":1"#,
        "the action's base is 1, the last snapshot is 131 bytes back"
      ),
      (
        #"{"kind":"action","seq":1,"at":1,"type":"a","action":{},"base":-118"#,
        "the action's base is -118, expected a whole number from 0 to 2^53"
      ),
      (
        #"{"kind":"action","seq":1,"at":1,"type":"a","action":{},"base":99999999999999999999"#,
        "the action's base is 99999999999999999999, expected a whole number from 0 to 2^53"
      ),
      (
        #"{"kind":"action","seq":1,"at":1,"type":"a","action":{},"cause":1"#,
        "the action's cause is 1, expected an earlier seq"
      ),
      (#"{"kind":"action","seq":1,"at":1,"type":"a""#, "the action has no action"),
      (#"{"kind":"action","seq":1,"at":1,"type":7,"action":{}"#, "the action's type is 7, expected a string"),
      (
        #"{"kind":"action","seq":1,"at":1,"type":"a","action":{},"replay":"maybe""#,
        #"the action's replay is "maybe", expected "inspect-only" or "opaque""#
      ),
      (
        #"{"kind":"action","seq":1,"at":1,"type":"a","action":{},"changed":{"/n":"xyz"}"#,
        #"the action's changed is {"/n":"xyz"}, expected eight lowercase hex digits or null for each member"#
      ),
      (
        #"{"kind":"action","seq":1,"at":1,"type":"a","action":{},"changed":{"n":"01234567"}"#,
        #"the action's changed is {"n":"01234567"}, expected pointers as keys"#
      ),
      (
        #"{"kind":"action","seq":1,"at":1,"type":"a","action":{},"secrets":["state"]"#,
        #"the action's secrets is ["state"], expected a list of pointers"#
      ),
      (#"{"kind":"rewind","seq":1,"to":1,\#(hash)"#, "the rewind's to is 1, expected an earlier seq"),
      (#"{"kind":"rewind","seq":0,"to":0,\#(hash)"#, "the rewind's to is 0, expected an earlier seq"),
      (#"{"kind":"snapshot","seq":1,"same-as":1,\#(hash)"#, "the snapshot's same-as is 1, expected an earlier seq"),
      (
        #"{"kind":"snapshot","seq":1,"header":1,"state":1,\#(hash)"#,
        "the snapshot's header is 1, the session's header is 440 bytes back"
      ),
      (
        #"{"kind":"snapshot","seq":1,"header":-1,"state":1,\#(hash)"#,
        "the snapshot's header is -1, expected a whole number from 0 to 2^53"
      ),
      (#"{"kind":"snapshot","seq":1,\#(hash)"#, "the snapshot has neither state nor same-as"),
      (#"{"kind":"snapshot","seq":2,"state":1,\#(hash)"#, "the snapshot has seq 2, expected 1"),
      (#"{"kind":"mark","seq":0,"to":1,"name":"x""#, "the mark's to is 1, expected an existing seq"),
      (#"{"kind":"mark","seq":1,"to":1,"name":"x""#, "the mark has seq 1, expected 0"),
      (#"{"kind":"seal","seq":0,"records":3"#, "the seal counts 3 records, the file has 2 before it"),
      (#"{"kind":"gap","seq":0,"why":"x","bytes":"?""#, #"the gap's bytes is "?", expected Base64"#),
      (#"{"kind":"gap","seq":9007199254740993,"why":"x""#, "the line does not start with a kind and a seq"),
      (#"{"kind":"gap","seq":-1,"why":"x""#, "the line does not start with a kind and a seq"),
      (#"{"seq":0,"kind":"gap","why":"x""#, "the line does not start with a kind and a seq"),
      (#"{"kind":"gap","seq":0,"why":"x","why":"y""#, #"not JSON: duplicate key "why" at byte 32"#),
      (#"{"kind":"future","seq":1"#, "the future has seq 1, expected 0"),
    ])
  func `hostile records are refused with their line and reason`(line: String, reason: String) throws {
    let file = try journal([line])
    let error = #expect(throws: JournalError.self) { try Fixture.entries(file.path) }
    expectEqual(error?.line, 3)
    expectEqual(error?.problem, .damaged(reason))
  }

  @Test func `unknown members and kinds are skipped`() throws {
    let file = try journal([
      #"{"kind":"gap","seq":0,"why":"x","later":[1]"#, #"{"kind":"from-2030","seq":0,"must":false,"x":{}"#,
    ])
    let entries = try Fixture.entries(file.path)
    expectEqual(entries.map(\.record.kind), ["header", "snapshot", "gap", "from-2030"])
    expectEqual(entries[3].setsState, false)
  }

  @Test func `an unknown kind that must not be skipped is refused`() throws {
    let file = try journal([#"{"kind":"from-2030","seq":1,"must":true"#])
    let error = #expect(throws: JournalError.self) { try Fixture.entries(file.path) }
    expectEqual(
      error?.description,
      "\(file.path):3: a record of kind from-2030, which this version doesn't know and must "
        + "not skip; use a newer version")
  }

  @Test(
    arguments: [
      (
        #"{"kind":"header","seq":0,"format":2,"anything":"else""#,
        "format 2, but this version reads format 1; use a newer version"
      ),
      (
        #"{"kind":"header","seq":0,"format":1,"hash":"md5""#,
        "state hash md5, but this version knows siphash-tree/1; use a newer version"
      ),
      (
        #"{"kind":"header","seq":0,"format":1,"journal":"0123456789abcdef0123456789abcdef","session":1,"#
          + #""app":{"name":"tracker"},"hash":"siphash-tree/1","started":"2026-01-01T10:00:00.123456Z","#
          + #""detail":"full","rules":{"redact":[],"names":"usual/9"}"#,
        "redaction rules usual/9, but this version knows usual/1; use a newer version"
      ),
    ])
  func `an unknown format, hash or version of rules is refused, naming both`(header: String, message: String) throws {
    let file = try journal([], header: header)
    let error = #expect(throws: JournalError.self) { try Fixture.entries(file.path) }
    expectEqual(error?.description, "\(file.path):1: \(message)")
  }

  @Test func `a line over the limit is refused with its number, forwards and backwards`() throws {
    let file = try journal([#"{"kind":"gap","seq":0,"why":"\#(String(repeating: "x", count: 5000))""#])
    let options = JournalReader.Options(maximumLineBytes: 4096)
    let reader = try JournalReader(path: file.path, options: options)
    _ = try reader.next()
    _ = try reader.next()
    let start = Fixture.lineEnds(try file.bytes())[1]
    let error = JournalError(.lineTooLong(limit: 4096), path: file.path, line: 3, offset: start)
    #expect(throws: error) { try reader.next() }
    #expect(throws: error) {
      try JournalFile(path: file.path, options: options).lastEntry
    }
  }

  @Test(
    arguments: [1, 30, 131, 132, 1_000_000])
  func `following a forged base fails`(base: Int) throws {
    let file = try journal([#"{"kind":"action","seq":1,"at":1,"type":"a","action":{},"base":\#(base)"#])
    let journal = try JournalFile(path: file.path)
    let entry = try? journal.entry(settingSeq: 1)
    guard let entry else {
      expectEqual(base, 1_000_000)
      return
    }
    if base == 131 {
      try expectEqual(journal.baseSnapshot(of: entry)?.seq, 0)
    } else {
      let error = #expect(throws: JournalError.self) { try journal.baseSnapshot(of: entry) }
      expectEqual(error?.line, 3)
    }
  }
}
