import Expectations
import Foundation
import StateCoding
import StateTree
import TestSupport
import Testing

@testable import ReduxJournal

struct FormatTests {
  @Test func `every kind of record, byte for byte`() throws {
    let text = String(decoding: try Fixture.everyKind().pending, as: UTF8.self)
    expectEqual(text.split(separator: "\n").map(String.init), FormatTests.golden)
    #expect(text.hasSuffix("\"}\n"))
  }

  @Test func `records are read back as written`() throws {
    let file = try TemporaryFile(Array((FormatTests.golden.joined(separator: "\n") + "\n").utf8))
    let reader = try JournalReader(path: file.path)
    var entries: [JournalEvent] = []
    while let entry = try reader.next() { entries.append(entry) }
    expectEqual(entries.map(\.line), Array(1...13))
    expectEqual(
      entries.map(\.record.kind),
      [
        "header", "snapshot", "action", "mark", "rewind", "action", "gap", "snapshot", "seal", "header", "snapshot",
        "action", "seal",
      ])
    expectEqual(entries.filter(\.setsState).map(\.seq), [0, 1, 2, 3, 4, 5, 6])
    expectEqual(entries.map(\.byteCount), FormatTests.golden.map { $0.utf8.count + 1 })
    expectEqual(reader.tail.name, "closed")

    guard case .header(let header) = entries[9].record else { throw Mismatch() }
    expectEqual(header.session, 2)
    expectEqual(header.app, AppIdentity(name: "tracker", version: "1.2", schema: 3))
    expectEqual(header.started, Fixture.started)
    expectEqual(header.context["commit"], "ab12")

    guard case .action(let action) = entries[5].record else { throw Mismatch() }
    expectEqual(action.swiftType, "App.Movies.Set")
    expectEqual(action.site, "View.swift:12")
    expectEqual(action.cause, 1)
    expectEqual(action.replayability, .inspectOnly)
    expectEqual(action.action.integer, 7)
    expectEqual(action.error, "no \"such\" item")
    expectEqual(action.hash, nil)
    expectEqual(action.unhashed, "too deep")
    expectEqual(action.base, 518)

    guard case .action(let first) = entries[2].record else { throw Mismatch() }
    expectEqual(first.changed, [ChangedMember(pointer: "/n", short: "00ff00ff")])
    expectEqual(first.reducerMicroseconds, 7)
    expectEqual(first.action.value, .object(JSONObject([("add", .object(JSONObject([("_0", 1)])))])))

    guard case .snapshot(let same) = entries[10].record, case .sameAs(4) = same.content else { throw Mismatch() }
    expectEqual(same.header, entries[10].offset - entries[9].offset)
    guard case .gap(let gap) = entries[6].record else { throw Mismatch() }
    expectEqual(gap, GapRecord(seq: 3, at: 60, why: "paused", missing: 3, bytes: nil))
    guard case .mark(let mark) = entries[3].record else { throw Mismatch() }
    expectEqual(mark, MarkRecord(seq: 1, at: 41, to: 1, name: "start", text: "a\nb"))
  }

  @Test func `a session that declares inputs, byte for byte, as the documentation has it`() throws {
    var composer = JournalComposer()
    try composer.header(
      journal: Fixture.journal, app: AppIdentity(name: "dice"), started: Fixture.started, detail: "full",
      declaringInputs: true, context: JSONObject(), platform: "linux")
    try Fixture.snapshot(&composer)
    let seed = try #require(StateHash("000102030405060708090a0b0c0d0e0f"))
    try composer.beginAction(
      ActionHead(
        at: 40, type: "roll", inputs: ActionInputs(now: Fixture.started.microseconds, seed: seed),
        action: Fixture.utf8(#"{"roll":{}}"#)))
    try composer.finishAction(ActionOutcome(hash: Fixture.hash(2), changed: [], reducerMicroseconds: 7))
    try composer.seal(at: 61, records: 3)
    let text = String(decoding: composer.pending, as: UTF8.self)
    expectEqual(text, FormatTests.goldenInputs.map { $0 + "\n" }.joined())
    #expect(try Repository.text("docs/reference/journal-format.md").contains("```jsonl\n\(text)```"))
    let file = try TemporaryFile(composer.pending)
    let records = try Fixture.entries(file.path).map(\.record)
    guard case .header(let header) = records[0], case .action(let action) = records[2] else { throw Mismatch() }
    #expect(header.declaresInputs)
    expectEqual(action.inputs, ActionInputs(now: 1_767_261_600_123_456, seed: seed))
  }

  @Test func `an action has inputs if, and only if, the session declares them`() throws {
    let inputs = ActionInputs(now: 1, seed: Fixture.hash(1))
    for declares in [false, true] {
      var composer = JournalComposer()
      try composer.header(
        journal: Fixture.journal, app: AppIdentity(name: "dice"), started: Fixture.started, detail: "full",
        declaringInputs: declares, context: JSONObject(), platform: "linux")
      try Fixture.snapshot(&composer)
      #expect(throws: JournalError.Problem.self) {
        try composer.beginAction(
          ActionHead(at: 40, type: "roll", inputs: declares ? nil : inputs, action: Fixture.utf8("1")))
      }
    }
  }

  @Test func `the sum of a first line starts from the journal's id, each later one from the sum before`() {
    var first = ChainSum.hash(startOf: Fixture.journal)
    first.update(Array("{}".utf8))
    expectEqual(ChainSum(first).text, "62426e08a7f2861d")
    expectEqual(ChainSum(first).next(over: Array("{}".utf8)).text, "b04b6bc98723aa89")
    expectEqual(ChainSum(digits: Array("62426e08a7f2861d".utf8)), ChainSum(first))
  }

  @Test func `the documentation's example is the golden journal`() throws {
    let page = try Repository.text("docs/reference/journal-format.md")
    #expect(page.contains("```jsonl\n" + FormatTests.golden.joined(separator: "\n") + "\n```"))
  }

  @Test(
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func `Base64, RFC 4648 section 10`(bytes: String, text: String) {
    var encoded: [UInt8] = []
    Base64.append(Array(bytes.utf8), to: &encoded)
    expectEqual(String(decoding: encoded, as: UTF8.self), text)
    expectEqual(Base64.decode(text), Array(bytes.utf8))
  }

  @Test(
    arguments: ["Zg", "Zg=", "Z===", "Zm9v!A==", "=Zg="])
  func `invalid Base64 is refused`(text: String) {
    expectEqual(Base64.decode(text), nil)
  }

  struct Mismatch: Error {}

  static let goldenInputs: [String] = [
    #"""
    {"kind":"header","seq":0,"format":1,"journal":"0123456789abcdef0123456789abcdef","session":1,\#
    "app":{"name":"dice"},"hash":"siphash-tree/1+inputs","started":"2026-01-01T10:00:00.123456Z",\#
    "detail":"full","rules":{},"context":{},"platform":"linux","sum":"faac9469616b99ff"}
    """#,
    #"""
    {"kind":"snapshot","seq":0,"at":0,"header":271,"state":{"n":0},"hash":"01000000000000000000000000000000",\#
    "sum":"1b2d1f76c2b4bec2"}
    """#,
    #"""
    {"kind":"action","seq":1,"at":40,"type":"roll","inputs":{"now":1767261600123456,\#
    "seed":"000102030405060708090a0b0c0d0e0f"},"action":{"roll":{}},\#
    "hash":"02000000000000000000000000000000","changed":{},"us":7,"base":131,"sum":"8fbb9759082b9918"}
    """#,
    #"{"kind":"seal","seq":1,"at":61,"records":3,"sum":"2ec2c9df9771ce90"}"#,
  ]

  static let golden: [String] = [
    #"""
    {"kind":"header","seq":0,"format":1,"journal":"0123456789abcdef0123456789abcdef","session":1,\#
    "app":{"name":"tracker","version":"1.2","schema":3},"hash":"siphash-tree/1",\#
    "started":"2026-01-01T10:00:00.123456Z","detail":"full","rules":{},"context":{"commit":"ab12"},\#
    "platform":"linux","sum":"e7964b1e209b9ba3"}
    """#,
    #"""
    {"kind":"snapshot","seq":0,"at":0,"header":309,"state":{"n":0},"hash":"01000000000000000000000000000000",\#
    "sum":"d60b587ef8a3245b"}
    """#,
    #"""
    {"kind":"action","seq":1,"at":40,"type":"add","action":{"add":{"_0":1}},\#
    "hash":"02000000000000000000000000000000","changed":{"/n":"00ff00ff"},"us":7,"base":131,\#
    "sum":"2f45cf72932adc13"}
    """#,
    #"{"kind":"mark","seq":1,"at":41,"to":1,"name":"start","text":"a\nb","sum":"846602808c032499"}"#,
    #"""
    {"kind":"rewind","seq":2,"at":42,"to":0,"hash":"01000000000000000000000000000000",\#
    "sum":"8e1fe17ac353784e"}
    """#,
    #"""
    {"kind":"action","seq":3,"at":50,"type":"Movies.Set","swift":"App.Movies.Set",\#
    "site":"View.swift:12","cause":1,"replay":"inspect-only","action":7,"error":"no \"such\" item",\#
    "unhashed":"too deep","changed":{},"base":518,"sum":"a527614cf8addb5f"}
    """#,
    #"{"kind":"gap","seq":3,"at":60,"why":"paused","missing":3,"sum":"5502f4fd9deb84d6"}"#,
    #"""
    {"kind":"snapshot","seq":4,"at":0,"header":1155,"state":{"n":0},"hash":"01000000000000000000000000000000",\#
    "sum":"1bd5d3819d3cdd00"}
    """#,
    #"{"kind":"seal","seq":4,"at":61,"records":8,"sum":"ac1f62ec8aae82da"}"#,
    #"""
    {"kind":"header","seq":4,"format":1,"journal":"0123456789abcdef0123456789abcdef","session":2,\#
    "app":{"name":"tracker","version":"1.2","schema":3},"hash":"siphash-tree/1",\#
    "started":"2026-01-01T10:00:00.123456Z","detail":"full","rules":{},"context":{"commit":"ab12"},\#
    "platform":"linux","sum":"e2ff46b8d80f1c4b"}
    """#,
    #"""
    {"kind":"snapshot","seq":5,"header":309,"same-as":4,"hash":"01000000000000000000000000000000",\#
    "sum":"03a0eefb83335a57"}
    """#,
    #"""
    {"kind":"action","seq":6,"at":40,"type":"add","action":{"add":{"_0":1}},\#
    "hash":"07000000000000000000000000000000","changed":{"/n":"00ff00ff"},"us":7,"base":630,\#
    "sum":"fe868bcdd72366fc"}
    """#,
    #"{"kind":"seal","seq":6,"records":12,"sum":"a298a285bd5ee764"}"#,
  ]
}
