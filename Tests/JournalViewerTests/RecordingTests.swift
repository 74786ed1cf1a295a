import Expectations
import Foundation
import HostileInput
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReportJournals
import StateTree
import TestSupport
import Testing
import WebDriver

@testable import ReduxLogTool
@testable import ReduxViews

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

  // The browser starts, and makes each state of a journal twice: up to 1 s each.
  @Test(arguments: ReportedBug.all.map(\.path) + [HardJournal.path])
  func `each held state is shown as recorded, forwards and backwards`(path: String) async throws {
    let expected = try states(path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    let found = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        return (async () => {
          const answers = [];
          for (const isForward of [true, false]) {
            const reader = await read([fileOf("session.jsonl", arguments[0])]);
            const { first, last } = reader.head([]);
            const recording = recordingOf(reader);
            for (let index = 0; index <= last - first; index += 1) {
              const seq = isForward ? first + index : last - index;
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
      if let state = expected[seq] { try expectEqual(JSONValue(parsing: String(parts[1])), state, "\(seq)") }
      shown.insert(seq)
    }
    #expect(shown.isSuperset(of: expected.keys))
  }

  @Test func `a history goes on behind states that only hashes describe`() async throws {
    var forge = JournalForge()
    func hashed(_ number: Int, _ places: String) -> String {
      #","hash":"\#(String(repeating: "\(number)", count: 32))","changed":{\#(places)}"#
    }
    forge.header()
    forge.state(#"{"x":1,"y":1}"#)
    for (number, places) in [(1, #""/x":"00ff00ff""#), (2, #""/y":"00ff00ff""#), (3, #""/x":"00ff00ff""#)] {
      forge.action("1", more: hashed(number, places))
      if number == 2 { forge.state(#"{"x":2,"y":2}"#) }
    }
    try await expectEqual(history(of: "/x", in: forge), ["unknown at 3", "unknown at 1", "first at 0 1"])
  }

  /// What the history of a place from a row on says.
  private func history(of place: String, in forge: JournalForge, from row: String = "recording.count - 1") async throws
    -> [String]
  {
    let bytes = forge.bytes
    let found = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        return (async () => {
          const recording = recordingOf(await read([fileOf("session.jsonl", arguments[0])]));
          const entries = [];
          const shown = (value) => (value === undefined ? "" : ` ${viewer.printJSON(value)}`);
          const add = ({ kind, row, was, value, inside = [] }) => {
            const places = inside.map((operation) => ` ${operation.get("op")} ${operation.get("path")}`).join("");
            entries.push(`${kind} at ${recording.rows.seq[row]}${places}${shown(was)}${shown(value)}`);
          };
          await recording.history(\(row), viewer.parsePointer(arguments[1]), add, new AbortController().signal);
          return entries;
        })();
        """, .string(Data(bytes).base64EncodedString()), .string(place))
    }
    return found.array?.compactMap(\.string) ?? []
  }

  @Test func `a history lists new secrets, whose stand-in stays the same`() async throws {
    var forge = JournalForge()
    forge.header((#""platform""#, #""states":"patches","platform""#))
    forge.state("{}")
    let user = #"{"password":"redacted","name":"Ada"}"#
    forge.action("1", more: #","patch":[{"op":"add","path":"/user","value":\#(user)}],"secrets":["/user/password"]"#)
    forge.action("2", more: #","patch":[],"secrets":["/user/password"]"#)
    forge.action("3", more: #","patch":[]"#)
    let patch = #"[{"op":"replace","path":"/user","value":\#(user)}]"#
    forge.action("4", more: #","patch":\#(patch),"secrets":["/user/password"]"#)
    let first = #"set at 1 "‹redacted›""#
    let changed = #" "‹redacted›" "‹redacted›""#
    try await expectEqual(
      history(of: "/user/password", in: forge), ["set at 4\(changed)", "set at 2\(changed)", first])
    try await expectEqual(
      history(of: "/user/password", in: forge, from: "2"), [first, "set at 2\(changed)", "set at 4\(changed)"])
    try await expectEqual(
      history(of: "/user", in: forge),
      [
        "inside at 4 replace /user/password", "inside at 2 replace /user/password",
        #"set at 1 {"password":"‹redacted›","name":"Ada"}"#,
      ])
    try await expectEqual(history(of: "/user/name", in: forge), [#"set at 1 "Ada""#])
  }

  @Test func `a history lists no number that is only spelled differently`() async throws {
    var forge = JournalForge()
    forge.header()
    forge.state(#"{"n":1.0,"big":9007199254740993}"#)
    forge.header(session: 2)
    let next = #"{"n":1,"big":9007199254740992}"#
    let hash = try JSONValue(parsing: next).stateHash
    forge.line(#"{"kind":"snapshot","seq":1,"at":0,"state":\#(next),"hash":"\#(hash)""#)
    try await expectEqual(history(of: "/n", in: forge), ["first at 0 1.0"])
    try await expectEqual(
      history(of: "/big", in: forge), ["set at 1 9007199254740993 9007199254740992", "first at 0 9007199254740993"])
  }

  @Test func `a history of an array lists where its elements moved`() async throws {
    var forge = JournalForge()
    forge.header((#""platform""#, #""states":"patches","platform""#))
    forge.state(#"{"l":[{"id":"a"},{"id":"b"}],"m":[]}"#)
    forge.action("1", more: #","patch":[{"op":"move","from":"/l/1","path":"/l/0"}]"#)
    forge.action("2", more: #","patch":[{"op":"move","from":"/l/0","path":"/m/0"}]"#)
    let (last, first) = ("inside at 2 move /m/0", "inside at 1 move /l/0")
    let start = #"first at 0 [{"id":"a"},{"id":"b"}]"#
    try await expectEqual(history(of: "/l", in: forge), [last, first, start])
    try await expectEqual(history(of: "/l", in: forge, from: "1"), [start, first, last])
    try await expectEqual(history(of: "/m", in: forge), [last, "first at 0 []"])
    try await expectEqual(history(of: "/m/0/id", in: forge), [#"first at 0 "b""#])
  }

  @Test func `an action that replaced the whole state changed every place`() async throws {
    var forge = JournalForge()
    forge.header((#""platform""#, #""states":"patches","platform""#))
    forge.state("{}")
    forge.action("1", more: #","patch":[{"op":"add","path":"/a","value":1}]"#)
    forge.action("2", more: #","patch":[{"op":"add","path":"/b","value":1}]"#)
    for state in [#""t""#, #"{"b":1}"#, #""u""#] {
      forge.action("3", type: "replace", more: #","patch":[{"op":"replace","path":"","value":\#(state)}]"#)
    }
    let bytes = forge.bytes
    let found = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        return (async () => {
          const recording = recordingOf(await read([fileOf("session.jsonl", arguments[0])]));
          const model = new viewer.Model(recording);
          const row = recording.rowOf(5);
          const shown = (text) => {
            model.setFilter({ text });
            return model.visible.map((one) => recording.rows.seq[one]).join(" ");
          };
          const { lanes } = viewer.lanesOf(model, new viewer.LaneScale(model, false), 4, 6);
          const words = viewer.ChangesView.prototype.comparisonInType.call({ model }, row, await model.compared());
          return [
            words.firstChild.textContent, model.placesByWeight(row).join(), viewer.rowSentence(model, row, ""), shown("/a"),
            shown("/b"), shown("whole state"), lanes.map(({ name, total }) => `${name} ${total}`).join(),
          ];
        })();
        """, .string(Data(bytes).base64EncodedString()))
    }
    expectEqual(
      found.array?.compactMap(\.string),
      [
        "Both other replace actions change the same places: (the whole state).", "(the whole state)",
        "5, replace  3; recorded; changed (the whole state).", "1 3 4 5", "2 3 4 5", "3 4 5",
        "(the whole state) 3,/a 1,/b 1",
      ])
  }

  /// What the page says of the rows of a journal that ends in these bytes after an action: their problems and their sentences.
  private func problems(atTheEnd bytes: String) async throws -> [String] {
    var forge = JournalForge()
    forge.header((#""platform""#, #""states":"patches","platform""#))
    forge.state("{}")
    forge.action("1", more: #","patch":[]"#)
    forge.raw(Array(bytes.utf8))
    let bytes = forge.bytes
    let found = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        return (async () => {
          const recording = recordingOf(await read([fileOf("session.jsonl", arguments[0])]));
          const model = new viewer.Model(recording);
          return Promise.all(model.everyRow.slice(2).map(async (row) => {
            const lines = viewer.ChangesView.prototype.statusLine.call({ model }, row, await recording.step(row));
            const mark = model.problemAt.get(row)?.kind ?? "";
            return [mark, ...lines.map((line) => line.textContent), viewer.rowSentence(model, row, "")].join("|");
          }));
        })();
        """, .string(Data(bytes).base64EncodedString()))
    }
    return found.array?.compactMap(\.string) ?? []
  }

  @Test func `an action whose line was cut off isn't said to have ended the process`() async throws {
    let start = #"{"kind":"action","seq":2,"at":12,"type":"merge","action":{"n":1}"#
    try await expectEqual(
      problems(atTheEnd: start + #","us":4,"ba"#).last,
      "in flight|This action's reducer had returned, but its line was cut off, so the journal doesn't hold its state."
        + "|2, merge  1; interrupted; in flight: merge was cut off after its reducer had returned.")
    try await expectEqual(
      problems(atTheEnd: start + #","u"#).last,
      "in flight|The process ended while this action's reducer ran, so no state follows from it."
        + "|2, merge  1; interrupted; in flight: merge was in flight when the process died.")
  }

  @Test func `a torn line is no problem of the action before it`() async throws {
    let seal = #"{"kind":"seal","seq":1,"at":2,"rec"#
    try await expectEqual(
      problems(atTheEnd: seal),
      ["|1, merge  1; recorded; changed nothing.", "torn|1, torn: a last line cut short, 34 bytes."])
  }

  // A text of 1 MB goes to the browser and back: 1 s.
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
    expectEqual(found.array?.first?.string, state.replacing(#"\u202e"#, with: "\u{202e}"))
    expectEqual(found.array?.last?.string, #"[{"op":"replace","path":"/a","value":2.50,"was":1.0}]"#)
  }

  /// The rows that a report of a journal shows.
  private func reportedRows(_ path: String) throws -> [String] {
    let file = try JournalFile(path: path)
    let texts = EventText(times: TimeFormat { _ in 0 }, lastSeq: 0, columns: 200)
    var events = try file.events()
    var rows: [TimelineRow] = []
    func add(_ event: JournalEvent) {
      guard event.isInHistory else { return }
      rows.append(TimelineRow(event, after: rows.last?.seq ?? 0, texts, columns: 160))
    }
    while let event = try events.next() { add(event) }
    if let end = events.event(for: events.tail) { add(end) }
    return rows.map { row in
      let numbers = [row.reducerMicroseconds, row.cause, row.target].map { $0.map(String.init) ?? "-" }
      return
        "\(row.kind.rawValue) \(row.seq) \(row.time) \(row.type ?? "")|\(row.text)|\(numbers.joined(separator: "|"))"
    }
  }

  @Test(
    arguments: ReportedBug.all.map(\.path) + [HardJournal.path]
      + ["Samples/Tracker/Sessions/evening.jsonl", "Samples/Movies/Sessions/weekend.jsonl"].map(Repository.path))
  func `rows are those of a report`(path: String) async throws {
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    #expect(try await shownRows(bytes) == (try reportedRows(path)))
  }

  @Test func `rows of unusual actions and of every kind are those of a report`() async throws {
    var forge = JournalForge()
    forge.header()
    forge.state(#"{"n":0}"#)
    forge.action(#"{"list":{"_0":{"add":{"_0":"milk","count":2,"tags":[{"a":1},{"b":2}]}}}}"#, type: "list.add")
    forge.action(#"{"clear":{}}"#, type: "clear", more: #","error":"empty","us":7"#)
    forge.record("mark", #""to":1,"name":"a \"b\"","text":"c\u202e""#)
    forge.rewind(to: 1)
    forge.record("gap", #""why":"paused","missing":3,"bytes":"QQ==""#)
    forge.record("note", #""x":1"#)
    forge.state("1")
    forge.action(#""sort""#, type: "sort")
    forge.action(#"{"$opaque":"Import","bytes":30}"#, type: "import", more: #","replay":"opaque""#)
    forge.action(#"[{"op":"replace","path":"/a","value":1},{"op":"remove","path":""}]"#, type: "merge")
    let many = (0..<90).map { #"{"op":"remove","path":"/items/\#($0)"}"# }.joined(separator: ",")
    forge.action("[\(many)]", type: "merge")
    forge.action(#"{"a b":{"c":[1,2,3,null,true],"d":{"$some":null},"e":{"f":{}},"":[]}}"#, type: "odd.path")
    forge.action(
      #"{"_0":"\#(String(repeating: "long ", count: 60))","_1":{"x":[[1],[2]],"y":{"z":{"w":1}}}}"#, type: "x")
    forge.action("[\(String(repeating: #"{"n":12345},"#, count: 40))0]", type: "many")
    forge.action(#"{"set":{"_0":"line\nbreak \\ \u202e \"quoted\" \u0007","t":"a\ufe0f"}}"#, type: "set")
    let failure = #"{"failure":{"_0":{"code":17,"reason":"the server's certificate has expired long ago"}}}"#
    forge.action(#"{"loaded":{"n":1,"answer":\#(failure)}}"#, type: "loaded")
    forge.action(#"{"loaded":{"n":1,"answer":{"success":{"_0":[1,2]}}}}"#, type: "loaded")
    forge.action(#"{"loaded":\#(failure)}"#, type: "loaded")
    forge.header(session: 2)
    forge.action("7", type: "Raw", at: 9, more: #","interrupted":true,"cause":1"#)
    let torn = #"{"kind":"action","seq":\#(forge.seq + 1),"at":12,"type":"last","action":{"n":1},"er"#
    let file = try TemporaryFile()
    try file.write(forge.bytes + Array(torn.utf8))
    let rows = try await shownRows(try file.bytes())
    expectEqual(rows, (try reportedRows(file.path)))
    expectEqual(rows.last?.hasPrefix("t \(forge.seq + 1) 12 last"), true)
  }

  /// The rows that the viewer shows of a journal.
  private func shownRows(_ bytes: [UInt8]) async throws -> [String] {
    let rows = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        return (async () => {
          const reader = await read([fileOf("session.jsonl", arguments[0])]);
          const { kind: kinds, seq, time, types, type, text, us, cause, to } = reader.rows.growth().rows;
          return [...kinds].map((kind, row) => {
            const numbers = [us[row] < 0 ? "-" : us[row], cause[row] ?? "-", to[row] ?? "-"].join("|");
            return `${kind} ${seq[row]} ${time[row]} ${types[type[row]] ?? ""}|${text[row]}|${numbers}`;
          });
        })();
        """, .string(Data(bytes).base64EncodedString()))
    }
    return rows.array?.compactMap(\.string) ?? []
  }
}
