import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import ReduxReplay
import StateTree
import TestSupport
import Testing

struct AssertCommandTests {
  private let folder: TemporaryFolder

  /// A journal whose total is negative at 3, which a rewind abandons, and one without a fault.
  init() throws {
    folder = try TemporaryFolder()
    let journal = try SampleJournal(folder.path(of: "bad.jsonl"), initial: ["total": 0])
    try journal.act(#"{"merge":{"total":1}}"#, type: "add", at: 1)
    try journal.act(#"{"merge":{"other":[1]}}"#, type: "open", at: 2)
    try journal.act(#"{"merge":{"total":-7}}"#, type: "coupon", at: 3)
    try journal.rewind(to: 2, at: 4)
    try journal.act(#"{"merge":{"total":5}}"#, type: "add", at: 5)
    try journal.close()
    let good = try SampleJournal(folder.path(of: "good.jsonl"), initial: ["total": 0])
    try good.act(#"{"merge":{"total":2}}"#, type: "add", at: 1)
    try good.close()
  }

  private func check(_ words: String..., apps: [any ReplayableApp.Type] = [JSONApp.self]) -> CallResult {
    let result = reduxlog(["assert"] + words.map { $0.replacing("DIR", with: folder.path) }, apps: apps)
    return CallResult(
      code: result.code, output: result.output.replacing(folder.path, with: "DIR"),
      errorOutput: result.errorOutput.replacing(folder.path, with: "DIR"))
  }

  /// What a batch of both journals prints with some conditions, as a file for `merge`.
  private func batch(_ conditions: String...) {
    let jobs = ["bad", "good"].map { #"{"id":"\#($0)","path":"\#(folder.path(of: $0)).jsonl"}"# + "\n" }.joined()
    let result = reduxlog(["assert", "--batch"] + conditions, apps: [JSONApp.self], input: jobs)
    folder.create("results", result.output)
  }

  private func merge(_ format: String) -> CallResult {
    let result = reduxlog(["merge", folder.path(of: "results"), "--format", format], apps: [])
    return CallResult(
      code: result.code, output: result.output.replacing(folder.path, with: "DIR"), errorOutput: result.errorOutput)
  }

  @Test(arguments: ["json", "github", "junit"]) func `results of a batch have the warnings of conditions`(
    format: String
  ) {
    batch("--never", "$.totl < 0")
    let all = check("DIR", "--never", "$.totl < 0", "--format", format)
    let warning = "'$.totl' selected nothing in any state; did you mean 'total'?"
    expectEqual(merge(format), CallResult(code: .fine, output: all.output))
    #expect(all.output.contains(warning), "\(all.output)")
    expectEqual(
      merge("human").output,
      """
      2 journals: 2 ok

      Notes and warnings
        2 journals: \(warning), first in DIR/bad.jsonl

      """)
  }

  @Test func `a warning of a query says which states it looked at, and once`() {
    let result = check("DIR/bad.jsonl", "--always", "$.cart >= 0", "--never", "$.cart > 4")
    #expect(
      result.errorOutput.contains("warning: '$.cart' selected nothing in the only state looked at; check its names\n"))
    expectEqual(result.errorOutput.split(separator: "\n").count { $0.contains("selected nothing") }, 1)
  }

  @Test func `the first violation in each journal is named with its line`() {
    expectEqual(
      check("DIR", "--always", "$.total >= 0", "--eventually", "$.other", "--never", "$.total > 4"),
      CallResult(
        code: .finding,
        output: """
          violated DIR/bad.jsonl: 1 of 3 hold in 6 states
          violated DIR/good.jsonl: 2 of 3 hold in 2 states
          2 journals: 2 violated

          """,
        errorOutput: """
          DIR/bad.jsonl:5: error: $.total >= 0 is false in state 3, after action 3 (coupon)
            'reduxlog diff DIR/bad.jsonl@2..3' shows what changed.
          DIR/bad.jsonl:7: error: $.total > 4 holds in state 5, after action 5 (add)
            'reduxlog diff DIR/bad.jsonl@4..5' shows what changed.
          DIR/good.jsonl: error: $.other holds in no state
          DIR/good.jsonl: warning: '$.other' selected nothing in any state; check its names

          """))
  }

  @Test func `a step has the action and the states around it`() {
    let condition = "$.type != 'add' || $.after.total > $.before.total"
    expectEqual(
      check("DIR", "--over", "step", "--always", condition),
      CallResult(
        code: .fine,
        output: """
          ok DIR/bad.jsonl: 1 of 1 hold in 4 steps
          ok DIR/good.jsonl: 1 of 1 hold in 1 step
          2 journals: 2 ok

          """))
    let result = check("DIR/bad.jsonl", "--over", "step", "--never", "$.after.total < $.before.total")
    #expect(
      result.errorOutput.hasPrefix(
        "DIR/bad.jsonl:5: error: $.after.total < $.before.total holds for action 3 (coupon)\n"), "\(result)")
  }

  /// The app `json` with checks.
  enum CheckedApp: ReplayableApp {
    static let name = "json"
    static var initialState: JSONValue { JSONApp.initialState }
    static var checks: [Check<JSONValue>] {
      [
        Check("not negative") { $0["total"]?.compact.hasPrefix("-") == false },
        Check("has a total") { $0["total"] != nil },
      ]
    }

    static func reduce(_ state: inout JSONValue, _ action: JSONAction) throws { try JSONApp.reduce(&state, action) }
  }

  @Test func `without conditions, all checks of the app run`() {
    expectEqual(
      check("DIR", apps: [CheckedApp.self]),
      CallResult(
        code: .finding,
        output: """
          violated DIR/bad.jsonl: 1 of 2 hold in 6 states
          ok DIR/good.jsonl: 2 of 2 hold in 2 states
          2 journals: 1 ok, 1 violated

          """,
        errorOutput: """
          DIR/bad.jsonl:5: error: check:not negative is false in state 3, after action 3 (coupon)
            'reduxlog diff DIR/bad.jsonl@2..3' shows what changed.

          """))
    let none = check("DIR/good.jsonl")
    #expect(none.code == .usage && none.errorOutput.contains("the app 'json' declares no checks"), "\(none)")
  }

  @Test(arguments: ["json", "github", "junit"])
  func `the formats are those of verify`(format: String) {
    let result = check("DIR", "--always", "$.total >= 0", "--format", format)
    expectEqual(result.code, .finding)
    let parts =
      switch format {
      case "json": [#""schema": "reduxlog.assert/1""#, #""status": "violated""#, #""line": 5"#, #""status": "ok""#]
      case "github": ["::error file=DIR/bad.jsonl,line=5,title=reduxlog assert%3A violated::$.total >= 0 is false"]
      default: [#"<testsuite name="reduxlog assert" tests="2" failures="1" errors="0""#, #"<failure type="violated""#]
      }
    for part in parts { #expect(result.output.contains(part), "\(result)") }
  }

  /// Compares with a look at every state of random journals with rewinds, sessions, outages and unknown states.
  @Test func `assert finds what a look at every state finds`() throws {
    for seed in 0..<UInt64(Soak.count(30, soak: 500)) {
      let path = folder.path(of: "\(seed).jsonl")
      let journal = try PlantedJournal(path, records: 60, seed: seed, cuts: seed % 3 == 0 ? 1 : 0)
      let first = journal.states.indices.first { index in
        if case .some(let state) = journal.states[index] { state["bad"] != nil } else { false }
      }
      let result = check("DIR/\(seed).jsonl", "--never", "$.bad")
      let isUnknown = journal.states.indices.contains { index in
        if case .none = journal.states[index] { !journal.interrupted.contains(index) } else { false }
      }
      let code: ExitCode = first != nil ? .finding : isUnknown ? .trouble : .fine
      expectEqual(result.code, code, "seed \(seed): \(result)")
      if let first { #expect(result.errorOutput.contains("holds in state \(first), "), "seed \(seed): \(result)") }
    }
  }
}
