import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import ReduxNotation
import ReduxReplay
import StateTree
import TestSupport
import Testing

/// `diff --history`.
struct HistoryDiffTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  private func diff(_ arguments: String) -> CallResult { tool.run("diff \(arguments) --history") }

  /// The lines of a comparison, without the times of steps.
  /// The lines without times, among them that of a reducer on a busy machine.
  private func lines(_ result: CallResult) -> [String] {
    result.output.split(separator: "\n").map {
      String($0).replacing(#/ \d\d:\d\d:\d\d\.\d{3} +\+\d+\.\d{3}s  /#, with: "")
        .replacing(#/ +\(took \d[^)]*\)/#, with: "")
    }
  }

  @Test func `equal sessions are the same, whatever their times and ids`() {
    for name in ["a", "b"] { tool.record(name, #"{"add":{"_0":1}}"#, #"{"reset":{}}"#) }
    expectEqual(
      diff("DIR/a DIR/b"), CallResult(code: .fine, output: "same DIR/a DIR/b: 2 actions\nstates: all 3 are equal\n"))
  }

  @Test func `the first fork and each step that differs are listed`() {
    tool.record("a", #"{"add":{"_0":1}}"#, #"{"add":{"_0":2}}"#, #"{"reset":{}}"#, #"{"add":{"_0":9}}"#)
    tool.record(
      "b", #"{"add":{"_0":1}}"#, #"{"add":{"_0":3}}"#, #"{"reset":{}}"#, #"{"reset":{}}"#, #"{"add":{"_0":9}}"#)
    let result = diff("DIR/a DIR/b")
    expectEqual(result.code, .finding)
    expectEqual(
      lines(result),
      [
        "fork DIR/a@2 DIR/b@2: different steps, with 1 equal step before it",
        "steps: 3 equal, 0 only in DIR/a (-), 1 only in DIR/b (+), 1 with other content (~)",
        "states: all 2 up to there are equal",
        "@@ DIR/a@1..2 DIR/b@1..3 @@",
        "~    2 add(2)  /count  /history",
        "        ~ /add/_0: 2 → 3",
        "+    3 reset  /count",
      ])
  }

  @Test func `a session that ends early forks at its end`() {
    tool.record("a", #"{"add":{"_0":1}}"#)
    tool.record("b", #"{"add":{"_0":1}}"#, #"{"reset":{}}"#)
    expectEqual(
      lines(diff("DIR/a DIR/b")).first, "fork DIR/b@2: DIR/a ends before this step, with 1 equal step before it")
    expectEqual(
      lines(diff("DIR/b DIR/a")).first, "fork DIR/b@2: DIR/a ends before this step, with 1 equal step before it")
    expectEqual(diff("DIR/a DIR/b@1").code, .fine)
  }

  @Test func `the part of a session that ends isn't said to be all of it`() {
    tool.record("a", #"{"add":{"_0":1}}"#, #"{"add":{"_0":2}}"#, #"{"add":{"_0":3}}"#)
    expectEqual(
      lines(diff("DIR/a@0..1 DIR/a@0..2")).first,
      "fork DIR/a@2: DIR/a@..1 ends before this step, with 1 equal step before it")
    expectEqual(
      lines(diff("DIR/a@0..3 DIR/a@0..2")).first,
      "fork DIR/a@3: DIR/a@..2 ends before this step, with 2 equal steps before it")
  }

  @Test func `secrets behind equal stand-ins aren't compared, and the verdict says so`() throws {
    let folder = try TemporaryFolder()
    for (name, password) in [("a", "hunter2"), ("b", "swordfish")] {
      let arguments = ["record", "-o", folder.path(of: name)]
      expectEqual(reduxlog(arguments, input: #"{"merge":{"password":"\#(password)"}}"# + "\n").code, .fine)
    }
    let (a, b) = (folder.path(of: "a"), folder.path(of: "b"))
    expectEqual(
      reduxlog("diff", a, b, "--history"),
      CallResult(
        code: .fine,
        output: "same \(a) \(b): 1 action, as far as they were recorded\nstates: all 2 are equal\n"))
  }

  @Test func `equal actions whose states have no hashes aren't the same sessions`() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      let journal = try SampleJournal(folder.path(of: name))
      try journal.cut(#"{"merge":{"n":"\#(name)"}}"#, at: 1)
      try journal.close()
    }
    let result = reduxlog("diff", folder.path(of: "a"), folder.path(of: "b"), "--history")
    #expect(
      result.output.contains("they differ, after steps from equal states that are equal as far as they were recorded"),
      "\(result.output)")
    #expect(!result.output.contains("aren't pure"))
  }

  @Test func `a state that differs after equal actions shows reducers that differ`() {
    let actions = [#"{"add":{"_0":1}}"#, #"{"add":{"_0":2}}"#, #"{"reset":{}}"#, #"{"add":{"_0":5}}"#]
    tool.record("a", actions[0], actions[1], actions[2], actions[3])
    tool.with(apps: [ChangedTallyApp.self]).record("b", actions[0], actions[1], actions[2], actions[3])
    let result = diff("DIR/a DIR/b")
    expectEqual(result.code, .finding)
    let history = JSONValue.array([]).stateHash.short
    expectEqual(
      lines(result),
      [
        "same actions DIR/a DIR/b: 4 actions",
        "states differ DIR/a@3 DIR/b@3: they differ, after equal steps from equal states: the reducers differ, or aren't pure",
        "  /history: unchanged → \(history)",
        "go on with:",
        "  reduxlog diff DIR/a@3 DIR/b@3",
        "  reduxlog show DIR/a@3 --action",
      ])
  }

  @Test func `a refusal in only one session is a difference`() {
    tool.record("a", #"{"add":{"_0":200}}"#)
    tool.with(apps: [ChangedTallyApp.self]).record("b", #"{"add":{"_0":200}}"#)
    expectEqual(
      lines(diff("DIR/a DIR/b"))[1], "states differ DIR/a@1 DIR/b@1: one reducer refused the action, the other didn't")
  }

  @Test func `sessions that begin with different states say so`() throws {
    for (name, initial) in [("a", #"{"n":0}"#), ("b", #"{"n":1}"#)] {
      tool.folder.create("\(name).json", initial)
      _ = tool.run("record -o DIR/\(name) --initial DIR/\(name).json", input: #"{"merge":{"x":1}}"# + "\n")
    }
    expectEqual(
      lines(diff("DIR/a DIR/b"))[1], "states differ DIR/a@0 DIR/b@0: the histories begin with different states")
  }

  @Test func `two runs of a script align without the ids and times that differ in every run`() {
    for (name, offset) in [("a", 0), ("b", 1000)] {
      let actions = (0..<40).map { index in
        #"{"merge":{"id":\#(offset + index),"at":\#(offset * 3 + index),"n":\#(index),"a":1,"b":2,"c":3}}"# + "\n"
      }
      let extra = name == "b" ? [#"{"merge":{"more":1}}"# + "\n"] : []
      _ = tool.run(
        "record -o DIR/\(name)", input: (actions[..<20] + extra + actions[20...]).joined())
    }
    let whole = lines(diff("DIR/a DIR/b"))
    expectEqual(whole[1], "steps: 0 equal, 0 only in DIR/a (-), 1 only in DIR/b (+), 40 with other content (~)")
    expectEqual(
      whole.suffix(2),
      [
        "places that differ in actions, and in how many: /merge/at (40), /merge/id (40), /merge/n (20), /merge/a (1), /merge/b (1) "
          + "and 2 more",
        "  --ignore-action PTR leaves out what differs in every run, such as ids and times.",
      ])
    let result = diff("DIR/a DIR/b --ignore-action /merge/id --ignore-action /merge/at")
    expectEqual(
      lines(result),
      [
        "fork DIR/a@21 DIR/b@21: different steps, with 20 equal steps before it",
        "steps: 40 equal, 0 only in DIR/a (-), 1 only in DIR/b (+), 0 with other content (~)",
        "states differ DIR/a@1 DIR/b@1: they differ, after equal steps from equal states: the reducers differ, or aren't pure",
        "  The ignored places of the actions differ, which may be the cause.",
        "  /at: \(short(0)) → \(short(3000))", "  /id: \(short(0)) → \(short(1000))",
        "@@ DIR/a@20..20 DIR/b@20..21 @@", "+   21 merge(more: 1)  /more",
        "go on with:", "  reduxlog diff DIR/a@1 DIR/b@1", "  reduxlog show DIR/a@1 --action",
      ])
  }

  private func short(_ number: Int) -> String { JSONValue.number(JSONNumber(number)).stateHash.short }

  @Test func `rewinds leave out what they abandoned, and later sessions go on`() throws {
    tool.record("a", #"{"add":{"_0":1}}"#, #"{"add":{"_0":2}}"#)
    _ = tool.run("rewind DIR/a --to 1")
    _ = tool.run("record -o DIR/a --append", input: #"{"reset":{}}"# + "\n")
    tool.record("b", #"{"add":{"_0":1}}"#, #"{"reset":{}}"#)
    expectEqual(diff("DIR/a DIR/b").output, "same DIR/a DIR/b: 2 actions\nstates: all 3 are equal\n")
    expectEqual(
      diff("DIR/a@2..-1 DIR/b").errorOutput,
      "DIR/a: error: state 2 isn't in the history of state 5: a rewind abandoned it\n"
        + "  'reduxlog log DIR/a' lists the rewinds.\n")
    expectEqual(diff("DIR/a@1.. DIR/b@1..").output, "same DIR/a DIR/b: 1 action\nstates: all 2 are equal\n")
  }

  @Test func `the JSON document lists the differences by seq`() throws {
    tool.record("a", #"{"add":{"_0":1}}"#, #"{"add":{"_0":2}}"#, #"{"reset":{}}"#)
    tool.record("b", #"{"add":{"_0":1}}"#, #"{"add":{"_0":3}}"#, #"{"reset":{}}"#, #"{"reset":{}}"#)
    try expectEqual(
      JSONValue(parsing: diff("DIR/a DIR/b --format json").output),
      [
        "schema": "reduxlog.history-diff/1",
        "from": ["journal": "DIR/a", "first": 0, "seq": 3, "actions": 3],
        "to": ["journal": "DIR/b", "first": 0, "seq": 4, "actions": 4],
        "equal": false, "common": 2, "removed": 0, "added": 1, "changed": 1,
        "fork": ["from": 2, "to": 2],
        "states": ["compared": 2],
        "differences": [
          ["from": 2, "to": 2, "type": "add", "patch": [["op": "replace", "path": "/add/_0", "value": 3]]],
          ["to": 3, "type": "reset"],
        ],
      ])
  }

  @Test func `the JSON document names the states that differ after equal actions`() throws {
    tool.record("a", #"{"add":{"_0":2}}"#, #"{"reset":{}}"#)
    tool.with(apps: [ChangedTallyApp.self]).record("b", #"{"add":{"_0":2}}"#, #"{"reset":{}}"#)
    let document = try JSONValue(parsing: diff("DIR/a DIR/b --format json").output)
    let history = JSONValue.array([]).stateHash.short
    expectEqual(
      document["states"],
      [
        "compared": 3,
        "fork": [
          "from": 2, "to": 2, "places": [["pointer": "/history", "from": "unchanged", "to": .string(history)]],
        ],
      ])
    #expect(document["equal"] == false && document["fork"] == nil)
  }

  @Test(
    arguments: [
      ("diff DIR/a --history", "'--history' compares two journals; name the other one, too"),
      ("diff DIR/a DIR/a --ignore-action /x", "'--ignore-action' needs '--history'"),
      ("diff DIR/a DIR/a --history --ignore-action x", "option '--ignore-action': 'x' isn't a JSON Pointer"),
      ("diff DIR/a DIR/a --history --format json-patch", "'--history' has no format 'json-patch'"),
      ("diff DIR/a@1:/count DIR/a --history", "a history is that of whole states"),
    ])
  func `a wrong call is a usage error`(line: String, text: String) {
    tool.record("a", #"{"add":{"_0":1}}"#)
    let result = tool.run(line)
    expectEqual(result.code, .usage)
    #expect(result.errorOutput.contains(text), "\(result.errorOutput)")
  }

  /// Takes seconds: each journal is read for each comparison.
  @Test func `the fork of random journals is where a comparison of each pair finds it`() throws {
    var forks: Set<Int> = []
    for seed in 0..<UInt64(Soak.count(40, soak: 500)) {
      var random = SeededGenerator(seed: seed)
      let path = tool.folder.path(of: "\(seed)-a")
      let first = try PlantedJournal(path, records: 40, seed: seed)
      // A second journal that shares the first random steps differs from some step on.
      let other = tool.folder.path(of: "\(seed)-b")
      let second = try PlantedJournal(other, records: 40, seed: seed, snapshots: random.next() % 2 == 0 ? 6 : 3)
      let result = diff("DIR/\(seed)-a DIR/\(seed)-b --format json")
      let document = try JSONValue(parsing: result.output)
      let expected = try fork(path, first.history, other, second.history)
      forks.insert(expected?.0 ?? -1)
      expectEqual(
        document["fork"]?["from"], expected.map { $0.0.map { JSONValue.number(JSONNumber($0)) } } ?? nil, "seed \(seed)"
      )
      expectEqual(
        document["fork"]?["to"], expected.map { $0.1.map { JSONValue.number(JSONNumber($0)) } } ?? nil, "seed \(seed)")
    }
    // The journals part at different places, and some are equal.
    #expect(forks.count > 5 && forks.contains(-1))
  }

  /// The first two steps of histories that differ, found by reading each record.
  private func fork(_ a: String, _ history: [Int], _ b: String, _ other: [Int]) throws -> (Int?, Int?)? {
    func steps(_ path: String, _ seqs: [Int]) throws -> [(seq: Int, text: String)] {
      let file = try JournalFile(path: path)
      return try seqs.dropFirst().compactMap { seq in
        switch try file.entry(settingSeq: seq)?.record {
        case .action(let action): (seq, action.type + String(decoding: action.action.bytes, as: UTF8.self))
        case .snapshot(let snapshot) where snapshot.state != nil: (seq, snapshot.hash.description)
        default: nil
        }
      }
    }
    let (mine, its) = (try steps(a, history), try steps(b, other))
    let index = zip(mine, its).prefix { $0.text == $1.text }.count
    if index == mine.count, index == its.count { return nil }
    return (index < mine.count ? mine[index].seq : nil, index < its.count ? its[index].seq : nil)
  }
}
