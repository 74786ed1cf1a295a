import Expectations
import StateTree
import TestSupport
import Testing

@testable import ReduxInspection
@testable import ReduxJournal

/// What is saved of a journal that is recorded with a key.
struct KeyedRepairTests {
  private let key: JournalKey
  /// header 0, snapshot 0, action 1, mark 1, action 2, snapshot 2, action 3, seal 3.
  private let lines: [[UInt8]]

  init() throws {
    key = try Fixture.key()
    var composer = JournalComposer(key: key)
    try Fixture.header(&composer)
    func snapshot(_ n: Int) throws {
      let json = JSONValue.object(JSONObject([("n", .number(JSONNumber(n)))]))
      try composer.snapshot(
        at: 0, state: Array(json.compact.utf8), hash: json.stateHash, isWhole: true, setsState: false)
    }
    func action(_ n: Int) throws {
      let json = JSONValue.object(JSONObject([("n", .number(JSONNumber(n)))]))
      try composer.beginAction(ActionHead(at: 40, type: "add", action: Fixture.utf8(#"{"add":{"_0":1}}"#)))
      try composer.finishAction(ActionOutcome(hash: json.stateHash, changed: [], reducerMicroseconds: 7))
    }
    try snapshot(0)
    try action(1)
    try composer.mark(at: 41, to: 1, name: "start", text: nil)
    try action(2)
    try snapshot(2)
    try action(3)
    try composer.seal(at: 61, records: 7)
    lines = composer.pending.split(separator: 0x0a).map(Array.init)
  }

  private func joined(_ lines: [[UInt8]]) -> [UInt8] { lines.flatMap { $0 + [0x0a] } }

  private func save(_ bytes: [UInt8], key: JournalKey?) throws -> RepairedJournal {
    try RepairedJournal(from: bytes, key: key)
  }

  private func changed(_ line: Int, _ text: String, _ other: String) -> [[UInt8]] {
    var lines = lines
    lines[line] = Array(String(decoding: lines[line], as: UTF8.self).replacing(text, with: other).utf8)
    return lines
  }

  @Test func `an intact journal is copied byte for byte`() throws {
    let saved = try save(joined(lines), key: key)
    expectEqual(saved.copy, joined(lines))
    #expect(saved.report.isUnchanged)
    expectEqual(saved.report.key, key.fingerprint)
  }

  @Test func `a repair without the key makes a copy without a key`() throws {
    let saved = try save(joined(lines), key: nil)
    expectEqual(saved.report.key, key.fingerprint)
    #expect(saved.report.kept == 8 && saved.gaps.isEmpty)
    let text = String(decoding: saved.copy, as: UTF8.self)
    #expect(!text.contains("\"auth\"") && !text.contains("\"key\""))
  }

  @Test func `a forged line is set aside, and proven lines after it are kept`() throws {
    let forged = changed(3, "start", "smart")
    let saved = try save(Fixture.withNewSums(forged), key: key)
    expectEqual(
      saved.records,
      [
        "header 0", "snapshot 0", "action 1", "gap 1", "action 2", "snapshot 2", "action 3", "seal 3",
      ])
    expectEqual(
      saved.gaps,
      [
        "line 4 (\(lines[3].count + 1) bytes): it was written without the key; no state is lost"
      ])
    #expect(String(decoding: saved.rejected, as: UTF8.self).contains("smart"))
    // Without the key nothing shows.
    try expectEqual(save(Fixture.withNewSums(forged), key: nil).gaps, [])
  }

  @Test func `a forged action costs the states up to the next snapshot`() throws {
    let saved = try save(Fixture.withNewSums(changed(2, #""_0":1"#, #""_0":8"#)), key: key)
    expectEqual(saved.records, ["header 0", "snapshot 0", "gap 0", "snapshot 1", "action 2", "seal 2"])
    #expect(!String(decoding: saved.copy, as: UTF8.self).contains(#""_0":8"#))
  }

  @Test func `recording doesn't continue from a forged snapshot`() throws {
    var lines = changed(5, #"{"n":2}"#, #"{"n":9}"#)
    let hash = try JSONValue(parsing: #"{"n":9}"#).stateHash
    let old = try JSONValue(parsing: #"{"n":2}"#).stateHash
    lines[5] = Array(String(decoding: lines[5], as: UTF8.self).replacing("\(old)", with: "\(hash)").utf8)
    let saved = try save(Fixture.withNewSums(lines), key: key)
    #expect(!String(decoding: saved.copy, as: UTF8.self).contains(#"{"n":9}"#))
    expectEqual(saved.records.suffix(3), ["gap 2", "action 3", "seal 3"])
  }

  @Test func `an unproven header doesn't become a proven one`() throws {
    let forged = Fixture.withNewSums(changed(0, "ab12", "ab13"))
    let error = #expect(throws: JournalError.self) { try save(forged, key: key) }
    expectEqual(error?.problem, .notAJournal("it has no header that can be proven"))
    try expectEqual(save(forged, key: nil).report.kept, 8)
  }

  @Test(
    arguments: 0..<7)
  func `a damaged sum or tag is restored if the next line proves the rest`(line: Int) throws {
    for place in [5, 40] {
      var lines = lines
      let position = lines[line].count - place
      lines[line][position] = lines[line][position] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
      let saved = try save(joined(lines), key: key)
      expectEqual(saved.copy, joined(self.lines), "\(place) bytes before the end")
      expectEqual(saved.report.sumsRestored, 1)
    }
  }

  @Test func `a torn action is completed with the key`() throws {
    let saved = try save(joined(Array(lines[..<6])) + lines[6].dropLast(100), key: key)
    expectEqual(saved.report.tail, .actionCompleted(seq: 3, type: "add"))
    expectEqual(saved.records.last, "action 3")
  }

  @Test func `a repair with the wrong key keeps nothing`() throws {
    let other = try Fixture.key(1)
    let named = JournalError.Problem.otherKey(key.fingerprint, given: other.fingerprint)
    let error = #expect(throws: JournalError.self) { try save(joined(lines), key: other) }
    expectEqual(error?.problem, named)
    let plain = #expect(throws: JournalError.self) { try save(Fixture.everyKind().pending, key: key) }
    expectEqual(plain?.problem, .notKeyed)
  }
}
