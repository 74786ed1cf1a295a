import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import StateTree
import TestSupport
import Testing

struct DiffCommandTests {
  private let folder: TemporaryFolder
  private let path: String
  private let journal: SampleJournal

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "s.jsonl")
    journal = try SampleJournal.session(path)
    try journal.close()
  }

  @Test func `a patch turns any state into any other`() throws {
    for (from, before) in journal.states.enumerated() {
      for (to, after) in journal.states.enumerated() {
        let result = reduxlog("diff", "\(path)@\(from)", "\(path)@\(to)", "--format", "json-patch")
        expectEqual(result.code, (before == after ? .fine : .finding), "\(from) to \(to)")
        var patched = before
        try JSONPatch(json: JSONValue(parsing: result.output)).apply(to: &patched)
        expectEqual(patched, after, "\(from) to \(to)")
      }
    }
    expectEqual(
      reduxlog("diff", path + "@2", path + "@5", "--format", "json-patch"), CallResult(code: .fine, output: "[]\n"))
  }

  @Test(
    arguments: [
      (["@0..2"], "~ /n: 0 → 1\n+ /cart: {\"a\":1,\"b\":\"x\"}\n"),
      (["@2..0"], "- /cart: {\"a\":1,\"b\":\"x\"}\n~ /n: 1 → 0\n"),
      (["@0..2:/n"], "~ (the whole state): 0 → 1\n"), (["@start..2"], "+ /cart: {\"a\":1,\"b\":\"x\"}\n"),
      (["@..1"], "~ /n: 0 → 1\n"), (["@2..5"], ""),
      (["@2:/cart", "@4:/cart"], "~ /a: 1 → 2\n"), (["@2:/cart/a", "@4:/cart/a"], "~ (the whole state): 1 → 2\n"),
      (["@6", ""], ""), (["@6.."], ""),
    ])
  func `differences are listed as text`(revisions: [String], expected: String) {
    let result = reduxlog(["diff"] + revisions.map { path + $0 })
    expectEqual(Set(result.output.split(separator: "\n")), Set(expected.split(separator: "\n")), "\(result.output)")
    expectEqual(result.code, (expected.isEmpty ? .fine : .finding))
    #expect(result.errorOutput.isEmpty)
  }

  @Test func `states of two journals of two apps are compared`() throws {
    let other = folder.path(of: "other.jsonl")
    let journal = try SampleJournal(other, app: AppIdentity(name: "other"), initial: ["n": 0, "m": 1])
    try journal.close()
    expectEqual(reduxlog("diff", path + "@0", other), CallResult(code: .finding, output: "+ /m: 1\n"))
  }

  @Test func `the JSON document names the compared states`() throws {
    try expectEqual(
      JSONValue(parsing: reduxlog("diff", path + "@0:/n", path + "@1:/n", "--format", "json").output),
      [
        "schema": "reduxlog.diff/1",
        "from": ["journal": .string(path), "seq": 0, "path": "/n"],
        "to": ["journal": .string(path), "seq": 1, "path": "/n"],
        "equal": false,
        "patch": [["op": "replace", "path": "", "value": 1]],
      ])
    try expectEqual(JSONValue(parsing: reduxlog("diff", path + "@2..5", "--format", "json").output)["equal"], true)
  }

  @Test func `signs are coloured`() {
    expectEqual(
      reduxlog("diff", path + "@0..1", "--color", "always").output,
      "\u{1b}[33m~ \u{1b}[0m\u{1b}[34m/n\u{1b}[0m: \u{1b}[31m0\u{1b}[0m → \u{1b}[32m1\u{1b}[0m\n")
  }

  @Test(
    arguments: [
      ([""], ExitCode.usage, "expected a second state"), (["@1"], .usage, "expected a second state"),
      (["@1..2", ""], .usage, "expected one state"), (["@1", "@9"], .trouble, "state 9 doesn't exist"),
      (["@1:/none", "@2"], .trouble, "state 1 has no value at /none"),
    ])
  func `errors name the problem`(revisions: [String], code: ExitCode, text: String) {
    let result = reduxlog(["diff"] + revisions.map { path + $0 })
    expectEqual(result.code, code)
    #expect(result.output.isEmpty)
    #expect(result.errorOutput.contains(text))
  }
}
