import Expectations
import StateTree
import TestSupport
import Testing

@testable import ReduxJournal

struct TornTailTests {
  @Test func `a journal cut at any byte is read up to its last whole line, and repaired when it is opened to append`()
    throws
  {
    let bytes = try Fixture.everyKind().pending
    let ends = Fixture.lineEnds(bytes)
    let file = try TemporaryFile()
    for cut in Soak.positions(in: 1..<bytes.count, every: 7, near: ends) {
      try file.write(Array(bytes[..<cut]))
      let whole = ends.count { $0 <= cut }
      let reader = try JournalReader(path: file.path)
      var read = 0
      while try reader.next() != nil { read += 1 }
      expectEqual(read, whole, "cut at \(cut)")
      let isTorn = !ends.contains(cut)
      expectEqual((reader.tail.torn != nil), isTorn, "cut at \(cut)")

      let writer = try JournalWriter.open(path: file.path)
      expectEqual((writer.repair != .none), isTorn, "cut at \(cut)")
      try writer.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
      try writer.writeSnapshot(state: Fixture.utf8("{}"), hash: Fixture.hash(9), setsState: true)
      try writer.seal()
      try writer.close()

      let repaired = try file.bytes()
      #expect(repaired.starts(with: bytes[..<(ends.last { $0 <= cut } ?? 0)]), "cut at \(cut)")
      let again = try JournalReader(path: file.path)
      while try again.next() != nil {}
      expectEqual(again.tail.name, "closed", "cut at \(cut)")
    }
  }

  private func torn(_ tail: String) throws -> TemporaryFile {
    var composer = JournalComposer()
    try Fixture.header(&composer)
    try Fixture.snapshot(&composer)
    return try TemporaryFile(composer.pending + Fixture.utf8(tail))
  }

  /// The members before the sum of the line that a torn tail becomes.
  private func repaired(_ tail: String) throws -> (line: String, repair: TailRepair) {
    let file = try torn(tail)
    let writer = try JournalWriter.open(path: file.path)
    try writer.close()
    try expectEqual(Fixture.entries(file.path).count, 3)
    let line = try file.text().split(separator: "\n")[2]
    return (String(line.dropLast(ChainSum.suffixByteCount - 1)), writer.repair)
  }

  @Test(
    arguments: [
      (#""action":{"a":"}"}"#, #""action":{"a":"}"},"interrupted":true"#),
      (#""action":"x""#, #""action":"x","interrupted":true"#),
      (#""action":null"#, #""action":null,"interrupted":true"#),
      (#""action":12,"#, #""action":12,"interrupted":true"#),
      (#""action":{},"ha"#, #""action":{},"interrupted":true,"torn":"LCJoYQ==""#),
      (#""action":{},"error":"e","us":1"#, #""action":{},"error":"e","interrupted":true,"torn":"LCJ1cyI6MQ==""#),
      (#""action":{},"changed":{}"# + "\u{0}\u{0}", #""action":{},"changed":{},"interrupted":true,"torn":"AAA=""#),
      (
        #""action":{},"sum":"0000000000000000"}"#,
        #""action":{},"interrupted":true,"torn":"LCJzdW0iOiIwMDAwMDAwMDAwMDAwMDAwIn0=""#
      ),
    ])
  func `an action in flight is completed as interrupted`(tail: String, expected: String) throws {
    let start = #"{"kind":"action","seq":1,"at":5,"type":"add","#
    let (line, repair) = try repaired(start + tail)
    expectEqual(line, start + expected)
    expectEqual(repair, .actionCompleted(seq: 1, type: "add", hadReturned: tail.contains("error")))
  }

  @Test(
    arguments: [
      #"{"kind":"action","seq":1,"at":5,"type":"add","action":12"#,
      #"{"kind":"action","seq":1,"at":5,"type":"add","action":{"a":"#,
      #"{"kind":"action","seq":2,"at":5,"type":"add","action":{}"#,
      #"{"kind":"action","seq":1,"type":"add","action":{}"#,
      #"{"kind":"action","seq":1,"at":5,"type":"add","action":{]"#,
      #"{"kind":"action","seq":1,"at":5,"type":"add","action":{},"base":1,"#,
      #"{"kind":"mark","seq":0,"to":0,"na"#,
      "{", "junk", "\u{0}\u{0}\u{0}\u{0}",
    ])
  func `other torn bytes become a gap that holds them`(tail: String) throws {
    var base64: [UInt8] = []
    Base64.append(Fixture.utf8(tail), to: &base64)
    let (line, repair) = try repaired(tail)
    let text = String(decoding: base64, as: UTF8.self)
    expectEqual(line, #"{"kind":"gap","seq":0,"why":"a line was cut short","bytes":"\#(text)""#)
    expectEqual(repair, .keptInGap(byteCount: tail.utf8.count))
  }

  @Test func `a whole line gets its line end`() throws {
    let bytes = try Fixture.everyKind().pending
    let file = try TemporaryFile(Array(bytes.dropLast()))
    let reader = try JournalReader(path: file.path)
    while try reader.next() != nil {}
    expectEqual(reader.tail.torn?.isWhole, true)
    let writer = try JournalWriter.open(path: file.path)
    expectEqual(writer.repair, .lineEndAdded)
    try writer.close()
    try expectEqual(file.bytes(), bytes)
  }

  @Test func `a completed line without its line end still names the interrupted action`() throws {
    var composer = JournalComposer()
    try Fixture.header(&composer)
    try Fixture.snapshot(&composer)
    try composer.beginAction(ActionHead(at: 1, type: "boom", action: Fixture.utf8("{}")))
    try composer.abandonAction()
    let file = try TemporaryFile(Array(composer.pending.dropLast()))
    let reader = try JournalReader(path: file.path)
    while try reader.next() != nil {}
    let torn = try #require(reader.tail.torn)
    #expect(torn.isWhole && torn.action?.type == "boom" && torn.action?.interrupted == true)
  }

  @Test func `a header cut short is kept in a gap after the new one`() throws {
    let file = try TemporaryFile(Fixture.utf8(#"{"kind":"hea"#))
    let writer = try JournalWriter.open(path: file.path)
    expectEqual(writer.resumed, nil)
    try expectEqual(file.text(), #"{"kind":"hea"#)
    try writer.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
    try writer.close()
    let entries = try Fixture.entries(file.path)
    expectEqual(entries.map(\.record.kind), ["header", "gap"])
    guard case .gap(let gap) = entries[1].record else {
      Issue.record("the second record is no gap")
      return
    }
    expectEqual(gap.bytes, Fixture.utf8(#"{"kind":"hea"#))
  }

  @Test func `a reader distinguishes an action in flight from one being written`() throws {
    let file = try torn(#"{"kind":"action","seq":1,"at":5,"type":"add","action":{}"#)
    try expectEqual(JournalFile(path: file.path).tail.torn?.action?.type, "add")
    try expectEqual(JournalFile(path: file.path).tail.torn?.beingWritten, false)
    let writer = try JournalWriter.open(path: file.path)
    try writer.beginAction(ActionHead(at: 9, type: "remove", action: Fixture.utf8("{}")))
    let tail = try JournalFile(path: file.path).tail.torn
    expectEqual(tail?.action?.type, "remove")
    expectEqual(tail?.action?.seq, 2)
    expectEqual(tail?.beingWritten, true)
    try writer.finishAction(ActionOutcome(hash: Fixture.hash(3)))
    try expectEqual(JournalFile(path: file.path).tail.name, "not closed")
    try writer.close()
  }
}
