import Expectations
import Foundation
import StateTree
import TestSupport
import Testing

@testable import ReduxJournal

struct JournalFileTests {
  /// A journal of some length with big and small lines, rewinds, marks, snapshots and sessions.
  private func long() throws -> JournalComposer {
    var composer = JournalComposer()
    try Fixture.header(&composer)
    try Fixture.snapshot(&composer)
    for number in 1...300 {
      let text = String(repeating: "x", count: number * 37 % 900)
      try Fixture.action(&composer, "\"\(text)\"")
      if number % 10 == 0 { try composer.mark(at: nil, to: composer.seq / 2, name: "m\(number)", text: nil) }
      if number % 25 == 0 {
        let state = "[\"\(String(repeating: "s", count: 20_000))\"]"
        try composer.snapshot(
          at: nil, state: Fixture.utf8(state), hash: Fixture.hash(5), isWhole: true, setsState: false)
      }
      if number % 40 == 0 { try composer.rewind(at: nil, to: composer.seq - 3, hash: Fixture.hash(6)) }
      if number % 100 == 0 {
        try Fixture.header(&composer)
        try composer.snapshot(at: nil, sameAs: 0, hash: Fixture.hash(1))
      }
    }
    return composer
  }

  /// Takes seconds: several searches for each line of a long journal.
  @Test func `finds the same record and snapshot for every seq as a linear scan`() throws {
    let file = try TemporaryFile(try long().pending)
    let journal = try JournalFile(path: file.path)
    let entries = try Fixture.entries(file.path)
    var snapshot: JournalEvent?
    for (index, entry) in entries.enumerated() {
      if case .snapshot(let record) = entry.record, record.holdsWholeState { snapshot = entry }
      try expectEqual(journal.entry(atOffset: entry.offset).setsState, entry.setsState)
      guard entry.setsState, index % 2 == 0 else { continue }
      expectEqual(journal.lineNumber(atOffset: entry.offset), entry.line)
      let found = try journal.entry(settingSeq: entry.seq)
      expectEqual(found?.offset, entry.offset)
      if case .action = entry.record {
        try expectEqual(found.flatMap { try journal.baseSnapshot(of: $0) }?.offset, snapshot?.offset)
      }
    }
    let last = try #require(entries.last)
    try expectEqual(journal.lastEntry.offset, last.offset)
    try expectEqual(journal.lastStateSeq, last.seq)
    #expect(try journal.entry(settingSeq: last.seq + 1) == nil)
    #expect(try journal.entry(settingSeq: -1) == nil)
    #expect(try journal.entry(settingSeq: .max) == nil)
    expectEqual(journal.journalID, Fixture.journal)
  }

  /// Takes a second: it parses megabytes in a debug build.
  @Test func `finds lines between snapshots that fill nearly the whole file`() throws {
    var composer = JournalComposer()
    try Fixture.header(&composer)
    try Fixture.snapshot(&composer)
    for number in 1...120 {
      try Fixture.action(&composer)
      guard number % 7 == 0 else { continue }
      let state = Fixture.utf8("\"\(String(repeating: "s", count: number * 3000))\"")
      try composer.snapshot(at: nil, state: state, hash: Fixture.hash(5), isWhole: true, setsState: false)
    }
    let file = try TemporaryFile(composer.pending)
    let journal = try JournalFile(path: file.path)
    for entry in try Fixture.entries(file.path) where entry.setsState {
      try expectEqual(journal.entry(settingSeq: entry.seq)?.offset, entry.offset)
    }
    #expect(try journal.entry(settingSeq: 121) == nil)
    #expect(try journal.entry(settingSeq: .min) == nil)
  }

  /// The bytes of a journal whose lines were changed, with the sums that they should have.
  private func resealed(_ bytes: [UInt8], _ change: (inout String) -> Void) -> [UInt8] {
    var hash = ChainSum.hash(startOf: Fixture.journal)
    var result: [UInt8] = []
    for line in bytes.split(separator: 0x0a) {
      var text = String(decoding: line.dropLast(ChainSum.suffixByteCount - 1), as: UTF8.self)
      change(&text)
      hash.update(Array(text.utf8))
      result += text.utf8
      let sum = ChainSum(hash)
      sum.appendSuffix(to: &result)
      hash = ChainSum.hash(after: sum)
    }
    return result
  }

  /// The distances to their session's header that snapshots may hold.
  enum Telling: String, CaseIterable {
    case right = ""
    case nothing
    case tooFar = #","header":9007199254740991"#
    case noLine = #","header":1"#
    case itself = #","header":0"#
    case noNumber = #","header":-7"#
  }

  /// Takes a second: a search from each line.
  @Test(
    arguments: Telling.allCases)
  func `finds the session of every line, whatever snapshots state`(telling: Telling) throws {
    let bytes = resealed(try long().pending) { line in
      switch telling {
      case .right: break
      case .nothing: line.replace(/,"header":[0-9]+/, with: "")
      default: line.replace(/,"header":[0-9]+/, with: telling.rawValue)
      }
    }
    let file = try TemporaryFile(bytes)
    let journal = try JournalFile(path: file.path)
    var headers: [(session: Int, offset: Int)] = []
    for end in Fixture.lineEnds(bytes) {
      let start = bytes[..<(end - 1)].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
      if bytes[start...].starts(with: Fixture.utf8(#"{"kind":"header","#)) {
        headers.append((headers.count + 1, start))
      }
      let found = try journal.lastHeader(before: end)
      let expected = try #require(headers.last)
      expectEqual(found.header.session, expected.session)
      expectEqual(found.offset, expected.offset)
    }
    expectEqual(headers.map(\.session), [1, 2, 3, 4])
    try expectEqual(journal.lastHeader().header.session, 4)
  }

  @Test func `a snapshot that states its header's offset shortens the search`() throws {
    var composer = JournalComposer()
    try Fixture.header(&composer)
    try Fixture.snapshot(&composer)
    try Fixture.action(&composer)
    let damaged = composer.offset
    try composer.gap(at: nil, why: "to be damaged", missing: nil, bytes: nil)
    try Fixture.snapshot(&composer)
    try Fixture.action(&composer)
    var bytes = composer.pending
    bytes.replaceSubrange(damaged..<damaged + 17, with: Fixture.utf8(#"{"kind":"header","#))
    let file = try TemporaryFile(bytes)
    try expectEqual(JournalFile(path: file.path).lastHeader().offset, 0)
    let old = try TemporaryFile(resealed(bytes) { $0.replace(/,"header":[0-9]+/, with: "") })
    let error = #expect(throws: JournalError.self) { try JournalFile(path: old.path).lastHeader() }
    #expect(error?.line == 4 && error?.problem == .damaged("the line does not start with a kind and a seq"))
  }

  @Test func `reads from the middle as from the start`() throws {
    let file = try TemporaryFile(try long().pending)
    let journal = try JournalFile(path: file.path)
    let entries = try Fixture.entries(file.path)
    let start = entries[200]
    let reader = try journal.entries(fromOffset: start.offset)
    var offsets: [Int] = []
    while let entry = try reader.next() { offsets.append(entry.offset) }
    expectEqual(offsets, entries[200...].map(\.offset))
    for offset in [start.offset + 1, start.offset - 1, journal.byteCount, -1] {
      let problem = JournalError.Problem.damaged("no line starts at byte \(offset)")
      #expect(#expect(throws: JournalError.self) { try journal.entry(atOffset: offset) }?.problem == problem)
    }
    let error = #expect(throws: JournalError.self) { try journal.entries(fromOffset: start.offset + 1) }
    expectEqual(error?.problem, .damaged("no line starts at byte \(start.offset + 1)"))
  }

  @Test func `damage found from the middle is reported with its line`() throws {
    var bytes = try long().pending
    let ends = Fixture.lineEnds(bytes)
    bytes[ends[99] + 60] ^= 1
    let file = try TemporaryFile(bytes)
    let journal = try JournalFile(path: file.path)
    let error = #expect(throws: JournalError.self) { try journal.entry(atOffset: ends[99]) }
    expectEqual(error?.line, 101)
  }

  @Test func `a journal with no state yet`() throws {
    var composer = JournalComposer()
    try Fixture.header(&composer)
    try composer.gap(at: nil, why: "x", missing: nil, bytes: nil)
    let file = try TemporaryFile(composer.pending)
    let journal = try JournalFile(path: file.path)
    try expectEqual(journal.lastStateSeq, nil)
    #expect(try journal.entry(settingSeq: 0) == nil)
    try expectEqual(journal.tail.name, "not closed")
  }

  @Test func `a reader follows a journal while it is written`() throws {
    let bytes = try Fixture.everyKind().pending
    let ends = Fixture.lineEnds(bytes)
    let file = try TemporaryFile(Array(bytes[..<(ends[2] + 10)]))
    let reader = try JournalReader(path: file.path)
    var seen = 0
    while try reader.next() != nil { seen += 1 }
    expectEqual(seen, 3)
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: bytes[(ends[2] + 10)...])
    while try reader.next() != nil { seen += 1 }
    expectEqual(seen, 13)
    expectEqual(reader.tail.name, "closed")
  }
}
