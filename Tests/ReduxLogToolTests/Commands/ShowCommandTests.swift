import CommandLineKit
import Expectations
import ReducerIsolation
import ReduxJournal
import ReduxLogTool
import ReduxReplay
import StateTree
import TestSupport
import Testing

struct ShowCommandTests {
  private let folder: TemporaryFolder
  private let path: String
  private let journal: SampleJournal

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "s.jsonl")
    journal = try SampleJournal.session(path)
    try journal.close()
  }

  @Test func `show prints every state exactly, with each digit of its numbers`() throws {
    for (seq, state) in journal.states.enumerated() {
      let result = reduxlog("show", "\(path)@\(seq)")
      expectEqual(result.code, .fine)
      try expectEqual(JSONValue(parsing: result.output), state, "state \(seq)")
    }
    expectEqual(reduxlog("show", path).output, "{\n  \"n\": 9,\n  \"big\": 12345678901234567890.5\n}\n")
    expectEqual(reduxlog("show", path, "--state"), reduxlog("show", path + "@7"))
  }

  @Test func `a note has the date of a number with the name of one`() throws {
    let tool = try ToolFixture()
    tool.record("j", #"{"merge":{"startedAt":1767261600,"count":1767261600}}"#, app: "json")
    expectEqual(
      tool.run("show DIR/j@1:/startedAt"),
      CallResult(
        code: .fine, output: "1767261600\n", errorOutput: "DIR/j: note: /startedAt is 2026-01-01T10:00:00Z\n"))
    expectEqual(tool.run("show DIR/j@1:/count").errorOutput, "")
    expectEqual(tool.run("show DIR/j@1:/startedAt --format json").errorOutput, "")
  }

  @Test(
    arguments: [
      (["@2:/cart"], "{\n  \"a\": 1,\n  \"b\": \"x\"\n}\n"), (["@2:/cart/b"], "\"x\"\n"), (["@2:"], nil),
      (["@2", "--path", "/cart/a"], "1\n"), (["@1", "--action", "--path", "/merge/n"], "1\n"),
      (["@1:/merge", "--action"], "{\n  \"n\": 1\n}\n"),
    ])
  func `show prints a value of a state`(arguments: [String], expected: String?) {
    let result = reduxlog(["show", path + arguments[0]] + arguments.dropFirst())
    expectEqual(result, expected.map { CallResult(code: .fine, output: $0) } ?? reduxlog("show", path + "@2"))
  }

  @Test(
    arguments: [
      (["@2", "--select", "$.cart.*"], #"[1, "x"]"#), (["@2:/cart", "--select", "$.a"], "[1]"),
      (["@2", "--select", "$..b", "--paths"], #"["$['cart']['b']"]"#), (["@2", "--select", "$.none"], "[]"),
      (["@1", "--action", "--select", "$..n"], "[1]"), (["", "--select", "$[?@ > 1e19]"], "[12345678901234567890.5]"),
    ])
  func `--select prints one array of what a query selects`(arguments: [String], expected: String) throws {
    let result = reduxlog(["show", path + arguments[0]] + arguments.dropFirst())
    expectEqual(result.code, .fine)
    expectEqual(result.errorOutput, "")
    try expectEqual(JSONValue(parsing: result.output), JSONValue(parsing: expected))
  }

  @Test func `a document of --select has the query, and its values or their paths`() throws {
    let result = reduxlog("show", path + "@2", "--select", "$.cart.a", "--format", "json")
    let hash = journal.states[2].stateHash
    try expectEqual(
      JSONValue(parsing: result.output),
      [
        "schema": "reduxlog.show/1", "journal": .string(path), "seq": 2, "hash": .string(hash.description),
        "select": "$.cart.a", "values": [1],
      ])
    let paths = reduxlog("show", path + "@2", "--select", "$.cart.a", "--paths", "--format", "json")
    try expectEqual(JSONValue(parsing: paths.output)["paths"], ["$['cart']['a']"])
  }

  @Test(
    arguments: [
      (
        ["--select", "$["],
        "option '--select': column 3: expected a name in quotes, an index, a slice, '*' or '?', found the end"
      ),
      (["--paths"], "'--paths' needs '--select QUERY'"),
      (["--meta", "--select", "$"], "options '--meta' and '--select' can't be combined"),
    ])
  func `wrong uses of --select are refused`(options: [String], message: String) {
    let result = reduxlog(["show", path] + options)
    expectEqual(result.code, .usage)
    expectEqual(result.errorOutput, "reduxlog: error: \(message)\n  see 'reduxlog help show'\n")
  }

  @Test func `members of an observable object have their names in code`() throws {
    let tool = try ToolFixture()
    tool.record(
      "j", #"{"replace":{"_cart":{"_count":2,"__count":3,"count":4},"_n":1,"_$observationRegistrar":{}}}"#, app: "json")
    expectEqual(tool.run("show DIR/j@1:/n").output, "1\n")
    expectEqual(tool.run("show DIR/j@1:/cart/count").output, "4\n")
    expectEqual(tool.run("show DIR/j@1:/cart/_count").output, "2\n")
    expectEqual(tool.run("show DIR/j@1:/m").code, .trouble)
  }

  @Test func `show prints the action that was in flight when the process died`() throws {
    let path = folder.path(of: "crashed.jsonl")
    try SampleJournal.crashed(path).writer.close()
    let action = "{\n  \"merge\": {\n    \"n\": 3\n  }\n}\n"
    expectEqual(reduxlog("show", "\(path)@4", "--action"), CallResult(code: .fine, output: action, errorOutput: ""))
    expectEqual(reduxlog("show", "\(path)@4:/merge/n", "--action").output, "3\n")
    expectEqual(reduxlog("show", "\(path)@:/merge", "--action").output, action)
    expectEqual(reduxlog("show", "\(path)@{+1h}:/merge/n", "--action").output, "3\n")
    expectEqual(reduxlog("show", "\(path)@{2027-01-01}:/merge/n", "--action").output, "3\n")
    expectEqual(
      reduxlog("show", "\(path)@:/merge~1", "--action").output, reduxlog("show", "\(path)@3", "--action").output)
    expectEqual(
      reduxlog("show", "\(path)@4").errorOutput,
      "\(path): error: action 4 (merge) was in flight when the process died, so it led to no state\n"
        + "  Use another state, such as the one before it: 3.\n")
    #expect(reduxlog("show", "\(path)@5", "--action").errorOutput.contains("state 5 doesn't exist"))
  }

  @Test func `show prints the action that led to a state`() {
    expectEqual(
      reduxlog("show", path + "@:/merge", "--action"),
      CallResult(code: .fine, output: "{\n  \"merge\": {\n    \"cart\": {\n      \"a\": 2\n    }\n  }\n}\n"))
  }

  @Test func `--meta prints the record without its payload`() throws {
    let hash = journal.states[2].stateHash
    let result = reduxlog("show", path + "@2", "--meta")
    let rows = result.output.split(separator: "\n").filter {
      !["offset", "bytes", "base"].contains($0.prefix { $0 != " " })
    }
    expectEqual(
      rows,
      [
        "kind     action", "seq      2", "line     4", "session  1", "at       1500000", "type     merge",
        "replay   replayable", "hash     \(hash)", "changed  /cart", "us       12345",
        "time     2026-01-01 10:00:01.623",
      ])
    let document = try JSONValue(parsing: reduxlog("show", path + "@2", "--meta", "--format", "json").output)
    expectEqual(document["schema"], "reduxlog.show/1")
    let meta = document["meta"]
    expectEqual(meta?["hash"], .string(hash.description))
    expectEqual(meta?["time"], "2026-01-01T10:00:01.623456Z")
    let changed: JSONValue = .object(
      JSONObject([("/cart", .string(String(describing: journal.states[2]["cart"]?.stateHash.short ?? "")))]))
    expectEqual(meta?["changed"], changed)
    #expect(reduxlog("show", path + "@5", "--meta").output.contains("\nto       2\n"))
    #expect(reduxlog("show", path + "@0", "--meta").output.contains("\nwhole    true\n"))
  }

  @Test func `the JSON document names its source`() throws {
    try expectEqual(
      JSONValue(parsing: reduxlog("show", path + "@2:/cart/b", "--format", "json").output),
      [
        "schema": "reduxlog.show/1", "journal": .string(path), "seq": 2,
        "hash": .string(journal.states[2].stateHash.description), "path": "/cart/b", "state": "x",
      ])
    try expectEqual(
      JSONValue(parsing: reduxlog("show", path + "@1", "--action", "--format", "json").output)["action"],
      ["merge": ["n": 1]])
  }

  @Test(
    arguments: [
      (["@8"], ExitCode.trouble, "state 8 doesn't exist"),
      (["@2:/nothing"], .trouble, "state 2 has no value at /nothing"),
      (["@2:/crt/a"], .trouble, "state 2 has no value at /crt/a; did you mean 'cart'?"),
      (["@0", "--action"], .trouble, "no action led to state 0: it was set by a snapshot"),
      (["@2:/x", "--action"], .trouble, "action 2 has no value at /x"), (["@2..3"], .usage, "expected one state"),
      (["@2:/n", "--path", "/n"], .usage, "pass only one"), (["@2", "--path", "n"], .usage, "expected a JSON Pointer"),
      (["@2", "--action", "--meta"], .usage, "can't be combined"), (["@2:/n", "--meta"], .usage, "--meta"),
      (["@nothing"], .trouble, "no mark is named 'nothing'"), (["@{"], .usage, "expected '}'"),
    ])
  func `a missing state or value is refused with advice`(arguments: [String], code: ExitCode, text: String) {
    let result = reduxlog(["show", path + arguments[0]] + arguments.dropFirst())
    expectEqual(result.code, code)
    #expect(result.output.isEmpty)
    #expect(result.errorOutput.contains(text))
  }

  @Test func `missing reducers are reported with the app's name, and recorded states need none`() throws {
    let path = folder.path(of: "other.jsonl")
    let journal = try SampleJournal(path, app: AppIdentity(name: "other"))
    try journal.act(#"{"merge":{"n":1}}"#, at: 40_000)
    try journal.act(#"{"merge":{"n":2}}"#, at: 50_000)
    try journal.snapshot()
    try journal.rewind(to: 2, at: 60_000)
    try journal.close()
    let held = "{\n  \"n\": 2\n}\n"
    expectEqual(reduxlog("show", path + "@0").output, "{\n  \"n\": 0\n}\n")
    expectEqual(reduxlog("show", path + "@2").output, held)
    expectEqual(reduxlog("show", path + "@3").output, held)
    let result = reduxlog("show", path + "@1")
    expectEqual(result.code, .reducer)
    #expect(result.output.isEmpty)
    #expect(result.errorOutput.contains("'other'"))
    #expect(result.errorOutput.contains("--tool"))
  }

  @Test(arguments: [false, true])
  func `a state that differs from the recorded one is refused`(isHeld: Bool) throws {
    let path = folder.path(of: "diverging.jsonl")
    let journal = try SampleJournal(path)
    try journal.writer.beginAction(ActionHead(at: 1, type: "merge", action: Array(#"{"merge":{"n":1}}"#.utf8)))
    try journal.writer.finishAction(ActionOutcome(hash: StateHash(low: 1, high: 2)))
    if isHeld { try journal.writer.writeSnapshot(state: Array(#"{"n":1}"#.utf8), hash: StateHash(low: 1, high: 2)) }
    try journal.close()
    let result = reduxlog("show", path + "@1")
    expectEqual(result.code, .finding)
    #expect(result.output.isEmpty)
    #expect(result.errorOutput.contains("expected \(StateHash(low: 1, high: 2))"))
    #expect(result.errorOutput.contains("reduxlog verify"))
  }

  @Test func `everything before a torn line is shown`() throws {
    let path = folder.path(of: "crashed.jsonl")
    let journal = try SampleJournal.crashed(path)
    try journal.writer.close()
    expectEqual(reduxlog("show", path).output, "{\n  \"n\": 2\n}\n")
    expectEqual(reduxlog("show", path + "@2").output, "{\n  \"n\": 1\n}\n")
    let next = try SampleJournal(path)
    try next.close()
    // The interrupted action is recorded now, but has no state.
    expectEqual(reduxlog("show", path).output, "{\n  \"n\": 2\n}\n")
    #expect(reduxlog("show", path + "@4", "--action").output.contains("\"n\": 3"))
    #expect(reduxlog("show", path + "@4", "--meta").output.contains("interrupted  true"))
    #expect(reduxlog("show", path + "@4").errorOutput.contains("use the state before it"))
  }
}
