import Foundation
import HostileInput
import ReduxJournal
import ReportJournals
import StateTree
import TestSupport
import Testing
import WebDriver

/// The viewer refuses the line that `reduxlog verify --no-replay` refuses, for the same reason.
@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct DamagedJournalTests {
  /// The journals that are damaged: all kinds of records, with and without patches, from several versions.
  private static let journals: [[UInt8]] = {
    let paths =
      ReportedBug.all.map(\.path) + [HardJournal.path]
      + [
        "Samples/Movies/Bugs/wish-list.jsonl", "Samples/Feed/Sessions/two-days.jsonl", "Tests/Journals/steps.jsonl",
        "Tests/OldJournals/notes-1.jsonl", "Tests/OldJournals/notes-3.jsonl",
      ].map(Repository.path)
    return paths.compactMap { try? [UInt8](Data(contentsOf: URL(filePath: $0))) } + [everyKind]
  }()

  /// A journal with one of each kind of record.
  private static let everyKind: [UInt8] = {
    var forge = JournalForge()
    forge.header()
    forge.state()
    forge.action(#"{"set":{"n":1}}"#)
    forge.action(
      #"{"set":{"pin":0}}"#,
      more: #","changed":{"/pin":"01234567","/n":null},"secrets":["/pin"],"redacted":["/set/pin"]"#)
    forge.record("mark", #""at":41,"to":1,"name":"start","text":"a\nb""#)
    forge.rewind(to: 0)
    forge.record("gap", #""at":60,"why":"paused","missing":3,"bytes":"QQ==""#)
    forge.record("note", #""at":61,"text":"unknown","changed":5,"redacted":5,"secrets":5"#)
    forge.state()
    forge.record("seal", #""at":61,"records":9"#)
    forge.header(session: 2)
    forge.action("7")
    return forge.bytes
  }()

  /// The tool's refusal of a journal, such as `12: damaged: …`; `none` for an intact journal.
  private func refusal(_ path: String) -> String {
    do throws(JournalError) {
      let reader = try JournalFile(path: path).entries(fromOffset: 0)
      while try reader.next() != nil {}
      return "none"
    } catch {
      return "\(error.line ?? 0): \(error.problem)"
    }
  }

  @Test func `a line whose value ends in the next line is refused`() async throws {
    var forge = JournalForge()
    forge.header()
    forge.state()
    forge.line(#"{"kind":"mark","seq":0,"at":1,"to":0,"name":"m","more":{"x":1"#)
    forge.line("}")
    try await expectRefusal(of: forge.bytes, "3: damaged: not JSON: the text ends inside a value at byte 87")
  }

  @Test func `a session of another app is refused`() async throws {
    var forge = JournalForge()
    forge.header()
    forge.state()
    forge.header((#""name":"json""#, #""name":"other""#), session: 2)
    try await expectRefusal(of: forge.bytes, "3: damaged: the header is of another app than the session before")
  }

  /// Expects the tool and the viewer to refuse a journal for a reason.
  private func expectRefusal(of bytes: [UInt8], _ reason: String) async throws {
    let reason = "\(reason); the lines before it can be trusted"
    let file = try TemporaryFile()
    try file.write(bytes)
    #expect(refusal(file.path) == reason)
    let journal = Data(bytes).base64EncodedString()
    let answer = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        return (async () => {
          const { problem } = await read([fileOf("session.jsonl", arguments[0])]);
          return `${problem.line}: ${problem.text}`;
        })();
        """, .string(journal))
    }
    #expect(answer.string == reason)
  }

  // Hundreds of journals go to the browser and are read by both: seconds in a debug build.
  @Test func `the first bad line of a damaged journal is the tool's`() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    let count = Soak.count(200, soak: 20_000)
    let found = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      var damage = JournalDamage(seed: seed)
      var reasons: Set<String> = []
      for start in stride(from: 0, to: count, by: 100) {
        let copies = (0..<100).map { _ in damage.copy(of: Self.journals[damage.number(Self.journals.count)]) }
        let expected = try copies.map { copy in
          let file = try TemporaryFile()
          try file.write(copy.bytes)
          return refusal(file.path)
        }
        let answers = try browser.script(
          """
          return (async () => {
            const answers = [];
            for (const journal of arguments[0]) {
              const reader = await read([fileOf("session.jsonl", journal)]);
              // Everything before the bad line can be shown.
              if (reader.rows.kinds.length > 0) await recordingOf(reader).stateAt(reader.rows.kinds.length - 1);
              answers.push(reader.problem ? `${reader.problem.line ?? 0}: ${reader.problem.text}` : "none");
            }
            return answers;
          })();
          """, .array(copies.map { .string(Data($0.bytes).base64EncodedString()) }))
        let refusals = answers.array?.map { $0.string ?? "?" } ?? []
        for (index, copy) in copies.enumerated() where refusals[index] != expected[index] {
          Issue.record(
            "seed \(seed), journal \(start + index), \(copy.name): \(refusals[index]), not \(expected[index])")
        }
        reasons.formUnion(expected.map { String($0.drop { $0 != ":" }.prefix(40)) })
      }
      return reasons
    }
    Soak.report("\(count) damaged journals, refused for \(found.count) reasons, seed \(seed)")
    #expect(found.count > 30, "seed \(seed)")
  }
}
