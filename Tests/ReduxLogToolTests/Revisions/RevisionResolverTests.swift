import CommandLineKit
import Expectations
import ReduxInspection
import ReduxJournal
import ReduxLogTool
import ReduxNotation
import StateTree
import TestSupport
import Testing

@Suite("Looking up revisions")
struct RevisionResolverTests {
  private let folder: TemporaryFolder
  private let path: String
  private let journal: SampleJournal

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "s.jsonl")
    journal = try SampleJournal.session(path)
    try journal.close()
  }

  private func resolver(_ path: String) throws -> RevisionResolver {
    RevisionResolver(try JournalFile(path: path), times: .utc)
  }

  private func seq(_ text: String, in path: String? = nil) throws -> Int {
    try resolver(path ?? self.path).seq(of: Revision(parsing: text, times: .utc))
  }

  @Test(
    "finds every form",
    arguments: [
      ("0", 0), ("5", 5), ("7", 7), ("-1", 7), ("-2", 6), ("-8", 0), ("start", 1), (":/patch", 3), (":/merge", 4),
      (":/me", 4), ("{2026-01-01T10:00:01.7}", 2), ("{2026-01-01T10:00:02.123456Z}", 3),
      ("{2026-01-01T11:00:02.123456+01:00}", 3), ("{2027-01-01}", 6), ("{+0s}", 0), ("{+2.5s}", 4), ("{+1h}", 6),
      ("{+1s}", 1), ("4~1", 3), ("4~1~2", 1), ("-1~7", 0), ("start~1", 0), (":/replace~2", 4), ("{+2.5s}~1", 3),
      ("5:/cart/a", 5), ("start~1:/n", 0), ("4~0", 4),
    ])
  func forms(text: String, expected: Int) throws {
    try expectEqual(seq(text), expected)
  }

  @Test("finds a state by the start of its hash, the last one if several are equal")
  func hashes() throws {
    for (index, state) in journal.states.enumerated() {
      let last = journal.states.lastIndex(of: state) ?? index
      let digits = state.stateHash.description
      try expectEqual(seq("h:\(digits)"), last)
      try expectEqual(seq("h:\(digits.prefix(12).uppercased())~0"), last)
    }
  }

  @Test("finds the states before a damaged last line by their seqs, but none that depends on the end")
  func damagedEnd() throws {
    var lines = try #require(folder.contents(of: "s.jsonl")).split(separator: "\n")
    lines[lines.count - 1].replace("seal", with: "sail")
    let damaged = folder.path(of: "damaged.jsonl")
    folder.create("damaged.jsonl", lines.joined(separator: "\n") + "\n")
    for known in 0...7 { try expectEqual(seq("\(known)", in: damaged), known) }
    try expectEqual(seq("4~1", in: damaged), 3)
    for text in ["8", "-1", "start", ":/merge"] {
      let error = #expect(throws: JournalError.self) { try seq(text, in: damaged) }
      expectEqual(error?.line, lines.count)
    }
  }

  @Test("reports an ambiguous hash with its states")
  func ambiguity() throws {
    let path = folder.path(of: "many.jsonl")
    let many = try SampleJournal(path)
    for number in 1...40 { try many.act("{\"merge\":{\"n\":\(number)}}", at: number) }
    try many.close()
    let firsts = Dictionary(grouping: many.states.indices) { many.states[$0].stateHash.description.prefix(1) }
    let (digit, seqs) = try #require(firsts.first { $0.value.count > 1 })
    let error = #expect(throws: CommandFailure.self) { try seq("h:\(digit)", in: path) }
    expectEqual(
      error?.message,
      "the hash '\(digit)' is ambiguous: it matches the states "
        + seqs.sorted().prefix(8).map(String.init).joined(separator: ", "))
    expectEqual(error?.exitCode, .trouble)
  }

  @Test(
    "says what is not there, and what is",
    arguments: [
      ("8", "state 8 doesn't exist", "The last state is 7."),
      ("18446744073709551615", "state 18446744073709551615 doesn't exist", "The last state is 7."),
      ("-9", "state -9 doesn't exist", "The journal has the states 0 to 7."),
      ("2~3", "state 2 has fewer than 3 states before it", "The first state is 0."),
      ("end", "no mark is named 'end'", "'reduxlog log' shows the marks."),
      (":/none", "no action's type contains 'none'", "'reduxlog stats' lists the types."),
      (
        "{2025-12-31}", "no action at or before 2025-12-31 00:00:00.000",
        "'reduxlog log' shows the times of all actions."
      ),
      ("h:0000000000", "no state's hash begins with '0000000000'", "'reduxlog log --format ndjson' shows the hashes."),
    ])
  func absent(text: String, message: String, advice: String) {
    let error = #expect(throws: CommandFailure.self) { try seq(text) }
    expectEqual(error, CommandFailure(message, file: path, advice: advice))
  }

  @Test("finds both ends of a range, and refuses one that goes back")
  func ranges() throws {
    let resolver = try resolver(path)
    func range(_ text: String) throws -> ClosedRange<Int>? {
      guard case .range(let first, let last) = try JournalArgument.Selection(parsing: text, times: .utc) else {
        return nil
      }
      return try resolver.range(from: first, to: last)
    }
    try expectEqual(range("start..:/patch"), 1...3)
    try expectEqual(range("2.."), 2...7)
    try expectEqual(range("..-2"), 0...6)
    try expectEqual(range("4..4"), 4...4)
    let error = #expect(throws: CommandFailure.self) { try range("4..2") }
    expectEqual(error?.message, "the range goes from state 4 back to state 2")
    let far = #expect(throws: CommandFailure.self) { try range("99..2") }
    expectEqual(far?.message, "the range goes from state 99 back to state 2")
    expectEqual(error?.exitCode, .usage)
  }

  @Test("does not count the state that an interrupted action would have led to")
  func interrupted() throws {
    let path = folder.path(of: "crashed.jsonl")
    try SampleJournal.crashed(path).writer.close()
    try expectEqual(seq("-1", in: path), 3)
    let next = try SampleJournal(path)
    try next.writer.close()
    try expectEqual(seq("-1", in: path), 3)
    try expectEqual(seq("-2", in: path), 2)
    try expectEqual(seq("4", in: path), 4)
    #expect(throws: CommandFailure.self) { try seq("5", in: path) }
  }

  @Test("counts from the start of the last session, and by the clock of each")
  func sessions() throws {
    let path = folder.path(of: "crashed.jsonl")
    try SampleJournal.crashed(path).writer.close()
    try expectEqual(seq("{+0.5s}", in: path), 2)
    try expectEqual(seq("{+1s}", in: path), 3)
    try expectEqual(seq("{2026-01-01T10:30}", in: path), 1)
    try expectEqual(seq("{2026-01-01T11:00:01.2}", in: path), 3)
  }

  @Test("a mark that was moved names its last state")
  func moved() throws {
    let path = folder.path(of: "moved.jsonl")
    let journal = try SampleJournal.session(path)
    try journal.writer.mark(to: 6, name: "start")
    try journal.writer.mark(to: 2, name: "start")
    try journal.close()
    try expectEqual(seq("start", in: path), 2)
  }

  @Test("says that a journal holds no state yet")
  func empty() throws {
    let path = folder.path(of: "empty.jsonl")
    let writer = try JournalWriter.open(path: path)
    try writer.writeHeader(app: AppIdentity(name: "json"), started: SampleJournal.started)
    try writer.close()
    for text in ["0", "-1", "x", "{+1s}"] {
      let error = #expect(throws: CommandFailure.self) { try seq(text, in: path) }
      expectEqual(error?.message, "the journal holds no state yet")
    }
  }

  @Test("finds the last state before many unfinished actions")
  func manyInterrupted() throws {
    let path = folder.path(of: "crashes.jsonl")
    let sample = try SampleJournal(path)
    try sample.act(#"{"merge":{"n":1}}"#, at: 1)
    try sample.writer.close()
    for at in 2..<102 {
      let writer = try JournalWriter.open(path: path)
      try writer.beginAction(ActionHead(at: at, type: "merge", action: Array("{}".utf8)))
      try writer.close()
    }
    _ = try JournalWriter.open(path: path).close()
    try expectEqual(JournalFile(path: path).lastStateSeq, 101)
    try expectEqual(seq("-1", in: path), 1)
    expectEqual(reduxlog(["show", path]).output, "{\n  \"n\": 1\n}\n")
  }

  @Test("shows a state after many rewinds to rewinds")
  func manyRewinds() throws {
    let path = folder.path(of: "rewinds.jsonl")
    let sample = try SampleJournal(path)
    try sample.act(#"{"merge":{"n":1}}"#, at: 1)
    try sample.snapshot(setsState: true)
    for seq in 3..<203 { try sample.rewind(to: seq - 1, at: seq) }
    try sample.act(#"{"merge":{"m":2}}"#, at: 300)
    try sample.close()
    expectEqual(reduxlog(["show", "\(path)@202"]).output, "{\n  \"n\": 1\n}\n")
    expectEqual(reduxlog(["show", path]).output, "{\n  \"n\": 1,\n  \"m\": 2\n}\n")
    expectEqual(reduxlog(["verify", path]).code, .fine)
  }

  @Test func `shows a state behind a rewind to one that only a snapshot holds`() throws {
    let path = folder.path(of: "held.jsonl")
    let sample = try SampleJournal(path)
    try sample.cut(#"{"merge":{"n":1}}"#, at: 1)
    try sample.snapshot(at: 1)
    try sample.act(#"{"merge":{"n":2}}"#, at: 2)
    try sample.rewind(to: 1, at: 3)
    try sample.act(#"{"merge":{"m":2}}"#, at: 4)
    try sample.close()
    expectEqual(reduxlog(["show", "\(path)@3"]).output, "{\n  \"n\": 1\n}\n")
    expectEqual(reduxlog(["show", path]).output, "{\n  \"n\": 1,\n  \"m\": 2\n}\n")
    expectEqual(reduxlog(["blame", path]).code, .fine)
  }
}
