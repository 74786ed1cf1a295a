import Expectations
import Foundation
import StateTree
import TestSupport
import Testing

@testable import ReduxJournal

struct AuthenticityTests {
  /// A journal with one of each kind, as lines without line ends.
  private func lines(key: JournalKey? = nil) throws -> [[UInt8]] {
    try Fixture.everyKind(key: key ?? Fixture.key()).pending.split(separator: 0x0a).map(Array.init)
  }

  /// A line without the proof before its sum.
  private func withoutProof(_ line: [UInt8]) -> [UInt8] {
    let end = line.count - (ChainSum.suffixByteCount - 1)
    return Array(line[..<(end - AuthTag.memberByteCount)] + line[end...])
  }

  /// The error on the way through a journal, with and without the key.
  private func errors(_ bytes: [UInt8], key: JournalKey? = nil) throws -> (keyed: JournalError?, plain: JournalError?) {
    let file = try TemporaryFile(bytes)
    func error(_ key: JournalKey?) -> JournalError? {
      do throws(JournalError) {
        let reader = try JournalReader(path: file.path, options: .init(key: key))
        while try reader.next() != nil {}
        return nil
      } catch {
        return error
      }
    }
    return (error(try key ?? Fixture.key()), error(nil))
  }

  // MARK: What is written

  @Test
  func
    `the tag of a line goes over the journal's id, the tag before and the line, that of the first over a fixed text`()
    throws
  {
    var rules = JournalValidator(maximumLineBytes: 4096, key: try Fixture.key())
    rules.prover = LineProver(try Fixture.key(), Fixture.journal)
    var line = Fixture.utf8("{}")
    let tag = try #require(rules.prover?.tag(of: line, after: nil))
    expectEqual(tag.text, "c63500c80614a71bf302a96ec41b27a8")
    tag.appendMember(to: &line)
    var hash = ChainSum.hash(startOf: Fixture.journal)
    hash.update(line)
    rules.sum = ChainSum(hash)
    expectEqual(rules.sum?.text, "225ac65eab689b28")
    rules.auth = tag
    var next = Fixture.utf8("{}")
    rules.end(&next)
    expectEqual(
      String(decoding: next, as: UTF8.self),
      #"{},"auth":"a2518c08894d51a7d8cde76bbd780afb","sum":"7d26dae376dd91e2"}"# + "\n")
  }

  @Test func `each line has a proof before its sum, each header the fingerprint, and nothing else differs`()
    throws
  {
    let key = try Fixture.key()
    let plain = try Fixture.everyKind().pending.split(separator: 0x0a)
    let lines = try lines()
    expectEqual(lines.count, plain.count)
    for (line, plain) in zip(lines, plain) {
      let text = String(decoding: withoutProof(line), as: UTF8.self)
        .replacing(#","key":"\#(key.fingerprint)""#, with: "")
      // The distances are others, and so are the sums.
      func shape(_ text: String) -> String {
        text.replacing(/"(base|header)":[0-9]+/, with: "").dropLast(ChainSum.suffixByteCount - 1).description
      }
      expectEqual(shape(text), shape(String(decoding: plain, as: UTF8.self)))
    }
    expectEqual(lines.count { String(decoding: $0, as: UTF8.self).contains(#""key":"d28d56feb7c1229a""#) }, 2)
  }

  @Test func `a keyed journal is readable with and without its key`() throws {
    let file = try TemporaryFile(try Fixture.everyKind(key: Fixture.key()).pending)
    let keyed = try Fixture.entries(file.path, key: Fixture.key())
    let plain = try Fixture.entries(file.path)
    expectEqual(keyed.count, 13)
    expectEqual(keyed.map(\.seq), plain.map(\.seq))
    let view = try JournalFile(path: file.path, options: .init(key: Fixture.key()))
    expectEqual(view.header.key, "d28d56feb7c1229a")
    for seq in 0...6 { try expectEqual(view.entry(settingSeq: seq)?.seq, seq) }
    try expectEqual(view.lastEntry.record.kind, "seal")
    try expectEqual(view.tail.name, "closed")
  }

  @Test func `a plain action with a proof is read as one`() throws {
    let file = try TemporaryFile(try Fixture.everyKind(key: Fixture.key()).pending)
    let reader = try JournalReader(path: file.path, options: .init(key: Fixture.key()))
    var actions = 0
    while let line = try reader.nextLine() { if case .action = line.content { actions += 1 } }
    expectEqual(actions, 2)
  }

  // MARK: Forgeries

  @Test(
    arguments: 0..<13)
  func `a changed line is found with the key, and named, whatever its kind`(line: Int) throws {
    var lines = try lines()
    let changes = [
      ("ab12", "ab13"), (#"{"n":0}"#, #"{"n":8}"#), (#""_0":1"#, #""_0":2"#), ("start", "smart"),
      (#""to":0"#, #""to":1"#),
      ("Movies.Set", "Movies.Get"), ("paused", "praised"), (#"{"n":0}"#, #"{"n":1}"#), (#""at":61"#, #""at":62"#),
      (#""ab12""#, #""ab11""#), (#"same-as":4"#, #"same-as":3"#), (#""us":7"#, #""us":8"#), (#"records"#, #"recorded"#),
    ]
    let text = String(decoding: lines[line], as: UTF8.self)
    #expect(text.contains(changes[line].0))
    lines[line] = Array(text.replacing(changes[line].0, with: changes[line].1).utf8)
    let error = try #require(try errors(Fixture.withNewSums(lines)).keyed)
    expectEqual(error.line, line + 1)
    expectEqual(error.offset, lines[..<line].reduce(0) { $0 + $1.count + 1 })
    expectEqual(
      error.problem,
      .forged(
        "this line was changed without the key, or lines before it are missing, repeated or swapped"))
  }

  @Test func `without the key such a change goes unnoticed`() throws {
    var lines = try lines()
    lines[2] = Array(String(decoding: lines[2], as: UTF8.self).replacing(#""_0":1"#, with: #""_0":2"#).utf8)
    try expectEqual(errors(Fixture.withNewSums(lines)).plain, nil)
  }

  @Test(
    arguments: [
      ([0, 1, 2, 4], 4), ([0, 1, 3, 2], 3), ([0, 1, 2, 3, 3], 5), ([0, 2], 2), ([0, 1, 9], 3), ([9, 10], 1),
    ])
  func `a dropped, repeated or swapped line is found even if all sums are recomputed`(order: [Int], line: Int) throws {
    let lines = try lines()
    let error = try #require(try errors(Fixture.withNewSums(order.map { lines[$0] })).keyed)
    expectEqual(error.line, line)
    #expect(error.problem.isForged)
  }

  @Test(
    arguments: 1..<13)
  func `a line of another journal that has the same key is found`(line: Int) throws {
    var lines = try lines()
    var other = JournalComposer(key: try Fixture.key())
    try other.header(
      journal: Fixture.journal, app: AppIdentity(name: "tracker"), started: Fixture.started, detail: "full",
      context: JSONObject(), platform: "linux")
    try Fixture.snapshot(&other)
    try Fixture.action(&other)
    lines[line] = Array(other.pending.split(separator: 0x0a)[min(line, 2)])
    let error = try #require(try errors(Fixture.withNewSums(lines)).keyed)
    expectEqual(error.line, line + 1)
    #expect(error.problem.isForged)
  }

  @Test func `a line of another journal with the same key is found even after that journal's tag`()
    throws
  {
    let lines = try lines()
    let key = try Fixture.key()
    var other = JournalComposer(key: key)
    try other.header(
      journal: try #require(JournalID("ffffffffffffffffffffffffffffffff")), app: AppIdentity(name: "tracker"),
      started: Fixture.started, detail: "full", context: JSONObject(), platform: "linux")
    try Fixture.snapshot(&other)
    try Fixture.action(&other)
    let foreign = other.pending.split(separator: 0x0a).map(Array.init)
    let bytes = Fixture.withNewSums([lines[0], foreign[1], foreign[2]])
    let file = try TemporaryFile(bytes)
    let view = try JournalFile(path: file.path, options: .init(key: key))
    let offset = lines[0].count + foreign[1].count + 2
    try expectEqual(JournalFile(path: file.path).entry(atOffset: offset).seq, 1)
    let error = #expect(throws: JournalError.self) { try view.entry(atOffset: offset) }
    expectEqual(error?.problem.isForged, true)
    // The journal's own line is found without the lines before it.
    try file.write(Fixture.withNewSums(lines))
    let own = try JournalFile(path: file.path, options: .init(key: key))
    #expect(throws: Never.self) { try own.entry(atOffset: lines[0].count + lines[1].count + 2) }
  }

  @Test func `a journal with a key, byte for byte, as the documentation shows it`() throws {
    var composer = JournalComposer(key: try Fixture.key())
    try Fixture.header(&composer)
    try Fixture.snapshot(&composer)
    try Fixture.action(&composer)
    try composer.seal(at: 61, records: 3)
    let text = String(decoding: composer.pending, as: UTF8.self)
    expectEqual(text, AuthenticityTests.golden.map { $0 + "\n" }.joined())
    let page = try Repository.text("docs/reference/journal-format.md")
    #expect(page.contains("```jsonl\n" + text + "```"))
  }

  /// Made by another implementation of SipHash and of the format.
  private static let golden = [
    #"""
    {"kind":"header","seq":0,"format":1,"journal":"0123456789abcdef0123456789abcdef","session":1,\#
    "app":{"name":"tracker","version":"1.2","schema":3},"hash":"siphash-tree/1",\#
    "started":"2026-01-01T10:00:00.123456Z","detail":"full","rules":{},"context":{"commit":"ab12"},\#
    "platform":"linux","key":"d28d56feb7c1229a","auth":"88cd2011c470843ae83598e503801933",\#
    "sum":"9a12d6335c5e827e"}
    """#,
    #"""
    {"kind":"snapshot","seq":0,"at":0,"header":376,"state":{"n":0},\#
    "hash":"01000000000000000000000000000000","auth":"f738b74d0d41c816e622007effa9dc62",\#
    "sum":"e7588b3a048a57fb"}
    """#,
    #"""
    {"kind":"action","seq":1,"at":40,"type":"add","action":{"add":{"_0":1}},\#
    "hash":"02000000000000000000000000000000","changed":{"/n":"00ff00ff"},"us":7,"base":173,\#
    "auth":"0bba9c45637bd028cc40dd8b30a76397","sum":"56ffb0cd4227af94"}
    """#,
    #"""
    {"kind":"seal","seq":1,"at":61,"records":3,"auth":"1af55b980abe8ede07f0b0f1e4e8d322",\#
    "sum":"03d26a89b6d78ca5"}
    """#,
  ]

  @Test func `of two diverging journals, only one continues after each shared line`() throws {
    var lines = try lines()
    var other = JournalComposer(key: try Fixture.key())
    try Fixture.header(&other)
    try Fixture.snapshot(&other)
    try Fixture.action(&other, #"{"add":{"_0":3}}"#)
    lines[2] = Array(other.pending.split(separator: 0x0a)[2])
    try expectEqual(errors(Fixture.withNewSums(lines)).keyed?.line, 4)
  }

  @Test func `a missing proof is found, and so is another line's proof`() throws {
    var lines = try lines()
    lines[12] = withoutProof(lines[12])
    let missing = try errors(Fixture.withNewSums(lines))
    expectEqual(missing.plain, nil)
    expectEqual(missing.keyed?.line, 13)
    expectEqual(missing.keyed?.problem, .forged("this line has no proof: it was written without the key"))
    let otherKey = try self.lines(key: Fixture.key(7))
    let mixed = try self.lines().enumerated().map { $0 == 4 ? otherKey[$0] : $1 }
    try expectEqual(errors(Fixture.withNewSums(mixed)).keyed?.line, 5)
  }

  @Test func `a journal without its proofs is not authentic`() throws {
    let recorded = try self.errors(Fixture.everyKind().pending)
    expectEqual(recorded.plain, nil)
    expectEqual(recorded.keyed?.problem, .notKeyed)
    expectEqual(recorded.keyed?.line, 1)
    var lines = try lines()
    lines[0] = Array(String(decoding: lines[0], as: UTF8.self).replacing(#","key":"d28d56feb7c1229a""#, with: "").utf8)
    try expectEqual(errors(Fixture.withNewSums(lines)).keyed?.problem, .notKeyed)
  }

  @Test func `another key is distinguished from a forgery`() throws {
    let errors = try errors(Fixture.everyKind(key: Fixture.key()).pending, key: Fixture.key(3))
    expectEqual(errors.keyed?.problem, .otherKey("d28d56feb7c1229a", given: try Fixture.key(3).fingerprint))
  }

  /// Takes a second: it reads the journal once for each byte.
  @Test(
    arguments: [0, 5])
  func `with the key, every changed bit is found even if all sums are recomputed`(bit: Int) throws {
    var composer = JournalComposer(key: try Fixture.key())
    try Fixture.header(&composer)
    try Fixture.snapshot(&composer)
    try Fixture.action(&composer)
    let bytes = composer.pending
    let ends = Fixture.lineEnds(bytes)
    for position in bytes.indices {
      // Skip bytes of sums, which the test renews, and changes that add or remove lines.
      if ends.contains(where: { (0..<ChainSum.suffixByteCount).contains($0 - 1 - position) }) { continue }
      var changed = bytes
      changed[position] ^= 1 << bit
      guard changed[position] != 0x0a else { continue }
      let error = try errors(Fixture.withNewSums(changed.split(separator: 0x0a).map(Array.init))).keyed
      expectEqual(error?.line, ends.count { $0 <= position } + 1, "byte \(position)")
    }
  }
}

extension JournalError.Problem {
  var isForged: Bool { if case .forged = self { true } else { false } }
}
