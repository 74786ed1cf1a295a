import Foundation
import HostileInput
import ReduxJournal
import ReportJournals
import StateTree
import TestSupport
import Testing
import WebDriver

/// The viewer's rows and states are those of the journal.
@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct RecordingTests {
  /// The states of a self-contained journal by seq, as its patches lead to them; without those that it doesn't hold.
  private func states(_ path: String) throws -> [Int: JSONValue] {
    let reader = try JournalReader(path: path)
    var states: [Int: JSONValue] = [:]
    while let entry = try reader.next() {
      switch entry.record {
      case .snapshot(let snapshot):
        switch snapshot.content {
        case .state(let state): states[entry.seq] = state.value
        case .sameAs(let seq): states[entry.seq] = states[seq]
        }
      case .rewind(let rewind): states[entry.seq] = states[rewind.to]
      case .action(let action):
        guard let patch = action.patch, var state = states[entry.seq - 1] else { continue }
        try JSONPatch(json: patch.value).apply(to: &state)
        states[entry.seq] = state
      default: break
      }
    }
    return states
  }

  @Test(arguments: ReportedBug.all.map(\.path) + [HardJournal.path])
  func `each held state is shown as recorded, forwards and backwards`(path: String) async throws {
    let expected = try states(path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    let found = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        return (async () => {
          const reader = await read([fileOf("session.jsonl", arguments[0])]);
          const { first, last } = reader.head([]);
          const seqs = Array.from({ length: last - first + 1 }, (_, index) => first + index);
          const answers = [];
          for (const order of [seqs, [...seqs].reverse()]) {
            const recording = recordingOf(reader);
            for (const seq of order) {
              const row = recording.rowOf(seq);
              const state = row < 0 ? { known: false } : await recording.stateAt(row);
              if (state.known) answers.push(`${seq} ${viewer.printJSON(state.value)}`);
            }
          }
          return answers;
        })();
        """, .string(bytes.base64EncodedString()))
    }
    var shown: Set<Int> = []
    for answer in found.array?.compactMap(\.string) ?? [] {
      let parts = answer.split(separator: " ", maxSplits: 1)
      let seq = try #require(Int(parts[0]))
      if let state = expected[seq] { #expect(try JSONValue(parsing: String(parts[1])) == state, "\(seq)") }
      shown.insert(seq)
    }
    #expect(shown.isSuperset(of: expected.keys))
  }

  @Test func `numbers keep their digits, and hostile names and texts stay what they are`() async throws {
    let deep = String(repeating: "[", count: 510) + String(repeating: "]", count: 510)
    let long = String(repeating: "x", count: 1 << 20)
    let state =
      #"{"a":1.0,"b":1e400,"c":12345678901234567890,"d":-0,"__proto__":{"constructor":1},"toString":null,"e":"</script>","#
      + #""f":"\u202ebidi\u0000","g":\#(deep),"h":"\#(long)","2":1,"1":2}"#
    var forge = JournalForge()
    forge.header((#""platform""#, #""states":"patches","platform""#))
    forge.state(state)
    forge.action("1", more: #","patch":[{"op":"replace","path":"/a","value":2.50}]"#)
    let bytes = forge.bytes
    let found = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        return (async () => {
          const recording = recordingOf(await read([fileOf("session.jsonl", arguments[0])]));
          return [viewer.printJSON((await recording.stateAt(1)).value), viewer.printJSON((await recording.step(2)).get("patch"))];
        })();
        """, .string(Data(bytes).base64EncodedString()))
    }
    #expect(found.array?.first?.string == state.replacing(#"\u202e"#, with: "\u{202e}"))
    #expect(found.array?.last?.string == #"[{"op":"replace","path":"/a","value":2.50,"was":1.0}]"#)
  }

  @Test func `rows read like the log`() async throws {
    var forge = JournalForge()
    forge.header()
    forge.state(#"{"n":0}"#)
    forge.action(#"{"list":{"_0":{"add":{"_0":"milk","count":2,"tags":[{"a":1},{"b":2}]}}}}"#, type: "list.add")
    forge.action(#"{"clear":{}}"#, type: "clear", more: #","error":"empty","us":7"#)
    forge.record("mark", #""to":1,"name":"first""#)
    forge.rewind(to: 1)
    forge.record("gap", #""why":"paused","missing":3"#)
    forge.record("note", #""x":1"#)
    forge.header(session: 2)
    forge.action(#""\u202etext""#, type: "Raw", at: 9, more: #","interrupted":true,"cause":1"#)
    let bytes = forge.bytes
    let rows = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        return (async () => {
          const { rows } = await read([fileOf("session.jsonl", arguments[0])]);
          const { seq, time, types, type, text } = rows.rows;
          return rows.kinds.map((kind, row) => `${kind} ${seq[row]} ${time[row]} ${types[type[row]] ?? ""}|${text[row]}`);
        })();
        """, .string(Data(bytes).base64EncodedString()))
    }
    #expect(
      rows.array?.compactMap(\.string) == [
        "s 0 0 |session 1  json  linux",
        "i 0 0 |initial state",
        #"a 1 1 list.add|"milk", count: 2, tags: [(a: 1), (b: 2)]"#,
        "! 2 1 clear|",
        "m 2 1 |mark 'first' at state 1",
        "r 3 1 |rewind to state 1",
        "g 3 1 |paused (3 actions missing)",
        "u 3 1 |a record of the unknown kind 'note'",
        "e 3 1 |not closed: the session is still running, or its process is gone",
        "s 3 0 |session 2  json  linux",
        #"t 4 9 Raw|"\u{202e}text""#,
        "e 4 9 |not closed: the session is still running, or its process is gone",
      ])
  }
}
