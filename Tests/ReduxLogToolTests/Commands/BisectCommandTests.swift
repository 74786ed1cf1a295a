import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import ReduxReplay
import StateTree
import TestSupport
import Testing

struct BisectCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  /// The total breaks at 3, which a rewind abandons, and again at 6; at 8 a session starts with another state.
  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "s.jsonl")
    let journal = try SampleJournal(path, initial: ["total": 0, "user": "ada", "token": "x"])
    try journal.act(#"{"merge":{"total":1}}"#, type: "cart.add", at: 1)
    try journal.act(#"{"merge":{"total":2}}"#, type: "cart.add", at: 2)
    try journal.act(#"{"merge":{"total":-7}}"#, type: "cart.coupon", at: 3)
    try journal.rewind(to: 2, at: 4)
    try journal.act(#"{"merge":{"total":5}}"#, type: "cart.add", at: 5)
    try journal.act(#"{"merge":{"total":-1,"note":"n"}}"#, type: "cart.coupon", at: 6)
    try journal.act(#"{"merge":{"total":-2}}"#, type: "cart.coupon", at: 7)
    try journal.close()
    let second = try SampleJournal(path, initial: ["total": -2], started: SampleJournal.started)
    try second.snapshot(at: 0, setsState: true)
    try second.act(#"{"merge":{"total":3}}"#, type: "cart.add", at: 9)
    try second.close()
  }

  private func bisect(_ words: String...) -> CallResult {
    let result = reduxlog(["bisect", words[0].replacing("J", with: path)] + words.dropFirst())
    return CallResult(
      code: result.code, output: result.output.replacing(path, with: "J"),
      errorOutput: result.errorOutput.replacing(path, with: "J"))
  }

  @Test func `the step, what it changed there, and what to do next are printed`() {
    expectEqual(
      bisect("J@7", "--expect", "$.total >= 0"),
      CallResult(
        code: .finding,
        output: """
          found J:8: $.total >= 0 is false after action 6 (cart.coupon)
             6  10:00:00.123     +0.000s  cart.coupon(merge: (total: -1, note: "n"))  /total  /note
                ~ /total: 5 → -1
          tested 5 of 7 states
          go on with:
            reduxlog show J@6 --action
            reduxlog diff J@5 J@6

          """))
  }

  @Test func `a step that is no action can be the answer`() {
    let result = bisect("J@8", "--expect", "$.user")
    expectEqual(result.code, .finding)
    #expect(result.output.contains("found J:12: $.user is false after the start of session 2\n"), "\(result)")
  }

  @Test(arguments: [
    (["J", "--expect", "$.total == 3"], ExitCode.fine, "good J: state 9 satisfies $.total == 3\n"),
    (["J@7", "--expect", "$.total < 0", "--good", "0"], .fine, "good J: state 7 satisfies $.total < 0\n"),
    (
      ["J@5", "--expect", "$.total < 0"], .trouble,
      "bad J: state 0, the first of the search, doesn't satisfy $.total < 0\n"
        + "  Name a state that satisfies $.total < 0 with --good.\n"
    ),
    (
      ["J@5:/nothing"], .trouble,
      "bad J: state 0, the first of the search, has no value at /nothing\n"
        + "  Name a state that has a value at /nothing with --good.\n"
    ),
    (["J@7:/user"], .fine, "good J: state 7 has a value at /user\n"),
  ])
  func `an end that doesn't hold is named`(words: [String], code: ExitCode, line: String) {
    let result = reduxlog(["bisect", words[0].replacing("J", with: path)] + words.dropFirst())
    #expect(result.code == code && result.output.replacing(path, with: "J").hasPrefix(line), "\(result)")
  }

  @Test func `a good state that a rewind abandoned is refused`() {
    expectEqual(
      bisect("J@7", "--expect", "$.total >= 0", "--good", "3"),
      CallResult(
        code: .usage, output: "",
        errorOutput: """
          J: error: state 3 isn't in the history of state 7: the jump back to state 2 at state 4 abandoned it
            Name state 2 or one before it with --good.

          """))
  }

  @Test func `--scan lists each change of the answer`() {
    let result = bisect("J", "--expect", "$.total >= 0", "--scan", "--format", "json")
    expectEqual(result.code, .finding)
    let document = try? JSONValue(parsing: Array(result.output.utf8))
    expectEqual(
      document?["changes"],
      [
        ["seq": 0, "holds": true], ["seq": 6, "holds": false], ["seq": 9, "holds": true],
      ], "\(result)")
  }

  @Test func `a value that disappeared needs no expression`() {
    let result = bisect("J@8:/user", "--format", "json")
    let document = try? JSONValue(parsing: Array(result.output.utf8))
    #expect(document?["bad"] == 8 && document?["step"]?["kind"] == "session", "\(result)")
    #expect(
      bisect("J@8:/user").output.hasPrefix("found J:12: there is no value at /user after the start of session 2\n"))
  }

  @Test func `a misspelt name gets a warning with a suggestion`() {
    let result = bisect("J@7", "--expect", "!($.totl < 0)")
    expectEqual(result.code, .fine)
    expectEqual(
      result.errorOutput,
      "J: warning: '$.totl' selected nothing in any of the 2 states tested; did you mean 'total'?\n", "\(result)")
  }

  @Test(arguments: [
    ("test \"$REDUXLOG_SEQ\" -lt 5", "5"), ("test \"$REDUXLOG_TYPE\" != cart.coupon", "6"),
    ("grep -v -- 'total\":-'", "6"), ("test \"$REDUXLOG_SEQ\" -eq 6 && exit 125; test \"$REDUXLOG_SEQ\" -lt 6", "-"),
  ])
  func `a command judges states by its exit code`(command: String, bad: String) {
    let result = bisect("J@7", "run", "sh", "-c", command)
    if bad == "-" {
      #expect(
        result.code == .trouble && result.output.contains("one of the steps from state 5 to state 7"), "\(result)")
    } else {
      #expect(result.code == .finding && result.output.contains("is false after action \(bad) "), "\(result)")
    }
  }

  @Test(arguments: [
    (["exit 126"], "it can't be executed"), (["exit 127"], "it wasn't found"), (["exit 200"], "it exited with 200"),
  ])
  func `a command that can't judge stops the search`(command: [String], reason: String) {
    let result = bisect("J@7", "run", "sh", "-c", command[0])
    #expect(result.code == .trouble && result.errorOutput.contains("failed at state"), "\(result)")
    #expect(result.errorOutput.contains(reason), "\(result)")
  }

  @Test(arguments: [
    (["J"], "expected a condition: --expect EXPR, or run COMMAND"),
    (["J", "--expect", "$.a ==="], "option '--expect': column 7: "),
    (["J", "--expect", "check:total"], "the app 'json' has no check 'total'; it has none"),
    (["J@3", "--bad", "4", "--expect", "$.a"], "FILE@REV and '--bad' both name the bad state"),
    (["J", "run"], "missing argument COMMAND after 'run'"),
  ])
  func `a wrong call is refused`(words: [String], message: String) {
    let result = reduxlog(["bisect", words[0].replacing("J", with: path)] + words.dropFirst())
    #expect(result.code == .usage && result.errorOutput.contains(message), "\(result)")
  }

  // MARK: Journals of other kinds

  @Test func `a self-contained journal needs no reducers`() throws {
    let other = folder.path(of: "other.jsonl")
    try SampleJournal.ofUnknownApp(other)
    let found = reduxlog("bisect", other, "--expect", "$.n < 3")
    expectEqual(found.code, .finding, "\(found)")
    #expect(found.output.hasPrefix("found \(other):5: $.n < 3 is false after action 3 (merge)\n"), "\(found)")
    let violated = reduxlog("assert", other, "--always", "$.n < 3")
    expectEqual(violated.code, .finding, "\(violated)")
    #expect(violated.errorOutput.hasPrefix("\(other):5: error: $.n < 3 is false in state 3"), "\(violated)")
  }

  @Test func `the step is found in an older segment, by its file`() throws {
    let other = folder.path(of: "t.jsonl")
    let journal = try SampleJournal(other)
    for number in 1...4 {
      try journal.act(#"{"merge":{"n":\#(number)}}"#, at: number)
      if number == 2 || number == 3 { try journal.segment(at: number) }
    }
    try journal.close()
    let found = reduxlog("bisect", other, "--expect", "$.n < 2")
    #expect(
      found.code == .finding && found.output.hasPrefix("found \(folder.path(of: "t.000001.jsonl")):4: "), "\(found)")
    let violated = reduxlog("assert", other, "--always", "$.n < 3")
    #expect(
      violated.errorOutput.hasPrefix("\(folder.path(of: "t.000002.jsonl")):3: error: $.n < 3 is false in state 3"),
      "\(violated)")
  }
}
