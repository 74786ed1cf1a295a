import Expectations
import StateTree
import TestSupport
import Testing

@testable import ReduxInspection
@testable import ReduxJournal

/// What is saved of a damaged journal, damage by damage.
struct RepairTests {
  /// Lines without their line ends, each with the seq and the kind of its record:
  /// header 0, snapshot 0, action 1, action 2, mark 2, action 3, snapshot 3, action 4, rewind 5, action 6, seal 6.
  private let lines: [[UInt8]]

  init() throws {
    var composer = JournalComposer()
    try Fixture.header(&composer)
    func state(_ n: Int) -> ([UInt8], StateHash) {
      let json = JSONValue.object(JSONObject([("n", .number(JSONNumber(n)))]))
      return (Array("{\"n\":\(n)}".utf8), json.stateHash)
    }
    func snapshot(_ n: Int, setsState: Bool = false) throws {
      try composer.snapshot(at: 0, state: state(n).0, hash: state(n).1, isWhole: true, setsState: setsState)
    }
    func action(_ n: Int, cause: Int? = nil) throws {
      try composer.beginAction(
        ActionHead(at: 40, type: "add", cause: cause, action: Fixture.utf8(#"{"add":{"_0":1}}"#)))
      try composer.finishAction(ActionOutcome(hash: state(n).1, changed: [], reducerMicroseconds: 7))
    }
    try snapshot(0)
    try action(1)
    try action(2, cause: 1)
    try composer.mark(at: 41, to: 1, name: "start", text: nil)
    try action(3)
    try snapshot(3)
    try action(4, cause: 2)
    try composer.rewind(at: 42, to: 3, hash: state(3).1)
    try action(4)
    try composer.seal(at: 61, records: 10)
    lines = composer.pending.split(separator: 0x0a).map(Array.init)
    expectEqual(lines.count, 11)
  }

  private func joined(_ lines: [[UInt8]], end: [UInt8] = [0x0a]) -> [UInt8] { lines.flatMap { $0 + end } }

  private func save(_ bytes: [UInt8]) throws -> RepairedJournal { try RepairedJournal(from: bytes) }

  /// The journal with one byte of a line changed: at a place from its start, or from its end.
  private func changing(_ line: Int, at place: Int) -> [UInt8] {
    var lines = lines
    lines[line][place < 0 ? lines[line].count + place : place] ^= 1
    return joined(lines)
  }

  @Test func `an intact journal with a key is copied unchanged`() throws {
    let saved = try save(joined(lines))
    expectEqual(saved.copy, joined(lines))
    #expect(saved.report.isUnchanged)
    expectEqual(saved.report.kept, 11)
    expectEqual(saved.rejected, [])
  }

  @Test func `rewritten line ends are restored`() throws {
    let saved = try save(joined(lines, end: [0x0d, 0x0a]))
    expectEqual(saved.copy, joined(lines))
    expectEqual(saved.report.lineEndsRestored, 11)
    expectEqual(saved.rejected, [])
  }

  @Test(arguments: 0..<10) func `a wrong sum is restored if the next line proves the rest`(line: Int) throws {
    let saved = try save(changing(line, at: -5))
    expectEqual(saved.copy, joined(lines))
    expectEqual(saved.report.sumsRestored, 1)
    expectEqual(saved.rejected, [])
  }

  @Test func `a changed action costs all states up to the next snapshot`() throws {
    let saved = try save(changing(3, at: 60))
    expectEqual(
      saved.records,
      [
        "header 0", "snapshot 0", "action 1", "gap 1", "snapshot 2", "action 3", "rewind 4", "action 5", "seal 5",
      ])
    expectEqual(
      saved.gaps,
      [
        "lines 4 to 6 (\(lines[3].count + lines[4].count + lines[5].count + 3) bytes): its sum doesn't match; "
          + "state 2 is lost; seqs from here on were 1 higher"
      ])
    var changed = lines[3]
    changed[60] ^= 1
    expectEqual(saved.rejected, joined([changed, lines[4], lines[5]]))
    let text = String(decoding: saved.copy, as: UTF8.self)
    // The rewind leads to the same state, by the seq that it has now; a cause that is lost is left out.
    #expect(text.contains(#""kind":"rewind","seq":4,"at":42,"to":2,"#))
    #expect(text.contains(#""kind":"action","seq":3,"at":40,"type":"add","action":"#))
    #expect(text.contains(#""why":"repaired: lines 4 to 6 ("#))
  }

  @Test func `a changed mark costs no state`() throws {
    let saved = try save(changing(4, at: 50))
    expectEqual(
      saved.records,
      [
        "header 0", "snapshot 0", "action 1", "action 2", "gap 2", "action 3", "snapshot 3", "action 4", "rewind 5",
        "action 6", "seal 6",
      ])
    expectEqual(saved.gaps, ["line 5 (\(lines[4].count + 1) bytes): its sum doesn't match; no state is lost"])
    #expect(String(decoding: saved.copy, as: UTF8.self).contains(#""missing":0,"#))
  }

  @Test func `a changed snapshot between two actions costs no state`() throws {
    let saved = try save(changing(6, at: 60))
    expectEqual(
      saved.records,
      [
        "header 0", "snapshot 0", "action 1", "action 2", "mark 2", "action 3", "gap 3", "action 4", "rewind 5",
        "action 6", "seal 6",
      ])
  }

  @Test func `a repeated line is set aside without loss`() throws {
    var repeated = lines
    repeated.insert(lines[3], at: 4)
    let saved = try save(joined(repeated))
    expectEqual(saved.gaps, ["line 5 (\(lines[3].count + 1) bytes): its sum doesn't match; no state is lost"])
    expectEqual(saved.records.count, 12)
    expectEqual(saved.rejected, joined([lines[3]]))
  }

  @Test func `repeated lines add nothing new`() throws {
    let saved = try save(joined(Array(lines[..<9] + lines[2..<9] + lines[9...])))
    expectEqual(saved.report.kept, 11)
    expectEqual(saved.rejected, joined(Array(lines[2..<9])))
    expectEqual(saved.gaps.count, 1)
    expectEqual(saved.gaps.first?.hasSuffix("no state is lost"), true)
  }

  @Test func `lost lines cost the states before the next snapshot`() throws {
    let saved = try save(joined(Array(lines[..<3] + lines[5...])))
    expectEqual(
      saved.records,
      [
        "header 0", "snapshot 0", "action 1", "gap 1", "snapshot 2", "action 3", "rewind 4", "action 5", "seal 5",
      ])
    expectEqual(saved.rejected, joined([lines[5]]))
  }

  @Test func `after damage without a later snapshot nothing is kept`() throws {
    let saved = try save(changing(7, at: 60))
    expectEqual(saved.records.suffix(2), ["snapshot 3", "gap 3"])
    expectEqual(saved.report.setAside, 4)
    expectEqual(saved.gaps.first?.hasSuffix("everything after is lost"), true)
  }

  @Test func `a first header with a wrong sum is accepted as it reads`() throws {
    var text = String(decoding: joined(lines), as: UTF8.self)
    text.replace("ab12", with: "ab13")
    let saved = try save(Array(text.utf8))
    expectEqual(saved.records.prefix(3), ["header 0", "gap 0", "snapshot 0"])
    expectEqual(saved.records.count, 12)
    expectEqual(saved.gaps.first?.contains("kept as it is"), true)
    expectEqual(saved.rejected.count, lines[0].count + 1)
  }

  @Test func `without a first header the copy starts in the middle, with the next session`() throws {
    let both = try Fixture.everyKind().pending.split(separator: 0x0a).map(Array.init)
    var damaged = both
    damaged[0] = [UInt8](repeating: 0, count: both[0].count)
    let saved = try save(joined(damaged))
    expectEqual(saved.records, ["header 5", "gap 5", "gap 5"])
    let previous = String(decoding: both[8].suffix(18).prefix(16), as: UTF8.self)
    #expect(String(decoding: saved.copy, as: UTF8.self).contains(#","previous":"\#(previous)","sum":"#))
    expectEqual(saved.gaps.first?.hasSuffix("everything before is lost"), true)
  }

  @Test func `another journal's header doesn't bring in its lines`() throws {
    var other = JournalComposer()
    try other.header(
      journal: .random(), app: AppIdentity(name: "other"), started: Fixture.started, detail: "full",
      context: JSONObject(), platform: "linux")
    try Fixture.snapshot(&other)
    for _ in 0..<9 { try Fixture.action(&other) }
    let others = other.pending.split(separator: 0x0a).map(Array.init)
    let saved = try save(joined(Array(lines[..<3] + others + lines[3...])))
    expectEqual(saved.report.kept, 11)
    #expect(saved.report.setAside == others.count && saved.rejected == joined(others))
  }

  /// Takes seconds: two repairs for each cut of two lines.
  @Test func `a torn end is repaired as opening to append would repair it`() throws {
    let whole = joined(lines)
    let start = whole.count - lines[10].count - lines[9].count - 2
    for cut in start..<whole.count {
      let bytes = Array(whole[..<cut])
      let file = try TemporaryFile(bytes)
      let saved = try save(bytes)
      let writer = try JournalWriter.open(path: file.path)
      let repair = writer.repair
      try writer.close()
      try expectEqual(saved.copy, file.bytes(), "cut at \(cut)")
      #expect(saved.report.tail == repair && saved.report.setAside == 0, "cut at \(cut)")
    }
  }

  @Test func `lines that are too long are set aside without being read`() throws {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 5000)
    let file = try TemporaryFile(joined(Array(lines[..<3] + [long] + lines[3...])))
    var rejected: [UInt8] = []
    let report = try JournalRepair(path: file.path, options: .init(maximumLineBytes: 4096)).run(
      write: { _ in }, setAside: { rejected += $0 })
    expectEqual(report.kept, 11)
    expectEqual(rejected, long + [0x0a])
  }

  @Test(arguments: ["", "no journal\n", "{}\n{}\n", #"{"kind":"header","seq":0"#])
  func `a file that isn't a journal can't be repaired`(text: String) throws {
    let file = try TemporaryFile(Array(text.utf8))
    let error = #expect(throws: JournalError.self) {
      _ = try JournalRepair(path: file.path).run(write: { _ in }, setAside: { _ in })
    }
    switch error?.problem {
    case .notAJournal, .emptyFile: break
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test func `a journal that is being recorded is refused`() throws {
    let file = try TemporaryFile(joined(lines))
    let writer = try JournalWriter.open(path: file.path)
    defer { withExtendedLifetime(writer) {} }
    #expect(throws: JournalError(.locked, path: file.path)) { try JournalRepair(path: file.path) }
  }

  @Test func `records of newer versions aren't damage`() throws {
    let text = String(decoding: joined(lines), as: UTF8.self).replacing(#""format":1"#, with: #""format":2"#)
    let file = try TemporaryFile(Array(text.utf8))
    let error = #expect(throws: JournalError.self) {
      _ = try JournalRepair(path: file.path).run(write: { _ in }, setAside: { _ in })
    }
    expectEqual(error?.problem, .unknownFormat("2"))
  }

  @Test func `a long text keeps only its start`() {
    let long = String(repeating: "x", count: 16 << 10)
    expectEqual(long.shortenedToKeep, long)
    expectEqual((long + "x").shortenedToKeep, long + "…")
    expectEqual((long.dropLast() + "é!").shortenedToKeep, long.dropLast() + "…")
    expectEqual("".shortenedToKeep, "")
  }
}
