import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import ReduxReplay
import TestSupport
import Testing

/// `verify --update`: new hashes for an intended change.
struct VerifyUpdateTests {
  private let tool: ToolFixture
  private let changed: ToolFixture

  init() throws {
    tool = try ToolFixture()
    changed = tool.with(apps: [ChangedTallyApp.self])
    tool.record("j", #"{"add":{"_0":3}}"#, #"{"reset":{}}"#, #"{"add":{"_0":4}}"#, #"{"reset":{}}"#)
  }

  @Test func `the copy is proven, and the places are printed with the types of the actions`() {
    expectEqual(
      changed.run("verify DIR/j --update -o DIR/k"),
      CallResult(
        code: .fine,
        output: """
          /history
            reset: 1 action
            In state 2: [3] → [] (recorded → replayed)

          """,
        errorOutput: "DIR/k: 3 states have new hashes, because 1 action does something else\n"))
    expectEqual(
      changed.run("verify DIR/k"),
      CallResult(code: .fine, output: "ok DIR/k: 4 actions, 5 states proven, 1 session, closed\n"))
    expectEqual(tool.run("verify DIR/k").code, .finding)
    expectEqual(tool.run("verify DIR/j").code, .fine)
  }

  @Test func `a self-contained journal shows each action that does something else`() {
    _ = tool.run(
      "record -o DIR/s --app tally --self-contained",
      input: """
        {"add":{"_0":3}}
        {"reset":{}}
        {"add":{"_0":200}}
        """)
    expectEqual(
      changed.run("verify DIR/s --update -o DIR/k"),
      CallResult(
        code: .fine,
        output: """
          /history/*
            add: 1 action
            reset: 1 action
          (refusals)
            add: 1 action
          /count
            add: 1 action
            In state 3: 0 → 200 (recorded → replayed)

          """,
        errorOutput: "DIR/k: 2 states have new hashes, because 2 actions do something else\n"))
    expectEqual(changed.run("verify DIR/k").code, .fine)
  }

  @Test func `a journal that doesn't differ stays the same`() throws {
    expectEqual(
      tool.run("verify DIR/j --update -o DIR/k"),
      CallResult(code: .fine, output: "", errorOutput: "DIR/k: no state differs\n"))
    expectEqual(tool.folder.contents(of: "k"), tool.folder.contents(of: "j"))
  }

  @Test(arguments: [
    ("verify DIR/j --update", "option '--output' is missing: --update -o OUT"),
    ("verify DIR/j -o DIR/k", "'--output' needs '--update'"),
    ("verify DIR/j DIR/j --update -o DIR/k", "'--update' takes one journal"),
    ("verify DIR/j --update -o DIR/k --ignore /count", "'--update' and '--ignore' can't be combined"),
    ("verify DIR/j --update -o DIR/k --format json", "'--update' prints no other format than 'human'"),
  ])
  func `options that don't fit are refused`(line: String, message: String) {
    let result = tool.run(line)
    expectEqual(result.code, .usage)
    expectEqual(result.errorOutput, "reduxlog: error: \(message)\n  see 'reduxlog help verify'\n")
  }

  @Test func `the journal itself is never overwritten`() {
    expectEqual(
      tool.run("verify DIR/j --update -o DIR/j --force"),
      CallResult(
        code: .usage, output: "", errorOutput: "DIR/j: error: 'DIR/j' is the journal itself\n  Name another file.\n"))
  }

  @Test func `a damaged journal gets no copy`() throws {
    let text = try #require(tool.folder.contents(of: "j"))
    tool.folder.create("bad", text.replacing(#""_0":4"#, with: #""_0":5"#))
    let result = changed.run("verify DIR/bad --update -o DIR/k")
    expectEqual(result.code, .trouble)
    expectEqual(result.output, "")
    #expect(result.errorOutput.hasPrefix("DIR/bad:5: error: "))
    try expectEqual(tool.folder.names(), ["bad", "j"])
  }

  /// The tally after a change that counts how often it is reduced.
  private enum ImpureTallyApp: ReplayableApp {
    static let name = TallyApp.name
    static var initialState: Tally { Tally() }

    static func reduce(_ state: inout Tally, _ action: TallyAction) throws {
      try TallyApp.reduce(&state, action)
      state.history.append(.random(in: .min ... .max))
    }
  }

  @Test func `a reducer that isn't pure gets no copy`() throws {
    let result = tool.with(apps: [ImpureTallyApp.self]).run("verify DIR/j --update -o DIR/k")
    expectEqual(result.code, .finding)
    expectEqual(
      result.errorOutput,
      """
      DIR/j: error: add gives /history/* another value in each run, so new hashes wouldn't hold
        Does a reducer read a clock, random numbers, or the order of a set? Pass the value with the action, or declare the place volatile.

      """)
    try expectEqual(tool.folder.names(), ["j"])
  }
}
