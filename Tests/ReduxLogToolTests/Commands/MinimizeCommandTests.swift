import CommandLineKit
import Expectations
import Foundation
import ReducerIsolation
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import StateTree
import Synchronization
import TestSupport
import Testing
import VersionedNotes

struct MinimizeCommandTests {
  private let folder: TemporaryFolder
  private let path: String
  private let out: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "s.jsonl")
    out = folder.path(of: "small.jsonl")
  }

  /// Two things are set, which together are wrong once the third action of the type `fire` comes. A rewind abandons 4.
  @discardableResult private func session() throws -> SampleJournal {
    let journal = try SampleJournal(path, initial: ["n": 0])
    try journal.act(#"{"merge":{"n":1}}"#, type: "count", at: 1)
    try journal.act(#"{"merge":{"a":true}}"#, type: "set", at: 2)
    try journal.act(#"{"merge":{"n":2}}"#, type: "count", at: 3)
    try journal.act(#"{"merge":{"a":null}}"#, type: "set", at: 4)
    try journal.rewind(to: 3, at: 5)
    try journal.act(#"{"merge":{"note":"x"}}"#, type: "note", at: 6, cause: 3)
    try journal.act(#"{"merge":{"b":1}}"#, type: "fire", at: 7)
    try journal.act(#"{"merge":{"n":9}}"#, type: "count", at: 8)
    try journal.close()
    return journal
  }

  private func minimize(_ words: String...) -> CallResult {
    let result = reduxlog(
      ["minimize", words[0].replacing("J", with: path), "-o", out] + words.dropFirst())
    func shortened(_ text: String) -> String { text.replacing(path, with: "J").replacing(out, with: "O") }
    return CallResult(
      code: result.code, output: shortened(result.output), errorOutput: shortened(result.errorOutput))
  }

  private var wasWritten: Bool { (try? folder.names().contains("small.jsonl")) == true }

  @Test func `the actions that are left, the tries and the next commands are printed`() throws {
    try session()
    expectEqual(
      minimize("J", "--expect", "!($.a && $.b)"),
      CallResult(
        code: .fine,
        output: """
          minimized J: 2 of 5 actions left, from state 0 on; payloads of 1 made smaller
             2  10:00:00.123     +0.000s  set(merge: (a: true))  /a
             7  10:00:00.123     +0.000s  fire(merge: (b: 0))  /b
                smaller: /merge/b 1 → 0
          14 tries; without any one of them, it doesn't fail in this way
          go on with:
            reduxlog log -p O
            reduxlog bisect O --expect '!($.a && $.b)'

          """))
  }

  @Test func `the result is a journal of its own, which names what it was made of`() throws {
    try session()
    expectEqual(minimize("J", "--expect", "!($.a && $.b)").code, .fine)
    let file = try JournalFile(path: out)
    expectEqual(file.header.origin, JournalOrigin(journal: SampleJournal.id, state: 0, actions: [2, 7]))
    #expect(file.header.journal != SampleJournal.id)
    expectEqual(reduxlog("verify", out).output, "ok \(out): 2 actions, 3 states proven, 1 session, closed\n")
    try expectEqual(JSONValue(parsing: reduxlog("show", out).output), ["n": 0, "a": true, "b": 0])
    let found = reduxlog("bisect", out, "--expect", "!($.a && $.b)")
    #expect(found.output.contains(" is false after action 2 (fire)\n"), "\(found)")
  }

  @Test func `a cause stays with what is needed of its effects`() throws {
    let journal = try SampleJournal(path, initial: [:])
    try journal.act(#"{"merge":{"x":1}}"#, type: "tap", at: 1)
    try journal.act(#"{"merge":{"y":1}}"#, type: "load", at: 2, cause: 1)
    try journal.act(#"{"merge":{"z":1}}"#, type: "tap", at: 3)
    try journal.act(#"{"merge":{"bad":1}}"#, type: "loaded", at: 4, cause: 2)
    try journal.close()
    expectEqual(minimize("J", "--expect", "!$.bad").code, .fine)
    let file = try JournalFile(path: out)
    expectEqual(file.header.origin?.actions, [1, 2, 4])
    let log = reduxlog("log", out, "--format", "ndjson").output
    #expect(log.contains(#""seq":3"#) && log.contains(#""cause":2"#), "\(log)")
  }

  @Test func `a value that disappears is followed without a condition`() throws {
    let journal = try SampleJournal(path, initial: ["user": "ada", "n": 0])
    try journal.act(#"{"merge":{"n":1}}"#, type: "count", at: 1)
    try journal.act(#"{"merge":{"user":null}}"#, type: "leave", at: 2)
    try journal.act(#"{"merge":{"n":2}}"#, type: "count", at: 3)
    try journal.close()
    expectEqual(minimize("J:/user").code, .fine)
    try expectEqual(JournalFile(path: out).header.origin?.actions, [2])
  }

  @Test func `a command judges states`() throws {
    try session()
    let result = minimize("J", "run", "sh", "-c", #"! grep -q '"b"'"#)
    expectEqual(result.code, .fine, "\(result)")
    try expectEqual(JournalFile(path: out).header.origin?.actions, [7])
  }

  @Test func `an action of another type that makes the condition false is another failure`() throws {
    let journal = try SampleJournal(path, initial: [:])
    try journal.act(#"{"merge":{"guard":1}}"#, type: "protect", at: 1)
    try journal.act(#"{"merge":{"a":1}}"#, type: "set", at: 2)
    try journal.act(#"{"merge":{"b":1}}"#, type: "fire", at: 3)
    try journal.close()
    // Without the first action, the second one would do.
    expectEqual(minimize("J", "--expect", "!($.a && $.b) && (!$.a || $.guard)").code, .fine)
    try expectEqual(JournalFile(path: out).header.origin?.actions, [1, 2, 3])
  }

  @Test func `a list in which an action is newly refused isn't an answer`() throws {
    let journal = try SampleJournal(path, initial: [:])
    try journal.act(#"{"merge":{"open":1}}"#, type: "open", at: 1)
    try journal.act(#"{"patch":[{"op":"test","path":"/open","value":1},{"op":"add","path":"/bad","value":1}]}"#, at: 2)
    try journal.close()
    expectEqual(minimize("J", "--expect", "!$.bad", "--keep-payloads").code, .fine)
    try expectEqual(JournalFile(path: out).header.origin?.actions, [1, 2])
    // Without the test of what the first action added, the second one needs nothing.
    expectEqual(minimize("J", "--expect", "!$.bad", "--force").code, .fine)
    try expectEqual(JournalFile(path: out).header.origin?.actions, [2])
  }

  @Test func `the JSON document has the same`() throws {
    try session()
    let document = try JSONValue(parsing: minimize("J", "--expect", "!($.a && $.b)", "--format", "json").output)
    expectEqual(
      document,
      [
        "schema": "reduxlog.minimize/1", "journal": "J", "output": "O", "expect": "!($.a && $.b)", "state": 0,
        "actions": 5,
        "left": [
          ["seq": 2, "type": "set"],
          ["seq": 7, "type": "fire", "patch": [["op": "replace", "path": "/merge/b", "value": 0]]],
        ],
        "tries": 14, "minimal": true, "payloads": "minimal",
      ])
  }

  // MARK: Payloads

  /// The second of three tasks is too expensive.
  private func orders() throws {
    let journal = try SampleJournal(path, initial: ["orders": [:]])
    for (number, cents) in [1200, 4999, 300].enumerated() {
      try journal.act(
        #"{"merge":{"orders":{"o\#(number)":{"cents":\#(cents),"title":"New tyres","note":"by Friday"}}}}"#,
        type: "order",
        at: number + 1)
    }
    try journal.close()
  }

  private var condition: String { "!$.orders[?@.cents > 1200 && @.title]" }

  @Test func `payloads keep what the failure needs, and marks say what is smaller`() throws {
    try orders()
    let result = minimize("J", "--expect", condition)
    #expect(
      result.output.hasPrefix(
        """
        minimized J: 1 of 2 actions left, from state 0 on; payloads of 1 made smaller
           2  10:00:00.123     +0.000s  order(merge: (orders: (o1: (cents: 1201, title: ""))))  /orders/o1
              smaller: /merge/orders/o1/note removed, /merge/orders/o1/cents 4999 → 1201, /merge/orders/o1/title 9 → 0 characters

        """), "\(result)")
    let log = reduxlog("log", out).output
    #expect(log.contains("mark 'smaller' at state 1: /merge/orders/o1/note removed, "), "\(log)")
    expectEqual(reduxlog("verify", out).code, .fine)
    try expectEqual(
      JSONValue(parsing: reduxlog("show", out).output), ["orders": ["o1": ["cents": 1201, "title": ""]]])
  }

  @Test func `payloads can be kept`() throws {
    try orders()
    let result = minimize("J", "--expect", condition, "--keep-payloads", "--format", "json")
    #expect(result.output.contains(#""payloads": "recorded""#), "\(result)")
    try expectEqual(
      JSONValue(parsing: reduxlog("show", out).output),
      ["orders": ["o1": ["cents": 4999, "title": "New tyres", "note": "by Friday"]]])
    #expect(!reduxlog("log", out).output.contains("mark"))
  }

  @Test func `a long list is cut to what 512 tries find`() throws {
    let journal = try SampleJournal(path, initial: [:])
    let members = (0..<300).map { #""k\#($0)":1"# }.joined(separator: ",")
    try journal.act("{\"merge\":{\(members)}}", at: 1)
    try journal.close()
    let odd = stride(from: 1, to: 300, by: 2).map { "$.k\($0)" }.joined(separator: " && ")
    let result = minimize("J", "--expect", "!(\(odd))")
    #expect(result.output.contains("; more tries could make payloads smaller\n"), "\(result)")
    expectEqual(reduxlog("verify", out).code, .fine)
  }

  // MARK: Stopping

  /// Each action sets a member of its own; three of them matter.
  private func longSession() throws -> [String] {
    let journal = try SampleJournal(path, initial: [:])
    for number in 1...200 { try journal.act(#"{"merge":{"k\#(number)":1}}"#, at: number) }
    try journal.close()
    return ["minimize", path, "-o", out, "--force", "--expect", "!($.k3 && $.k100 && $.k200)"]
  }

  @Test func `after Control-C, the fewest actions so far are written`() throws {
    let words = try longSession()
    /// Stops after so many checks; returns the result, and how many there were.
    func run(stoppingAfter steps: Int) -> (CallResult, checks: Int) {
      let checks = Mutex(0)
      let interruption = Interruption(
        {
          checks.withLock { count in
            count += 1
            return count > steps
          }
        }, forget: { checks.withLock { $0 = .min } })
      let result = reduxlog(words, interruption: interruption)
      return (result, checks.withLock { $0 })
    }
    let (whole, all) = run(stoppingAfter: .max)
    expectEqual(whole.code, .fine)
    var lengths: Set<Int> = []
    for steps in stride(from: all - 40, to: all, by: 4) {
      let (result, _) = run(stoppingAfter: steps)
      guard result.output.contains("; stopped, so more of them may be unneeded\n") else { continue }
      expectEqual(result.code, .interrupted, "\(steps): \(result)")
      let left = try #require(JournalFile(path: out).header.origin?.actions)
      #expect(Set([3, 100, 200]).isSubset(of: left), "\(steps): \(left)")
      expectEqual(reduxlog("verify", out).code, .fine)
      lengths.insert(left.count)
    }
    #expect(lengths.count > 1, "\(lengths)")
  }

  /// Takes a second: the time limit.
  @Test func `after the time limit, the fewest actions so far are written`() throws {
    let words = try longSession()
    let command = #"sleep 0.2; ! grep -q '"k3".*"k100".*"k200"'"#
    let result = reduxlog(words.dropLast(2) + ["--seconds", "1", "--format", "json", "run", "sh", "-c", command])
    #expect(result.code == .fine && result.output.contains(#""minimal": false"#), "\(result)")
    let left = try #require(JournalFile(path: out).header.origin?.actions)
    #expect(Set([3, 100, 200]).isSubset(of: left))
  }

  // MARK: Refusals

  @Test func `a state that doesn't fail is refused`() throws {
    try session()
    expectEqual(
      minimize("J@2", "--expect", "!($.a && $.b)"),
      CallResult(
        code: .finding, output: "",
        errorOutput: """
          J: error: state 2 satisfies !($.a && $.b): nothing fails there
            Name a state that doesn't satisfy !($.a && $.b) with FILE@REV.

          """))
    #expect(!wasWritten)
  }

  @Test func `a first state that fails is refused`() throws {
    try session()
    expectEqual(
      minimize("J", "--expect", "$.n > 10"),
      CallResult(
        code: .trouble, output: "",
        errorOutput: """
          J: error: state 0, the first from which all actions can be reduced again, doesn't satisfy $.n > 10
            To begin with state A, minimize a part: 'reduxlog slice J@A.. -o PART'.

          """))
    #expect(!wasWritten)
  }

  @Test func `what fails must be named, and only once`() throws {
    try session()
    #expect(
      minimize("J").errorOutput.contains(
        "expected what fails: --expect EXPR, --crashes, --diverges, --restoring, or run"))
    for words in [["--crashes"], ["--diverges"]] {
      let result = reduxlog(["minimize", path, "-o", out, "--expect", "$.a"] + words)
      #expect(result.code == .usage && result.errorOutput.contains("can't be combined"), "\(result)")
      let alone = reduxlog(["minimize", path, "-o", out] + words)
      #expect(
        alone.errorOutput.contains("needs a process for the reducers, which only the command line starts"), "\(alone)")
    }
    #expect(
      minimize("J", "--against", "x", "--expect", "$.a").errorOutput.contains("'--against' goes with '--diverges'"))
    #expect(reduxlog("minimize", path, "--expect", "$.a").errorOutput.contains("option '--output' is missing"))
    #expect(!wasWritten)
  }

  @Test func `a journal without the app's reducers is refused, even a self-contained one`() throws {
    let journal = try SampleJournal(path, app: AppIdentity(name: "other"), initial: ["n": 0], states: "patches")
    try journal.close()
    let result = minimize("J", "--expect", "$.n == 0")
    expectEqual(result.code, .reducer)
    #expect(result.errorOutput.contains("whose reducers this tool doesn't contain"))
  }

  // MARK: Histories

  @Test func `the result begins after the last action that can't be reduced again`() throws {
    let journal = try SampleJournal(path, initial: ["n": 0])
    try journal.act(#"{"merge":{"n":1}}"#, at: 1)
    try journal.writer.beginAction(
      ActionHead(at: 2, type: "cut", replayability: .opaque, action: Array(#"{"$opaque":"cut"}"#.utf8)))
    let state: JSONValue = ["n": 1, "cut": 1]
    try journal.writer.finishAction(ActionOutcome(hash: state.stateHash))
    let blocked = minimize("J", "--expect", "!$.cut")
    #expect(blocked.code == .trouble && blocked.errorOutput.contains("action 2 (cut)"), "\(blocked)")
    try journal.writer.writeSnapshot(state: Array(#"{"n":1,"cut":1}"#.utf8), hash: state.stateHash)
    try journal.writer.beginAction(ActionHead(at: 3, type: "fire", action: Array(#"{"merge":{"n":7}}"#.utf8)))
    let last: JSONValue = ["n": 7, "cut": 1]
    try journal.writer.finishAction(ActionOutcome(hash: last.stateHash))
    try journal.close()
    expectEqual(minimize("J", "--expect", "$.n < 5").code, .fine)
    let file = try JournalFile(path: out)
    expectEqual(file.header.origin, JournalOrigin(journal: SampleJournal.id, state: 2, actions: [3]))
    expectEqual(reduxlog("verify", out).code, .fine)
  }

  @Test func `a session that takes up a state continues its history`() throws {
    let journal = try session()
    let last = try #require(journal.states.last)
    let second = try JournalWriter.open(path: path)
    try second.writeHeader(app: AppIdentity(name: "json"), started: WallClock(microseconds: 1_767_261_700_000_000))
    try second.writeSnapshot(at: 0, sameAs: 8, hash: last.stateHash)
    try second.beginAction(ActionHead(at: 5, type: "end", action: Array(#"{"merge":{"c":1}}"#.utf8)))
    var state = last
    state.merge(["c": 1])
    try second.finishAction(ActionOutcome(hash: state.stateHash))
    try second.close()
    expectEqual(minimize("J", "--expect", "!($.a && $.c)").code, .fine)
    try expectEqual(JournalFile(path: out).header.origin?.actions, [2, 10])
    let log = reduxlog("log", out).output
    #expect(log.contains("+1m39.876s") || log.contains("+99.876s"), "\(log)")
  }

  @Test func `patches and inputs are written where the journal has them`() throws {
    let journal = try SampleJournal(path, initial: ["n": 0])
    try journal.act(#"{"merge":{"a":true}}"#, at: 1)
    try journal.act(#"{"merge":{"n":2}}"#, at: 2)
    try journal.close()
    let baked = folder.path(of: "baked.jsonl")
    expectEqual(reduxlog("bake", path, "-o", baked).code, .fine)
    expectEqual(reduxlog("minimize", baked, "-o", out, "--expect", "$.n < 2").code, .fine)
    #expect(try JournalFile(path: out).isSelfContained)
    expectEqual(
      folder.contents(of: "small.jsonl")?.contains(#""patch":[{"op":"replace","path":"/n","value":2}]"#), true)
    expectEqual(reduxlog("verify", out).code, .fine)
  }

  @Test func `a keyed journal's result has the key, or a warning says that it doesn't`() throws {
    let tool = try ToolFixture()
    try "000102030405060708090a0b0c0d0e0f\n".write(
      toFile: tool.folder.path(of: "key"), atomically: true, encoding: .utf8)
    _ = tool.run(
      "record -o DIR/j --app tally --key-file DIR/key", input: "{\"add\":{\"_0\":3}}\n{\"add\":{\"_0\":4}}\n")
    expectEqual(
      tool.run("minimize DIR/j -o DIR/with --expect $.count<4 --key-file DIR/key").errorOutput.contains("DIR/with"),
      false)
    expectEqual(tool.run("verify DIR/with --key-file DIR/key").code, .fine)
    #expect(tool.run("minimize DIR/j -o DIR/l --expect $.count<4").errorOutput.contains("DIR/l: warning: "))
  }
}
