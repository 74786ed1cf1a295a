import Expectations
import StateTree
import TestSupport
import Testing

@testable import ReduxJournal

/// The fast path for actions agrees with the full parser, or leaves the line to it.
struct PlainActionTests {
  private static let hash = "0123456789abcdef0123456789abcdef"
  private static let sum = #","sum":"0123456789abcdef"}"#

  private func line(_ members: String, kind: String = "action", seq: Int = 7) -> [UInt8] {
    Array((#"{"kind":"\#(kind)","seq":\#(seq),\#(members)"# + PlainActionTests.sum).utf8)
  }

  private func plain(_ line: [UInt8], reusing memory: inout JSONDocument?) -> PlainAction? {
    line.withRawBytes { PlainAction($0, maximumLineBytes: 1 << 20, reusing: &memory) }
  }

  private func plain(_ line: [UInt8]) -> PlainAction? {
    var memory: JSONDocument?
    return plain(line, reusing: &memory)
  }

  private func record(_ line: [UInt8]) throws -> JournalRecord {
    var memory: JSONDocument?
    return try line.withRawBytes { line throws(JournalError.Problem) in
      try RecordParser.parse(line, maximumLineBytes: 1 << 20, reusing: &memory).record()
    }
  }

  private func expectSame(_ plain: PlainAction, _ record: JournalRecord, _ comment: @autoclosure () -> Comment? = nil) {
    guard case .action(let record) = record else {
      Issue.record("no action")
      return
    }
    expectEqual(plain.action.value, record.action.value, comment())
    expectEqual(plain.action.bytes, record.action.bytes, comment())
    expectEqual(plain.patch?.bytes, record.patch?.bytes, comment())
    expectEqual(plain.swiftType, record.swiftType, comment())
    expectEqual(plain.module, record.module, comment())
    expectEqual(plain.error, record.error, comment())
    expectEqual(plain.hash, record.hash, comment())
    expectEqual(plain.inputs, record.inputs, comment())
    expectEqual(plain.cause, record.cause, comment())
    expectEqual(plain.reducerMicroseconds, record.reducerMicroseconds, comment())
    expectEqual(plain.seq, record.seq, comment())
    expectEqual(plain.base, record.base, comment())
    expectEqual(record.replayability, .replayable, comment())
    #expect(!record.interrupted, comment())
  }

  static let usual = [
    #""at":1,"type":"add","action":{"a":1},"hash":"\#(hash)","changed":{"/n":"00ff00ff","/m":null},"us":3,"base":9"#,
    #""at":1,"type":"add","action":1,"changed":{"/n":"00ff00ff"},"patch":[{"op":"remove","path":"/n"}],"us":3,"base":9"#,
    #""at":1,"type":"add","action":1,"patch":[]"#,
    #""at":1,"type":"add","action":1,"changed":{},"secrets":["","/a/0"],"patch":[],"us":3"#,
    #""at":1,"type":"add","redacted":["","/a/0"],"action":1,"hash":"\#(hash)","secrets":["/b"]"#,
    #""at":1,"type":"add","swift":"App.Add","site":"a:1","cause":6,"action":7,"error":"not there","hash":"\#(hash)""#,
    #""at":1,"type":"add","cause":6,"inputs":{"now":1767261600123456,"seed":"\#(hash)"},"action":7,"hash":"\#(hash)""#,
    #""at":1,"type":"Add","swift":"Add","module":"App","site":"a:1","action":7,"hash":"\#(hash)""#,
    #""at":1,"type":"Add","module":"App","action":7"#,
    #""at":0,"type":"","action":null,"unhashed":"no time","changed":{}"#,
    #""at":1,"type":"a","action": [1,2,[3]]"#,
    #""at":9007199254740992,"type":"renameItem.done","action":{"a b":[ 1.5e3 , "é\n\u00e9"], "":{} },"us":0"#,
    #""at":1,"type":"a","action":true,"changed":{"/a":null,"/b":null,"/c":null,"/d":null,"/e":null,"/f":null}"#,
    #""at":1,"type":"a","action":\#(String(repeating: "[", count: 513) + String(repeating: "]", count: 513))"#,
  ]

  @Test(arguments: usual) func `the usual members in their order`(members: String) throws {
    expectSame(try #require(plain(line(members))), try record(line(members)))
  }

  @Test(arguments: usual, [1, 2]) func `a copy of a line equals that of its record`(members: String, lines: Int) throws
  {
    let line = line(members)
    let places = try #require(plain(line)?.places)
    var copy = JournalCopy()
    for text in try Fixture.everyKind().pending.split(separator: 0x0a).prefix(lines) { _ = try copy.line(Array(text)) }
    for patch in [nil, Fixture.utf8(#"[{"op":"add","path":"/a","value":1}]"#)] {
      var (record, plain) = (copy, copy)
      let changes = patch.map { MemberChange.set("patch", json: $0, before: ["us", "base"]) }
      let copied = try line.withRawBytes { line throws(JournalError.Problem) in
        try plain.action(line, places, adding: patch)
      }
      try expectEqual(copied, record.line(line, changing: changes.map { [$0] } ?? []))
      // The lines after it have the same sums and bases.
      try expectEqual(plain.line(line), record.line(line))
    }
  }

  @Test(arguments: [
    #""type":"add","at":1,"action":1"#,  // another order
    #""at":1,"type":"add","action":1,"later":2"#,  // a member that is not known
    #""at":1, "type":"add","action":1"#,  // a space
    #""at":1,"type":"add","action":1 "#,
    #""at":1,"type":"\u0061dd","action":1"#,  // an escape
    #""at":1,"typ\u0065":"add","action":1"#,
    #""at":1,"type":"ajouté","action":1"#,  // the text may not be UTF-8
    "\"at\":1,\"type\":\"a\tb\",\"action\":1",
    #""at":1,"type":"add","replay":"opaque","action":1"#,
    #""at":1,"type":"add","action":1,"interrupted":true"#,
    #""at":1,"type":"add","action":1,"torn":"AAAA""#,
    #""at":1,"type":"add","action":1,"patch":{}"#,
    #""at":1,"type":"add","action":1,"us":3,"patch":[]"#,
    #""at":-1,"type":"add","action":1"#,
    #""at":1.5,"type":"add","action":1"#,
    #""at":01,"type":"add","action":1"#,
    #""at":,"type":"add","action":1"#,
    #""at":9007199254740993,"type":"add","action":1"#,
    #""at":10000000000000000000000,"type":"add","action":1"#,
    #""at":1,"type":2,"action":1"#,
    #""at":1,"type":"add""#,
    #""at":1,"type":"add","action":"#,
    #""at":1,"type":"add","action":{"a":1,"a":2}"#,
    #""at":1,"type":"add","action":[1,]"#,
    #""at":1,"type":"add","action":01"#,
    #""at":1,"type":"add","action":1,2"#,
    #""at":1,"type":"add","action":\#(String(repeating: "[", count: 514) + String(repeating: "]", count: 514))"#,
    #""at":1,"type":"add","swift":1,"action":1"#,
    #""at":1,"type":"add","site":1,"action":1"#,
    #""at":1,"type":"add","cause":7,"action":1"#,
    #""at":1,"type":"add","inputs":{"now":1},"action":1"#,
    #""at":1,"type":"add","inputs":{"now":-1,"seed":"\#(hash)"},"action":1"#,
    #""at":1,"type":"add","inputs":{"now":1,"seed":"0123"},"action":1"#,
    #""at":1,"type":"add","inputs":{"seed":"\#(hash)","now":1},"action":1"#,
    #""at":1,"type":"add","inputs":{"now":1,"seed":"\#(hash)","later":2},"action":1"#,
    #""at":1,"type":"add","inputs":null,"action":1"#,
    #""at":1,"type":"add","action":1,"error":1"#,
    #""at":1,"type":"add","action":1,"error":"no \"such\"""#,
    #""at":1,"type":"add","action":1,"hash":"0123""#,
    #""at":1,"type":"add","action":1,"hash":null"#,
    #""at":1,"type":"add","action":1,"unhashed":1"#,
    #""at":1,"type":"add","action":1,"changed":[]"#,
    #""at":1,"type":"add","action":1,"changed":{"/a":"xyz"}"#,
    #""at":1,"type":"add","action":1,"changed":{"/a":"00FF00FF"}"#,
    #""at":1,"type":"add","action":1,"changed":{"/a":"00ff00ff0"}"#,
    #""at":1,"type":"add","action":1,"changed":{"/a":null,"/b":null,"/a":null}"#,
    #""at":1,"type":"add","action":1,"changed":{"/a":null,}"#,
    #""at":1,"type":"add","action":1,"changed":{"/é":null}"#,
    #""at":1,"type":"add","action":1,"us":-1"#,
    #""at":1,"type":"add","action":1,"base":"9""#,
    #""at":1,"type":"add","action":1,"base":9,"us":3"#,
  ]) func `other actions are parsed as whole records`(members: String) throws {
    #expect(plain(line(members)) == nil)
  }

  @Test func `a line with more changed members than are compared is a whole record`() {
    let members = (0..<9).map { #""/\#($0)":null"# }.joined(separator: ",")
    #expect(plain(line(#""at":1,"type":"add","action":1,"changed":{\#(members)}"#)) == nil)
  }

  @Test func `only actions`() throws {
    #expect(plain(line(#""at":1,"type":"add","action":1"#, kind: "actions")) == nil)
    #expect(plain(line(#""at":1,"type":"add","action":1"#, kind: "snapshot")) == nil)
    #expect(plain(Array(PlainActionTests.sum.utf8)) == nil)
    #expect(plain([]) == nil)
  }

  @Test func `actions reuse memory unless a caller holds them`() throws {
    var memory: JSONDocument?
    var held: [PlainAction] = []
    for members in PlainActionTests.usual + PlainActionTests.usual.reversed() {
      held.append(try #require(plain(line(members), reusing: &memory)))
      _ = plain(line(#""at":1,"type":"a","action":[[1"#), reusing: &memory)
    }
    for (action, members) in zip(held, PlainActionTests.usual + PlainActionTests.usual.reversed()) {
      expectSame(action, try record(line(members)))
    }
  }

  @Test func `a line with changed bytes reads the same as its whole record`() throws {
    let seed: UInt64 = 0x5eed_0003
    var generator = SeededGenerator(seed: seed)
    let bytes = Array(#"",:{}[]\019aé "#.utf8)
    var read = 0
    for round in 0..<4000 {
      var changed = line(PlainActionTests.usual[Int.random(in: 0..<5, using: &generator)])
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let place = Int.random(in: 0..<changed.count - PlainActionTests.sum.utf8.count, using: &generator)
        let byte = bytes[Int.random(in: 0..<bytes.count, using: &generator)]
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: changed[place] = byte
        case 1: changed.insert(byte, at: place)
        default: changed.remove(at: place)
        }
      }
      guard let plain = plain(changed) else { continue }
      read += 1
      let comment: Comment = "seed \(seed), round \(round): \(String(decoding: changed, as: UTF8.self))"
      guard let record = try? record(changed) else {
        Issue.record("read as an action, but it is no record; \(comment)")
        continue
      }
      expectSame(plain, record, comment)
    }
    #expect(read > 100)
  }
}
