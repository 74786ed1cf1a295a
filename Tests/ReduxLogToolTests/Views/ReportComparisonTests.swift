import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import StateTree
import TestSupport
import Testing

/// A report of a journal beside another one. `Tests/JournalPageTests` look at it in a browser.
struct ReportComparisonTests {
  private let tool: ToolFixture

  private init(tool: ToolFixture) { self.tool = tool }

  init() throws {
    tool = try ToolFixture()
    try record("works", #"{"n":0,"l":[1]}"#, [#"{"n":1}"#, #"{"n":3}"#, #"{"l":[1,2]}"#, #"{"done":true}"#])
    try record(
      "fails", #"{"n":0,"l":[1]}"#, [#"{"n":1}"#, #"{"n":5}"#, #"{"user":{"name":"Ann"}}"#, #"{"l":[1,2]}"#])
  }

  private func record(_ name: String, _ state: String, _ changes: [String], options: String = " --self-contained")
    throws
  {
    tool.folder.create("\(name).json", state)
    let actions = changes.map { #"{"merge":\#($0)}"# + "\n" }.joined()
    let call = tool.run("record -o DIR/\(name).jsonl --initial DIR/\(name).json --self-contained", input: actions)
    try #require(call.code == .fine, "\(call.errorOutput)")
  }

  private func report(_ name: String, against other: String) throws -> ReportContents {
    let result = tool.run("report DIR/\(name).jsonl --against DIR/\(other).jsonl -o DIR/out.html --force")
    try #require(result.code == .fine, "\(result.errorOutput)")
    return try ReportContents(at: tool.folder.path(of: "out.html"))
  }

  @Test func `the rows of both journals stand in the list, and differing steps beside each other`() throws {
    let report = try report("works", against: "fails")
    expectEqual(
      report.lines(0..<7),
      [
        "s 0 json", "i 0 initial state", "a 1 merge 1", "a 2 merge 3", #"b 2 merge (name: "Ann")"#,
        "a 3 merge [1, 2]", "a 4 merge done: true",
      ])
    expectEqual(report.rows["to"], ["4": 3])
    expectEqual(report.head["against"], ["file": "fails.jsonl", "runs": [[0, 0, 2], [3, 4, 1]]])
    expectEqual(
      report.head["verdict"],
      [
        "status": "ok", "judgement": "wrong", "headline": "works.jsonl and fails.jsonl part at 2",
        "text": "Steps: 2 equal, 1 only in works.jsonl, 1 only in fails.jsonl, 1 with other content", "seq": 2,
      ])
    expectEqual(report.head["open"], 2)
    expectEqual(
      report.head["problems"],
      [
        ["seq": 2, "kind": "other content", "text": "fails.jsonl has other arguments, at 2", "row": 3],
        ["seq": 2, "kind": "only there", "text": "Only fails.jsonl has this action, as 3", "row": 4],
        ["seq": 4, "kind": "only here", "text": "Only works.jsonl has this action", "row": 6],
      ])
    expectEqual(
      report.head["today"],
      [
        [
          "seq": 2,
          "members": [
            ["place": "/n", "recorded": ["effect": "set", "value": "3"], "today": ["effect": "set", "value": "5"]]
          ],
          "action": [
            [
              "place": "/merge/n", "recorded": ["effect": "set", "value": "3"],
              "today": ["effect": "set", "value": "5"],
            ]
          ],
        ]
      ])
    // The other journal's step has no part in this one's states.
    expectEqual(
      report.steps[4]["patch"], [["op": "add", "path": "/user", "value": ["name": "Ann"]]])
    try expectEqual(report.states()[3], ["n": 3, "l": [1, 2]])
  }

  @Test func `a journal does the same as itself`() throws {
    let report = try report("works", against: "works")
    expectEqual(report.head["verdict"]?["headline"], "works.jsonl and works.jsonl do the same")
    expectEqual(report.head["verdict"]?["judgement"], "fine")
    expectEqual(report.head["open"], nil)
    expectEqual(report.head["problems"], [])
    expectEqual(report.head["against"]?["runs"], [[0, 0, 5]])
  }

  @Test func `a place says which journal lacks an element, though both have one at its index`() throws {
    try record("longer", #"{"l":[1,2,3]}"#, [#"{"m":[1,2,3]}"#])
    try record("shorter", #"{"l":[1,3]}"#, [#"{"m":[1,3]}"#])
    let report = try report("longer", against: "shorter")
    let element: JSONValue = ["effect": "set", "value": "2"]
    let lack: JSONValue = ["effect": "lacks this element"]
    let steps = report.head["today"]?.array ?? []
    expectEqual(steps.first?["members"], [["place": "/l/1", "recorded": element, "today": lack]])
    expectEqual(steps.last?["action"], [["place": "/merge/m/1", "recorded": element, "today": lack]])
  }

  @Test func `numbers that are equal make no difference, however they are spelled`() throws {
    let changes = [#"{"n":1.0}"#, #"{"n":3.00}"#, #"{"l":[10e-1,2]}"#, #"{"done":true}"#]
    try record("spelled", #"{"n":0.0,"l":[1e0]}"#, changes)
    let report = try report("works", against: "spelled")
    expectEqual(report.head["verdict"]?["headline"], "works.jsonl and spelled.jsonl do the same")
    expectEqual(report.head["problems"], [])
    expectEqual(report.head["against"]?["runs"], [[0, 0, 5]])
  }

  @Test func `other first states and other effects of equal actions are differences`() throws {
    try record("other", #"{"n":0,"l":[9]}"#, [#"{"n":1}"#, #"{"n":3}"#, #"{"l":[1,2]}"#, #"{"done":true}"#])
    let report = try report("works", against: "other")
    expectEqual(
      report.head["problems"],
      [
        ["seq": 0, "kind": "differs", "text": "other.jsonl begins with another state, at 0", "row": 1],
        ["seq": 3, "kind": "differs", "text": "other.jsonl does something else, at 3", "row": 4],
      ])
    #expect(report.head["verdict"]?["text"]?.string?.hasSuffix(". 1 of the equal ones has another effect") == true)
    expectEqual(
      report.head["today"]?.array?.first?["members"],
      [["place": "/l/0", "recorded": ["effect": "set", "value": "1"], "today": ["effect": "set", "value": "9"]]])
  }

  @Test func `without patches and reducers, the recorded places and hashes are compared`() throws {
    tool.record("one.jsonl", #"{"add":{"_0":3}}"#, #"{"reset":{}}"#)
    tool.record("two.jsonl", #"{"add":{"_0":4}}"#, #"{"reset":{}}"#)
    let without = ReportComparisonTests(tool: tool.with(apps: []))
    let report = try without.report("one", against: "two")
    let members = try #require(report.head["today"]?.array?.first?["members"]?.array)
    expectEqual(members.map { $0["place"] }, ["/count", "/history"])
    for member in members {
      #expect(
        member["recorded"]?["hash"] != nil && member["recorded"]?["hash"] != member["today"]?["hash"], "\(member)")
    }
    // Both reset the count to 0.
    expectEqual(report.head["today"]?.array?.count, 1)
    // Of names alone, nothing is known of the states.
    let recorder = try Recorder(
      path: tool.folder.path(of: "four.jsonl"), app: AppIdentity(name: "none"), options: RecorderOptions(detail: .names)
    )
    let reduce = recorder.recording(TallyApp.reduce)
    var state = Tally()
    try reduce(&state, .add(1))
    recorder.close()
    let unknown = try without.report("four", against: "four")
    expectEqual(unknown.head["verdict"]?["headline"], "four.jsonl and four.jsonl have the same actions")
  }

  @Test func `a folder and the viewer take no other journal`() {
    expectEqual(tool.run("report DIR --against DIR/works.jsonl -o DIR/o").code, .usage)
    expectEqual(tool.run("report --viewer --against DIR/works.jsonl -o DIR/v.html").code, .usage)
  }
}
