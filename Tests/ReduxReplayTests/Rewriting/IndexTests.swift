import Expectations
import ReduxJournal
import StateTree
import TestSupport
import Testing

@testable import ReduxReplay

/// Indexing adds snapshots and keeps everything else.
struct IndexTests {
  private func index(_ path: String, to copy: TemporaryFile, every byteCount: Int?) throws -> (VerifyReport, Int) {
    var bytes: [UInt8] = []
    let (report, added) = try Replayer<LedgerApp>(path: path)
      .index(every: byteCount, onStep: { _ in }, write: { bytes += $0 })
    try copy.write(bytes)
    return (report, added)
  }

  /// The lines without added snapshots and without members that depend on positions.
  private func story(_ path: String) throws -> [String] {
    let file = try JournalFile(path: path)
    let reader = try file.entries(fromOffset: 0)
    var lines: [String] = []
    while let entry = try reader.nextLine() {
      if case .record(.snapshot) = entry.content, !entry.setsState { continue }
      var line = String(decoding: try file.line(of: entry), as: UTF8.self)
      line.replace(/"(base|header|sum|records)":("?)[0-9a-f]+"?/) { "\($0.output.1)" }
      line.replace(",base", with: "")
      lines.append(line)
    }
    return lines
  }

  @Test(arguments: 0..<UInt64(Soak.count(2, soak: 12))) func `keeps everything but snapshots`(seed: UInt64) throws {
    let file = try TemporaryFile()
    try LedgerJournal.write(to: file.path, records: 150, seed: seed)
    let original = try Replayer<LedgerApp>(path: file.path)
    let before = try original.verify()
    let copy = try TemporaryFile()
    let (report, added) = try index(file.path, to: copy, every: 500)
    expectEqual(report.divergence, nil)
    #expect(added > 0)
    try expectEqual(story(copy.path), story(file.path), "seed \(seed)")

    let indexed = try Replayer<LedgerApp>(path: copy.path)
    let after = try indexed.verify()
    expectEqual(after.snapshots, before.snapshots + added)
    #expect((after.proven, after.lastSeq, after.actions) == (before.proven, before.lastSeq, before.actions))
    expectEqual("\(after.tail)", "\(before.tail)")
    expectEqual(indexed.file.journalID, original.file.journalID)
    for seq in 0...(before.lastSeq ?? 0) {
      guard let state = try? original.state(at: seq) else { continue }
      try expectEqual(indexed.state(at: seq), state, "seed \(seed), seq \(seq)")
    }
  }

  @Test func `writes the offset of the session's header to each snapshot`() throws {
    let file = try TemporaryFile()
    try LedgerJournal.write(to: file.path, records: 300, seed: 5)
    let copy = try TemporaryFile()
    _ = try index(file.path, to: copy, every: 500)
    var headers = 0
    var start = 0
    let reader = try JournalReader(path: copy.path)
    while let entry = try reader.next() {
      switch entry.record {
      case .header:
        headers += 1
        start = entry.offset
      case .snapshot(let snapshot): expectEqual(snapshot.header, entry.offset - start)
      default: break
      }
    }
    #expect(headers > 1)
  }

  @Test func `writes the header's offset only to new snapshots of an old journal`() throws {
    let file = try TemporaryFile()
    try LedgerJournal.write(to: file.path, records: 100, seed: 5)
    try file.writeFromBefore()
    let before = try Replayer<LedgerApp>(path: file.path).verify()
    let copy = try TemporaryFile()
    let (report, added) = try index(file.path, to: copy, every: 500)
    expectEqual(report.divergence, nil)
    try expectEqual(story(copy.path), story(file.path))
    let reader = try JournalReader(path: copy.path)
    var telling = 0
    while let entry = try reader.next() {
      if case .snapshot(let snapshot) = entry.record, snapshot.header != nil { telling += 1 }
    }
    expectEqual(telling, added)
    #expect(before.snapshots > 0)
  }

  @Test func `adds no snapshots to an indexed copy`() throws {
    let file = try TemporaryFile()
    try LedgerJournal.write(to: file.path, records: 300, seed: 3)
    let copy = try TemporaryFile()
    _ = try index(file.path, to: copy, every: 800)
    let again = try TemporaryFile()
    let (_, added) = try index(copy.path, to: again, every: 800)
    expectEqual(added, 0)
    try expectEqual(again.bytes(), copy.bytes())
  }

  @Test func `keeps snapshots at least their own size apart`() throws {
    let file = try TemporaryFile()
    do {
      var driver = try Driver<LedgerApp>(file.path, budget: .zero)
      for number in 0..<200 { driver.reduce(.write(String(repeating: "line \(number) ", count: 100))) }
    }
    let copy = try TemporaryFile()
    let (_, added) = try index(file.path, to: copy, every: nil)
    #expect(added > 1)
    let before = try file.bytes().count
    #expect(try copy.bytes().count <= 2 * before)
  }

  @Test(arguments: [0, 1, 2, 40]) func `keeps a torn last line`(cut: Int) throws {
    let file = try TemporaryFile()
    do {
      var driver = try Driver<LedgerApp>(file.path)
      for number in 0..<20 { driver.reduce(.write("line \(number)")) }
    }
    try file.write(try file.bytes().dropLast(cut) + [])
    let copy = try TemporaryFile()
    _ = try index(file.path, to: copy, every: 100)
    let before = try Replayer<LedgerApp>(path: file.path).verify()
    let after = try Replayer<LedgerApp>(path: copy.path).verify()
    switch (before.tail, after.tail) {
    case (.torn(let old), .torn) where !old.isWhole:
      try expectEqual(JournalFile(path: file.path).tail.bytes, JournalFile(path: copy.path).tail.bytes)
    case (.torn(let old), .closed), (.torn(let old), .notClosed): #expect(old.isWhole)
    case (.closed, .closed), (.notClosed, .notClosed): break
    default: Issue.record("the end was \(before.tail), and is \(after.tail)")
    }
  }

  @Test func `adds nothing after a divergence`() throws {
    enum Changed: ReplayableApp {
      static let name = "ledger"
      static var initialState: Ledger { Ledger() }
      static func reduce(_ state: inout Ledger, _ action: LedgerAction) throws {
        try LedgerApp.reduce(&state, action)
        if state.log.count == 3 { state.total += 1 }
      }
    }
    let file = try TemporaryFile()
    do {
      var driver = try Driver<LedgerApp>(file.path)
      for number in 0..<6 { driver.reduce(.write("line \(number)")) }
    }
    let (report, _) = try Replayer<Changed>(path: file.path).index(every: 1, onStep: { _ in }, write: { _ in })
    expectEqual(report.divergence?.seq, 3)
  }
}

extension JournalTail {
  /// The bytes after the last line end.
  fileprivate var bytes: [UInt8] { if case .torn(let torn) = self { torn.bytes } else { [] } }
}
