import CommandLineKit
import Expectations
import ReducerIsolation
import ReduxJournal
import ReduxLogTool
import ReduxReplay
import StateTree
import TestSupport
import Testing

struct LogCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "s.jsonl")
    try SampleJournal.session(path).close()
  }

  private static let session = "session 1  json 1.2  2026-01-01 10:00:00.123  linux\n"
  private static let lines = [
    "   0  10:00:00.123     +0.000s  initial state\n",
    "   1  10:00:00.163     +0.040s  merge(n: 1)  /n\n",
    "   2  10:00:01.623     +1.500s  merge(cart: (a: 1, b: \"x\"))  /cart  (took 12 ms)\n",
    "      10:00:01.723     +1.600s  mark 'start' at state 1: here it\\nbegins\n",
    "   3  10:00:02.123     +2.000s  patch(remove /none)  "
      + "refused: operation 0 (remove /none): no member \"none\" in the root\n",
    "   4  10:00:02.623     +2.500s  merge(cart: (a: 2))  /cart/a\n",
    "   5  10:01:02.623  +1m02.500s  rewind to state 2\n",
    "   6  10:01:02.723  +1m02.600s  replace(n: 9, big: 12345678901234567890.5)  /n  /big  /cart\n",
    "      10:01:03.123  +1m03.000s  gap: paused (3 actions missing)\n",
    "   7  10:01:04.123  +1m04.000s  a state that was set without an action\n",
  ]

  private static func text(_ indices: [Int]) -> String {
    session + indices.map { lines[$0] }.joined()
  }

  @Test func `log lists all records, oldest first`() {
    expectEqual(reduxlog("log", path), CallResult(code: .fine, output: Self.text(Array(0..<10))))
  }

  @Test func `a line without a time has that of the line before, also where the listing starts there`() throws {
    let journal = try SampleJournal(folder.path(of: "untimed.jsonl"))
    try journal.act(#"{"merge":{"n":1}}"#, at: 1_500_000)
    try journal.snapshot(setsState: true)
    try journal.writer.gap(why: "paused")
    try journal.snapshot(setsState: true)
    try journal.close()
    let whole = reduxlog("log", journal.path).output
    #expect(whole.hasSuffix("   3  10:00:01.623     +1.500s  a state that was set without an action\n"), "\(whole)")
    for range in ["1..", "2.."] {
      let part = reduxlog("log", "\(journal.path)@\(range)").output
      #expect(part.hasPrefix(Self.session) && whole.hasSuffix(part.dropFirst(Self.session.count)), "\(part)")
    }
  }

  @Test func `--where refuses a wrong expression, and warns of a query that never selects anything`() {
    expectEqual(
      reduxlog("log", path, "--where", "$.us >"),
      CallResult(
        code: .usage, output: "",
        errorOutput: """
          reduxlog: error: option '--where': column 7: expected a condition or a value, found the end
            see 'reduxlog help log'

          """))
    let result = reduxlog("log", path, "--where", "!($.su > 1) && $.kind == 'mark'")
    expectEqual(result.output, Self.text([3]))
    expectEqual(
      result.errorOutput,
      "\(path): warning: '$.su' selected nothing in any of the 10 records looked at; check its names\n")
  }

  /// Options, and what the warning says of the records in which the query was evaluated.
  @Test(
    arguments: [
      (["@2..5"], "in any of the 3 records looked at"), (["", "-n", "2"], "in any of the 10 records looked at"),
      (["@4"], "in the only record looked at"), (["", "--type", "none"], nil),
      (["", "--type", "merge"], "in any of the 3 records looked at"),
      (["", "--where", "$.seq >= 5 && $.su"], "in the 4 of 10 records looked at where it was evaluated"),
    ] as [([String], String?)])
  func `the warning of a query says in how many records it was evaluated`(arguments: [String], places: String?) {
    let condition = arguments.contains("--where") ? [] : ["--where", "$.su"]
    let result = reduxlog(["log", path + arguments[0]] + arguments.dropFirst() + condition)
    expectEqual(
      result.errorOutput.split(separator: "\n").last { $0.contains("warning") }.map(String.init),
      places.map { "\(path): warning: '$.su' selected nothing \($0); check its names" })
  }

  @Test(
    arguments: [
      (["--type", "mer"], [1, 2, 5]), (["--type", "patch", "--type", "replace"], [4, 7]),
      (["--touches", "/cart"], [2, 5, 7]), (["--touches", ""], [1, 2, 5, 7]), (["--touches", "/none"], []),
      (["--touches", "/n", "--until", "5"], [1]),
      (["--grep", "\"x\""], [2]), (["--grep", "merge", "--grep", "cart"], [2, 5]), (["--grep", ""], [1, 2, 4, 5, 7]),
      (["-n", "3"], [7, 8, 9]), (["-n", "1"], [9]), (["-n", "100"], Array(0..<10)), (["-n0"], []),
      (["-n", "1", "--type", "merge"], [5]),
      (["--since", "5"], [6, 7, 8, 9]), (["--since", "start"], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
      (["--since", "2026-01-01T10:01"], [6, 7, 8, 9]), (["--since", "{2026-01-01T10:01:03Z}"], [8, 9]),
      (["--since", "+1m03s"], [8, 9]), (["--until", "{+2s}"], [0, 1, 2, 3, 4]), (["--until", "1"], [0, 1]),
      (["--since", "1", "--until", "2"], [1, 2, 3]), (["--since", "3", "--until", "2"], []),
      (["--since", "2026-01-01T11:00", "--until", "2026-01-01T10:00"], []),
      (["--until", "2", "-n", "2"], [2, 3]), (["--type", "none"], []),
      (["--where", "$.us > 10000"], [2]), (["--where", "$.kind == 'mark' || $.error"], [3, 4]),
      (["--where", "$.action.merge.cart"], [2, 5]), (["--where", "$.changed['/cart']", "--type", "merge"], [2]),
      (["--where", "$.seq >= 6", "-n", "2"], [8, 9]), (["--where", "count($.action.*) == 1", "-n1"], [7]),
    ])
  func `filters select actions`(options: [String], expected: [Int]) {
    let types = options.contains("--type") ? "; 'reduxlog stats' lists the types" : ""
    let result =
      expected.isEmpty && options != ["-n0"]
      ? CallResult(code: .fine, output: "", errorOutput: "\(path): note: no line matches\(types)\n")
      : CallResult(code: .fine, output: expected.isEmpty ? "" : Self.text(expected))
    expectEqual(reduxlog(["log", path] + options), result)
    expectEqual(reduxlog(["log", path, "--format", "ndjson"] + options).errorOutput, "")
  }

  @Test(
    arguments: [
      ("0..2", [1, 2, 3]), ("2..", [4, 5, 6, 7, 8, 9]), ("..1", [0, 1]), ("4", [5]), ("start", [1]), ("7..7", []),
      ("-3..-2", [7, 8]),
    ])
  func `a revision range limits the list`(revision: String, expected: [Int]) {
    expectEqual(
      reduxlog("log", "\(path)@\(revision)"),
      CallResult(
        code: .fine, output: expected.isEmpty ? "" : Self.text(expected),
        errorOutput: expected.isEmpty ? "\(path): note: no line matches\n" : ""))
  }

  private static let perhaps = """
     marked (perhaps): the journal names only a place above the one you asked for, or not what the action changed. To see \
    exactly what changed it, \
    list a copy made by 'reduxlog bake'.

    """

  /// The journal records that `/cart` changed, not what in it.
  @Test(arguments: [
    ("/cart/a", [(2, true), (5, false), (7, true)], "2 lines are"),
    ("/cart/b", [(2, true), (7, true)], "2 lines are"),
    ("/cart/a/deep", [(2, true), (5, true), (7, true)], "3 lines are"),
  ])
  func `without reducers, --touches marks what it can't know`(place: String, lines: [(Int, Bool)], count: String) throws
  {
    var expected = Self.session
    for (index, isUncertain) in lines {
      let line = Self.lines[index]
      let end = line.firstRange(of: "  (took")?.lowerBound ?? line.index(before: line.endIndex)
      expected += line[..<end] + (isUncertain ? "  (perhaps)" : "") + line[end...]
    }
    let call = CallResult(code: .fine, output: expected, errorOutput: count + Self.perhaps)
    expectEqual(reduxlog(["log", path, "--touches", place], apps: []), call)
    let documents = reduxlog(["log", path, "--touches", place, "--format", "ndjson"], apps: []).output
      .split(separator: "\n")
    expectEqual(documents.dropFirst().map { $0.contains(#""touches":"perhaps""#) }, lines.map(\.1))
  }

  @Test(arguments: [("/cart/a", [2, 5, 7]), ("/cart/b", [2, 7]), ("/cart/a/deep", []), ("/cart/none", [])])
  func `--touches compares states where records name only a place above`(place: String, lines: [Int]) {
    let note = "\(path): note: no line matches\n"
    let expected =
      lines.isEmpty
      ? CallResult(code: .fine, output: "", errorOutput: note) : CallResult(code: .fine, output: Self.text(lines))
    expectEqual(reduxlog("log", path, "--touches", place), expected)
  }

  @Test func `states tell what an action changed whose record names no places, but has another hash`() throws {
    let other = folder.path(of: "cut.jsonl")
    let journal = try SampleJournal(other)
    try journal.act(#"{"merge":{"m":1}}"#, at: 1)
    try journal.cut(#"{"merge":{"n":2}}"#, at: 2)
    try journal.snapshot(at: 2)
    try journal.cut(#"{"merge":{"m":2}}"#, at: 3)
    try journal.snapshot(at: 3)
    try journal.close()
    let result = reduxlog("log", other, "--touches", "/n", "--format", "ndjson")
    let lines = result.output.split(separator: "\n").dropFirst()
    #expect(lines.count == 1 && lines.allSatisfy { $0.contains(#""seq":2,"#) && !$0.contains("perhaps") }, "\(result)")
  }

  @Test func `among more than 64 members, states tell which one changed`() throws {
    let wide = folder.path(of: "wide.jsonl")
    let members = (0..<65).map { ("k\($0)", JSONValue(0)) }
    let journal = try SampleJournal(wide, initial: ["wide": .object(JSONObject(members)), "list": [1, 2, 3]])
    try journal.act(#"{"merge":{"wide":{"k1":1}}}"#, at: 1)
    try journal.act(#"{"merge":{"wide":{"k2":1}}}"#, at: 2)
    try journal.act(#"{"merge":{"wide":{"k2":null}}}"#, at: 3)
    try journal.act(#"{"merge":{"wide":{"k2":{"x":1}}}}"#, at: 4)
    try journal.act(#"{"patch":[{"op":"remove","path":"/list/0"}]}"#, type: "patch", at: 5)
    try journal.close()
    func touching(_ place: String, _ path: String, apps: [any ReplayableApp.Type] = [JSONApp.self]) -> [String] {
      reduxlog(["log", path, "--touches", place], apps: apps).output.split(separator: "\n").dropFirst()
        .map { $0.prefix(4).trimmingPrefix { $0 == " " } + ($0.hasSuffix("(perhaps)") ? "?" : "") }
    }
    expectEqual(touching("/wide/k2", wide, apps: []), ["1?", "2?", "3?", "4?"])
    let baked = folder.path(of: "baked.jsonl")
    expectEqual(reduxlog("bake", wide, "-o", baked).code, .fine)
    for (path, apps) in [(wide, [JSONApp.self]), (baked, [])] as [(String, [any ReplayableApp.Type])] {
      expectEqual(touching("/wide/k2", path, apps: apps), ["2", "3", "4"])
      expectEqual(touching("/wide", path, apps: apps), ["1", "2", "3", "4"])
      expectEqual(touching("/wide/k2/x", path, apps: apps), ["4"])
      expectEqual(touching("/wide/k2/y", path, apps: apps), [])
      expectEqual(touching("/list/0", path, apps: apps), ["5"])
      expectEqual(touching("/list/2", path, apps: apps), ["5"])
      expectEqual(touching("/list", path, apps: apps), ["5"])
    }
  }

  @Test(arguments: [
    (#"say "hi""#, true), (#"say \"hi\""#, true), (#""t":"say"#, true), ("line\nend", true), ("\u{1b}[31m", true),
    (#"a\b"#, true), ("say 'hi'", false), (#"hi" "#, false),
  ])
  func `--grep finds texts as they read and as they are written`(text: String, isFound: Bool) throws {
    let path = folder.path(of: "texts.jsonl")
    let journal = try SampleJournal(path)
    try journal.act(#"{"merge":{"t":"say \"hi\"","e":"\u001b[31m","k\\y":["line\nend","a\\b"]}}"#, at: 1)
    try journal.close()
    let result = reduxlog("log", path, "--grep", text)
    #expect(result.code == .fine && !result.output.isEmpty == isFound, "\(result)")
  }

  @Test func `-p shows what each action changed`() {
    let expected =
      Self.text([1]) + "      ~ /n: 0 → 1\n" + Self.lines[2] + "      + /cart: {\"a\":1,\"b\":\"x\"}\n" + Self.lines[5]
      + "      ~ /cart/a: 1 → 2\n"
    expectEqual(reduxlog("log", path, "-p", "--type", "merge"), CallResult(code: .fine, output: expected))
    let last =
      Self.text([7]) + "      - /cart: {\"a\":1,\"b\":\"x\"}\n      ~ /n: 1 → 9\n"
      + "      + /big: 12345678901234567890.5\n" + Self.lines[8]
    expectEqual(reduxlog("log", path + "@6", "-p"), CallResult(code: .fine, output: last))
  }

  @Test func `actions are shown as JSON`() {
    #expect(
      reduxlog("log", path + "@1..2", "--json").output.contains(
        "  merge  {\"merge\":{\"cart\":{\"a\":1,\"b\":\"x\"}}}  /cart  (took 12 ms)\n"))
  }

  @Test func `ndjson has one document per line, the same from any start`() throws {
    let all = reduxlog("log", path, "--format", "ndjson").output.split(separator: "\n")
    expectEqual(all.count, 11)
    expectEqual(
      all[2],
      """
      {"schema":"reduxlog.log/1","kind":"action","seq":1,"line":3,"time":"2026-01-01T10:00:00.163456Z","at":40000,\
      "type":"merge","action":{"merge":{"n":1}},"hash":"\(JSONValue(dictionaryLiteral: ("n", 1)).stateHash)",\
      "changed":["/n"],"us":7}
      """)
    expectEqual(
      all[9],
      """
      {"schema":"reduxlog.log/1","kind":"gap","seq":6,"line":11,"time":"2026-01-01T10:01:03.123456Z","why":"paused",\
      "missing":3}
      """)
    let last = reduxlog("log", path, "--format", "ndjson", "-n", "2").output.split(separator: "\n")
    expectEqual(last.dropFirst(), all.suffix(2))
    let patch = reduxlog("log", path + "@1", "-p", "--format", "ndjson").output.split(separator: "\n")
    expectEqual(patch.last?.hasSuffix(#""us":7,"patch":[{"op":"replace","path":"/n","value":1}]}"#), true)
  }

  @Test(arguments: [[], ["--type", "none"], ["-n", "2"]])
  func `json is one document`(options: [String]) throws {
    let document = try JSONValue(parsing: reduxlog(["log", path, "--format", "json"] + options).output)
    expectEqual(document["schema"], "reduxlog.log/1")
    expectEqual(document["journal"], .string(path))
    let lines = reduxlog(["log", path, "--format", "ndjson"] + options).output.split(separator: "\n")
    let entries = try lines.map { line in
      var object = try JSONValue(parsing: line).object
      object?["schema"] = nil
      return JSONValue.object(object ?? JSONObject())
    }
    expectEqual(document["entries"], .array(entries))
  }

  @Test func `an interrupted action is shown as being written, and later as the last before the crash`() throws {
    let path = folder.path(of: "crashed.jsonl")
    let journal = try SampleJournal.crashed(path)
    let start = """
      session 2  json 1.2  2026-01-01 11:00:00.123  linux
         2  11:00:00.123     +0.000s  the state is that of 1
         3  11:00:01.123     +1.000s  merge(n: 2)  /n
         4  11:00:02.123     +2.000s  merge(n: 3)  
      """
    expectEqual(reduxlog("log", path, "-n", "3").output, start + "being written\n")
    try journal.writer.close()
    expectEqual(reduxlog("log", path, "-n", "3").output, start + "in flight when the process died\n")
    expectEqual(
      reduxlog("log", path, "-n", "4").output,
      """
      session 1  json 1.2  2026-01-01 10:00:00.123  linux
         1  10:00:00.163     +0.040s  merge(n: 1)  /n
      \(start)in flight when the process died

      """)
    let json = try JSONValue(parsing: reduxlog("log", path, "-n", "1", "--format", "json").output)["entries"]?.array
    expectEqual(json?.last?["kind"], "in-flight")
    expectEqual(json?.last?["action"], ["merge": ["n": 3]])
    expectEqual(json?.last?["line"], 8)
    #expect(reduxlog("log", path, "--grep", "\"n\":3").output.hasSuffix("died\n"))
    #expect(reduxlog("log", path, "--type", "none").output.isEmpty)

    // The next session completes it; the previous one has no seal.
    let next = try SampleJournal(path)
    try next.writer.close()
    let lines = reduxlog("log", path).output.split(separator: "\n")
    expectEqual(
      lines.suffix(4),
      [
        "   4  11:00:02.123     +2.000s  merge(n: 3)  interrupted: its reducer never returned",
        "      11:00:02.123     +2.000s  session 2 ended without closing: the app crashed or was killed",
        "session 3  json 1.2  2026-01-01 10:00:00.123  linux",
        "      10:00:00.123     +0.000s  not closed: the session is still running, or its process is gone",
      ])
    // The next action has no state before it, which is valid.
    expectEqual(reduxlog("log", path, "-p").code, .fine)
  }

  @Test func `records before a damaged line are printed before the error`() throws {
    let text = try #require(folder.contents(of: "s.jsonl"))
    folder.create("damaged.jsonl", text.replacing("\"x\"", with: "\"y\"", maxReplacements: 1))
    let damaged = folder.path(of: "damaged.jsonl")
    let result = reduxlog("log", damaged)
    expectEqual(result.code, .trouble)
    expectEqual(result.output, Self.text([0, 1]))
    #expect(result.errorOutput.contains("damaged.jsonl:4:"))
    expectEqual(reduxlog("log", damaged, "-n", "1", "--type", "merge").output, Self.text([1]))
    // The last lines are found from the end, without reading earlier ones.
    expectEqual(reduxlog("log", damaged, "-n", "2"), CallResult(code: .fine, output: Self.text([8, 9])))
    let document = reduxlog("log", damaged, "--format", "json")
    expectEqual(document.code, .trouble)
    try expectEqual(JSONValue(parsing: document.output)["entries"]?.array?.count, 3)
  }

  @Test func `usage errors name the problem`() {
    expectEqual(reduxlog("log", path, "--follow", "--format", "json").code, .usage)
    expectEqual(reduxlog("log", path, "--json", "--format", "ndjson").code, .usage)
    expectEqual(reduxlog("log", path, "--touches", "x").code, .usage)
    expectEqual(reduxlog("log", path + "@4..2").code, .usage)
    expectEqual(reduxlog("log", path + "@4:/n").code, .usage)
    expectEqual(reduxlog("log", path, "--since", "nothing").code, .trouble)
    expectEqual(reduxlog("log", folder.path(of: "none")).code, .trouble)
    let input = reduxlog("log", "-")
    expectEqual(
      input.errorOutput,
      """
      reduxlog: error: a journal can't be read from standard input
        Save it to a file first, or use './-' for a file named '-'.

      """)
    for command in ["log", "show", "assert", "replay", "stats", "summary", "diff", "mark"] {
      let call = reduxlog([command, "--", "-"] + (command == "mark" ? ["x"] : []))
      #expect(call == input && call.code == .usage, "\(command)")
    }
    for command in ["repair", "index", "bake", "redact", "rewind"] {
      let options = command == "rewind" ? ["--to", "1"] : ["-o", folder.path(of: "copy.jsonl")]
      expectEqual(reduxlog([command] + options + ["--", "-"]), input, "\(command)")
    }
  }

  @Test func `only -p needs reducers`() throws {
    let path = folder.path(of: "other.jsonl")
    let journal = try SampleJournal(path, app: AppIdentity(name: "other"))
    try journal.act(#"{"merge":{"n":1}}"#, at: 40_000)
    try journal.close()
    expectEqual(reduxlog("log", path).code, .fine)
    let result = reduxlog("log", path, "-p")
    expectEqual(result.code, .reducer)
    #expect(result.output.isEmpty)
    #expect(result.errorOutput.contains("'other'"))
  }
}
