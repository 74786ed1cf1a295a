import CommandLineKit
import Expectations
import Foundation
import ReducerIsolation
import ReduxJournal
import ReduxReplay
import ReportJournals
import StateTree
import Tasks
import TestSupport
import Testing

@testable import ReduxLogTool

/// `export`, and `import` of what it wrote.
struct ExportCommandTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  /// The actions and the hashes of a journal's states, in order.
  private func steps(_ path: String) throws -> [String] {
    let reader = try JournalFile(path: path).entries(fromOffset: 0)
    var steps: [String] = []
    while let entry = try reader.next() {
      switch entry.record {
      case .action(let action):
        steps.append(
          [
            "\(action.seq)", action.type, action.swiftType ?? "", action.module ?? "", action.site ?? "",
            "\(action.cause ?? -1)", action.replayability.rawValue, action.action.value.compact, action.error ?? "",
            action.hash.map { "\($0)" } ?? "",
          ].joined(separator: " | "))
      case .snapshot(let snapshot): if entry.setsState { steps.append("\(entry.seq) | \(snapshot.hash)") }
      default: break
      }
    }
    return steps
  }

  private static let sessions = [
    "Samples/Accounts/Sessions/morning.jsonl", "Samples/Feed/Sessions/two-days.jsonl",
    "Samples/Movies/Sessions/weekend.jsonl", "Samples/Tasks/Sessions/moving.jsonl",
    "Samples/Tracker/Sessions/evening.jsonl", "Samples/Tracker/Sessions/year.jsonl",
  ]

  @Test func `each sample has a session`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.path("Samples"))
    // These aren't apps: they work with the journals and the sources of the others.
    for folder in folders where !folder.hasPrefix(".") && !["Fleet", "Mutants"].contains(folder) {
      #expect(Self.sessions.contains { $0.hasPrefix("Samples/\(folder)/") }, "\(folder)")
    }
  }

  /// A soak includes the states of a year, which are exported whole.
  @Test(
    arguments: sessions.filter { Soak.isOn || !$0.hasSuffix("year.jsonl") }
      + ReportedBug.all.map { "Tests/ReportJournals/Files/\($0.name).jsonl" })
  func `a session of a sample comes back with the same actions and states`(path: String) throws {
    let tool = tool.with(apps: ReportedBug.all.map(\.today))
    let path = Repository.path(path)
    expectEqual(tool.run("export \(path) --as redux-devtools -o DIR/e.json").code, .fine)
    expectEqual(tool.run("import DIR/e.json -o DIR/j.jsonl").code, .fine)
    try expectEqual(steps(tool.folder.path(of: "j.jsonl")), steps(path))
    let (old, new) = (try JournalFile(path: path).header, try JournalFile(path: tool.folder.path(of: "j.jsonl")).header)
    #expect(old.app == new.app && old.rules == new.rules && old.started == new.started)
    expectEqual(tool.run("diff DIR/j.jsonl \(path)").code, .fine)
    expectEqual(tool.run("verify DIR/j.jsonl --no-replay").code, .fine)
  }

  @Test func `states of an older schema are exported with the schema that they are converted to`() throws {
    let tasks = tool.with(apps: [TasksApp.self])
    let path = Repository.path("Samples/Tasks/Bugs/favourites.jsonl")
    expectEqual(tasks.run("export \(path) --as redux-devtools -o DIR/e.json").code, .fine)
    expectEqual(tasks.run("import DIR/e.json -o DIR/j.jsonl").code, .fine)
    try expectEqual(JournalFile(path: tool.folder.path(of: "j.jsonl")).header.app.schema, TasksApp.schema)
    let verified = tasks.run("verify DIR/j.jsonl")
    expectEqual(verified.code, .fine, "\(verified)")
  }

  /// Takes seconds: it records, exports and imports dozens of journals.
  @Test func `random documents come back with the same actions and states`() throws {
    let seed = Soak.isOn ? UInt64.random(in: 0 ... .max) : 22
    var generator = SeededGenerator(seed: seed)
    for number in 0..<Soak.count(20, soak: 500) {
      let name = "\(number).jsonl"
      let lines = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
        #"{"merge":{"\#(Self.key(&generator))":\#(Self.value(&generator, depth: 3))}}"#
      }
      let recorded = tool.run("record -o DIR/\(name)", input: lines.joined(separator: "\n"))
      try #require(recorded.code == .fine, "seed \(seed): \(recorded)")
      let exported = tool.run("export DIR/\(name) --as redux-devtools -o DIR/e.json --force")
      try #require(exported.code == .fine, "seed \(seed): \(exported)")
      let imported = tool.run("import DIR/e.json -o DIR/i.jsonl --force")
      try #require(imported.code == .fine, "seed \(seed): \(imported)")
      let (old, new) = (try steps(tool.folder.path(of: name)), try steps(tool.folder.path(of: "i.jsonl")))
      try #require(old == new, "seed \(seed), journal \(number)")
    }
  }

  private static func key(_ generator: inout SeededGenerator) -> String {
    ["a", "b", "naïve", "\\\"", "\\\\", "type", "payload", "meta", "🙂", "__proto__", ""].randomElement(
      using: &generator)
      ?? ""
  }

  private static func value(_ generator: inout SeededGenerator, depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &generator) {
    case 0: return "1.0"
    case 1: return "-0"
    case 2: return "12345678901234567890.123456789"
    case 3: return "1e-7"
    case 4: return "\"\\u0007 \\u2028 \\ud83d\\ude42 </script>\""
    case 5: return "\"\(key(&generator))\""
    case 6: return "true"
    case 7: return "[\(value(&generator, depth: depth - 1)),{}]"
    default: return "{\"\(key(&generator))\":\(value(&generator, depth: depth - 1))}"
    }
  }

  @Test func `the file is the lifted state, which all importers of the DevTools read`() throws {
    tool.record("j", #"{"add":{"_0":3}}"#, #"{"add":{"_0":200}}"#, #"{"reset":{}}"#)
    expectEqual(
      tool.run("export DIR/j --as redux-devtools -o DIR/e.json"),
      CallResult(code: .fine, output: "", errorOutput: "DIR/e.json: 2 actions of DIR/j\n"))
    let lifted = try exported("e.json")
    expectEqual(
      lifted.object?.keys,
      [
        "reduxlog", "monitorState", "actionsById", "nextActionId", "stagedActionIds", "skippedActionIds",
        "currentStateIndex",
        "isLocked", "isPaused", "committedState", "computedStates",
      ])
    expectEqual(lifted["committedState"], lifted["computedStates"]?.array?.first?["state"])
    expectEqual(lifted["actionsById"]?["0"]?["action"], ["type": "@@INIT"])
    #expect(lifted["actionsById"]?["0"]?["timestamp"] != 0)
    expectEqual(lifted["actionsById"]?["1"]?["type"], "PERFORM_ACTION")
    expectEqual(
      lifted["actionsById"]?["1"]?["action"],
      [
        "type": "add", "payload": ["add": ["_0": 3]], "meta": ["reduxlog": [:]],
      ])
    #expect(lifted["stagedActionIds"] == [0, 1, 2] && lifted["nextActionId"] == 3 && lifted["currentStateIndex"] == 2)
    expectEqual(lifted["computedStates"]?.array?.last?["error"]?.string?.isEmpty, false)
  }

  private func exported(_ name: String) throws -> JSONValue {
    try JSONValue(parsing: Array(Data(contentsOf: URL(filePath: tool.folder.path(of: name)))))
  }

  /// The kinds, times and hashes of a journal's steps.
  private func times(_ path: String) throws -> [String] {
    var events = try JournalFile(path: path).events()
    var steps: [String] = []
    while let event = try events.next() {
      if case .gap(let gap) = event.record { steps.append("gap \(gap.why) \(gap.missing ?? -1)") }
      guard event.setsState else { continue }
      steps.append(
        "\(event.record.kind) \(event.time) \(event.action?.type ?? "") \(event.record.hash.map { "\($0)" } ?? "")")
    }
    return steps
  }

  @Test func `gaps, sessions and rewinds come back with their states and times`() throws {
    tool.record("j", #"{"add":{"_0":3}}"#, #"{"add":{"_0":4}}"#)
    expectEqual(tool.run("rewind DIR/j --to 1").code, .fine)
    expectEqual(tool.run("record -o DIR/j --append", input: #"{"add":{"_0":5}}"#).code, .fine)
    expectEqual(tool.run("export DIR/j --as redux-devtools -o DIR/e.json").code, .fine)
    let types = try exported("e.json")["actionsById"]?.object?.values.map { $0["action"]?["type"]?.string }
    expectEqual(types, ["@@INIT", "add", "@@reduxlog/REWIND", "@@reduxlog/SESSION", "add"])
    expectEqual(tool.run("import DIR/e.json -o DIR/k").code, .fine)
    // The abandoned state is gone; everything else is there.
    let (old, new) = (try times(tool.folder.path(of: "j")), try times(tool.folder.path(of: "k")))
    expectEqual(new, old.enumerated().filter { $0.offset != 2 }.map(\.element))
    expectEqual(tool.run("verify DIR/k").code, .fine)
    expectEqual(tool.run("export DIR/j --as ndjson").output.split(separator: "\n").count, 4)
  }

  @Test func `a gap comes back with its number`() throws {
    let lifted = """
      {"actionsById":{"0":{"action":{"type":"@@INIT"},"timestamp":1},"8":{"action":{"type":"@@PAUSED"},"timestamp":2},
      "9":{"action":{"type":"a"},"timestamp":3}},"stagedActionIds":[0,8,9],
      "computedStates":[{"state":0},{"state":5},{"state":6}]}
      """
    tool.folder.create("s.json", lifted)
    expectEqual(tool.run("import DIR/s.json -o DIR/j").code, .fine)
    expectEqual(tool.run("export DIR/j --as redux-devtools -o DIR/e.json").code, .fine)
    try expectEqual(
      exported("e.json")["actionsById"]?["1"]?["action"],
      ["type": "@@reduxlog/GAP", "payload": ["why": "recording was paused"]])
    expectEqual(tool.run("import DIR/e.json -o DIR/k").code, .fine)
    try expectEqual(times(tool.folder.path(of: "k")), times(tool.folder.path(of: "j")))
    try expectEqual(times(tool.folder.path(of: "k")).first, "gap the DevTools no longer hold these actions 7")
  }

  @Test func `a journal without a state exports the states before it`() {
    tool.folder.create(
      "s.json",
      #"{"actionsById":{"0":{"action":{"type":"@@INIT"}},"1":{"action":{"type":"a"}}},"stagedActionIds":[0,1],"computedStates":[{"state":0},{}]}"#
    )
    expectEqual(tool.run("import DIR/s.json -o DIR/j").code, .fine)
    let result = tool.run("export DIR/j --as redux-devtools -o DIR/e.json")
    #expect(result.errorOutput.contains("To export the states before it, name DIR/j@..0.\n"), "\(result)")
    expectEqual(tool.run("export DIR/j@..0 --as redux-devtools -o DIR/e.json").code, .fine)
  }

  @Test func `members that look like marks of the DevTools come back as they are`() throws {
    let documents = [
      #"{"$jsan":"u"}"#, #"{"$jsan":["x"]}"#, #"{"a":[{"$jsan":{"$jsan":"$"}}],"$jsan":null}"#,
      #"{"data":{"0":1},"__serializedType__":"ImmutableList"}"#,
    ]
    let recorded = tool.run("record -o DIR/j", input: documents.map { #"{"replace":\#($0)}"# }.joined(separator: "\n"))
    try #require(recorded.code == .fine, "\(recorded)")
    expectEqual(tool.run("export DIR/j --as redux-devtools -o DIR/e.json").code, .fine)
    try expectEqual(exported("e.json")["computedStates"]?.array?[1]["state"], ["$jsan": ["u"]])
    expectEqual(tool.run("import DIR/e.json -o DIR/k").code, .fine)
    try expectEqual(steps(tool.folder.path(of: "k")), steps(tool.folder.path(of: "j")))
  }

  @Test func `a large export says its size before it is written`() throws {
    tool.record("j", #"{"add":{"_0":3}}"#, #"{"add":{"_0":4}}"#, #"{"add":{"_0":5}}"#)
    let file = try JournalFile(path: tool.folder.path(of: "j"))
    var export = DevToolsExport(
      of: try ExportedHistory(of: file, from: nil, to: 3), as: file.header.app,
      states: try AppCatalog([TallyApp.self]).states(of: file))
    var sizes: [Int] = [], written: [UInt8] = []
    try export.run(largeByteCount: 60) { _ in
    } onLarge: {
      sizes.append($0)
      // The first state tells.
      #expect(!String(decoding: written, as: UTF8.self).contains(#"{"state""#))
    } write: {
      written += $0
    }
    #expect(sizes.count == 1 && (60...written.count).contains(sizes[0]), "\(sizes) of \(written.count)")
  }

  @Test func `ndjson has a document for each step`() throws {
    tool.record("j", #"{"add":{"_0":3}}"#, #"{"reset":{}}"#)
    let lines = try tool.run("export DIR/j --as ndjson").output.split(separator: "\n").map {
      try JSONValue(parsing: $0)
    }
    expectEqual(lines.map { $0["seq"] }, [0, 1, 2])
    expectEqual(lines.map { $0["type"]?.string }, [nil, "add", "reset"])
    expectEqual(lines[1]["action"], ["add": ["_0": 3]])
    expectEqual(lines[1]["time"]?.string?.hasSuffix("Z"), true)
    expectEqual(lines.map { $0["state"]?["count"] }, [0, 3, 0])
  }

  @Test func `actions are a script for record, of a part as well`() throws {
    tool.record("j", #"{"add":{"_0":3}}"#, #"{"reset":{}}"#, #"{"add":{"_0":4}}"#)
    let script = tool.run("export DIR/j --as actions")
    expectEqual(script.output, "{\"add\":{\"_0\":3}}\n{\"reset\":{}}\n{\"add\":{\"_0\":4}}\n")
    expectEqual(tool.run("export DIR/j@1..2 --as actions").output, "{\"reset\":{}}\n")
    expectEqual(tool.run("record -o DIR/k --app tally", input: script.output).code, .fine)
    try expectEqual(steps(tool.folder.path(of: "k")), steps(tool.folder.path(of: "j")))
  }

  @Test func `what a rewind abandoned isn't exported`() throws {
    tool.record("j", #"{"add":{"_0":3}}"#, #"{"add":{"_0":4}}"#)
    expectEqual(tool.run("rewind DIR/j --to 1").code, .fine)
    expectEqual(tool.run("record -o DIR/j --append", input: #"{"add":{"_0":5}}"#).code, .fine)
    expectEqual(tool.run("export DIR/j --as actions").output, "{\"add\":{\"_0\":3}}\n{\"add\":{\"_0\":5}}\n")
  }

  @Test func `states that today's reducers don't lead to are refused`() {
    tool.record("j", #"{"add":{"_0":3}}"#, #"{"reset":{}}"#)
    let changed = tool.with(apps: [ChangedTallyApp.self]).run("export DIR/j --as redux-devtools -o DIR/e.json")
    expectEqual(changed.code, .finding)
    #expect(changed.errorOutput.contains("run 'reduxlog verify' to find the first difference"))
    #expect(changed.errorOutput.hasSuffix("To export the states before it, name DIR/j@..1.\n"), "\(changed)")
    let part = tool.with(apps: [ChangedTallyApp.self]).run("export DIR/j@..1 --as redux-devtools -o DIR/part.json")
    expectEqual(part.code, .fine)
    #expect(!FileManager.default.fileExists(atPath: tool.folder.path(of: "e.json")))
  }

  @Test(arguments: [
    ("export DIR/j", "option '--as' is missing: --as FORM, one of redux-devtools, ndjson, actions"),
    ("export DIR/j --as ndjsn", "did you mean 'ndjson'?"),
    ("export DIR/j --as ndjson -o DIR/k", "'--as ndjson' writes to standard output; redirect it with > FILE"),
    ("export DIR/j --as actions --force", "'--force' needs '--as redux-devtools'"),
    ("export DIR/j --as redux-devtools", "option '--output' is missing: -o OUT"),
    ("export DIR/j --as redux-devtools -o -", "an export can't be written to standard output"),
    ("export DIR/j:/count --as ndjson", "a history is that of whole states"),
  ]) func `wrong options say what is expected`(line: String, message: String) {
    tool.record("j", #"{"add":{"_0":3}}"#)
    let result = tool.run(line)
    expectEqual(result.code, .usage)
    #expect(result.errorOutput.contains(message), "\(result.errorOutput)")
  }
}
