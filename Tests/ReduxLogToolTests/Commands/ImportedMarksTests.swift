import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import StateTree
import TestSupport
import Testing

/// `import` of what the Redux DevTools write in place of values that JSON lacks.
struct ImportedMarksTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  /// A lifted state with an action for each state after the first one. Members are added before `computedStates`.
  private static func lifted(_ states: [String], adding members: String = "") -> String {
    let actions = states.indices.map { index in
      let type = index == 0 ? "@@INIT" : "step\(index)"
      return #""\#(index)":{"type":"PERFORM_ACTION","action":{"type":"\#(type)"},"timestamp":\#(1000 * (index + 1))}"#
    }
    let computed = states.map { #"{"state":\#($0)}"# }
    return """
      {"actionsById":{\(actions.joined(separator: ","))},"stagedActionIds":\(Array(states.indices)),\(members)
      "computedStates":[\(computed.joined(separator: ","))]}
      """
  }

  private func imported(_ text: String, _ options: String = "") -> CallResult {
    tool.folder.create("s.json", text)
    return tool.run("import DIR/s.json -o DIR/j.jsonl --force\(options)")
  }

  private func state(_ seq: Int) throws -> JSONValue {
    try JSONValue(parsing: tool.run("show DIR/j.jsonl@\(seq)").output)
  }

  @Test(
    arguments: [
      (#"{"$jsan":"$.computedStates[0].state.items[1]"}"#, ["b": 2]),
      (#"{"$jsan":"$.computedStates[0].state[\"two words\"].deep"}"#, true),
      (#"{"$jsan":"$.computedStates[0].state[\"a.\\\"b\\\"\"]"}"#, "quoted"),
      (#"{"$jsan":"$.actionsById.1.action"}"#, ["type": "step1"]),
      (#"{"$jsan":"$.computedStates[0].state.same[0]"}"#, ["a": 1]),
      (#"{"$jsan":"d1700000000000"}"#, "2023-11-14T22:13:20.000Z"), (#"{"$jsan":"dNaN"}"#, nil),
      (#"{"$jsan":"d-1"}"#, "1969-12-31T23:59:59.999Z"), (#"{"$jsan":"d1e300"}"#, nil),
      (#"{"$jsan":"n"}"#, "NaN"), (#"{"$jsan":"i"}"#, "Infinity"), (#"{"$jsan":"y"}"#, "-Infinity"),
      (#"{"$jsan":"rgi,a+b,c"}"#, "/a+b,c/gi"), (#"{"$jsan":"fadd => /* ... */"}"#, "add => /* ... */"),
      (#"{"$jsan":"eno more"}"#, "Error: no more"), (#"{"$jsan":"sid"}"#, "Symbol(id)"),
      (#"{"$jsan":"gid"}"#, "Symbol(id)"), (#"{"$jsan":"l[1,{\"$jsan\":\"u\"}]"}"#, [1, nil]),
      (#"{"$jsan":"m[[\"k\",{\"$jsan\":\"d0\"}]]"}"#, ["k": "1970-01-01T00:00:00.000Z"]),
      (#"{"$jsan":"m[[1,2],[3,4]]"}"#, [[1, 2], [3, 4]]),
      (#"{"$jsan":"m[[\"a\",{}],[\"b\",{\"$jsan\":\"$[0]\"}]]"}"#, ["a": [:], "b": ["a", [:]]]),
      (#"[1,{"$jsan":"u"},{"x":{"$jsan":"u"}}]"#, [1, nil, [:]]),
      (#"{"$jsan":["$.a"]}"#, ["$jsan": "$.a"]), (#"{"$jsan":[["u"]],"b":1}"#, ["$jsan": ["u"], "b": 1]),
      (#"{"$jsan":""}"#, ["$jsan": ""]), (#"{"$jsan":"zebra"}"#, "zebra"), (#"{"$jsan":1}"#, ["$jsan": 1]),
      (#"{"data":{"a":1},"__serializedType__":"ImmutableMap"}"#, ["a": 1]),
      (#"{"data":{"0":"a","1":"b"},"__serializedType__":"ImmutableList"}"#, ["a", "b"]),
      (#"{"data":{},"__serializedType__":"ImmutableSet"}"#, []),
      (#"{"data":["a"],"__serializedType__":"ImmutableStack"}"#, ["a"]),
      (#"{"data":{"n":1},"__serializedType__":"ImmutableRecord","__serializedRef__":0}"#, ["n": 1]),
      (#"{"data":1,"__serializedType__":"x","more":1}"#, ["data": 1, "__serializedType__": "x", "more": 1]),
    ] as [(String, JSONValue)])
  func `a mark becomes what JSON has for its value`(mark: String, value: JSONValue) throws {
    let first =
      #"{"items":[{"a":1},{"b":2}],"same":{"$jsan":"$.computedStates[0].state.items"},"two words":{"deep":true},"#
      + #""a.\"b\"":"quoted"}"#
    expectEqual(imported(Self.lifted([first, #"{"value":\#(mark)}"#, mark])).code, .fine)
    try expectEqual(state(1), ["value": value])
    try expectEqual(state(2), value)
    try expectEqual(state(0)["same"], [["a": 1], ["b": 2]])
    expectEqual(tool.run("verify DIR/j.jsonl --no-replay").code, .fine)
  }

  @Test func `an action that changed nothing changes nothing, though its state is written as a path`() throws {
    let states = [#"{"n":0,"sel":{"id":7}}"#, #"{"n":1,"sel":{"$jsan":"$.computedStates[0].state.sel"}}"#]
    let third = #"{"n":1,"sel":{"$jsan":"$.computedStates[0].state.sel"}}"#
    expectEqual(imported(Self.lifted(states + [third])).code, .fine)
    let log = tool.run("log DIR/j.jsonl").output
    #expect(log.contains("step1  /n\n") && log.hasSuffix("step2\n"), "\(log)")
  }

  @Test func `the marks of the panel's export with its text inside another are read, too`() throws {
    let text = Self.lifted(["{}", #"{"at":{"$jsan":"d0"}}"#])
    expectEqual(imported((["payload": .string(text)] as JSONValue).compact).code, .fine)
    try expectEqual(state(1), ["at": "1970-01-01T00:00:00.000Z"])
  }

  @Test func `names in paths are equal by bytes`() throws {
    let first = "{\"\u{e9}\":[1],\"e\u{301}\":[2]}"
    let paths = ["\u{e9}", "e\u{301}"].map { #"{"$jsan":"$.computedStates[0].state[\"\#($0)\"]"}"# }
    expectEqual(imported(Self.lifted([first, "[\(paths.joined(separator: ","))]"])).code, .fine)
    try expectEqual(state(1), [[1], [2]])
  }

  @Test func `an action's marks are read`() throws {
    let text = Self.lifted(["{}", "{}"]).replacing(
      #"{"type":"step1"}"#, with: #"{"type":"step1","at":{"$jsan":"d0"},"$jsan":["x"]}"#)
    expectEqual(imported(text).code, .fine)
    #expect(tool.run("log DIR/j.jsonl").output.contains(#"step1(at: "1970-01-01T00:00:00.000Z", "$jsan": "x")"#))
  }

  @Test(arguments: [
    (#"{"$jsan":"u"}"#, "it is undefined"), (#""cut \ud83d""#, "it isn't JSON: half of a surrogate pair at byte "),
    (#"{"$jsan":"$"}"#, "it contains itself"), (#"{"a":{"$jsan":"$.computedStates[1].state"}}"#, "it contains itself"),
    (#"{"a":{"b":{"$jsan":"$.computedStates[1].state.a"}}}"#, "it contains itself"),
    (#"{"a":{"$jsan":"$.computedStates[1].state.a.b"}}"#, "it contains itself"),
    (#"{"$jsan":"$.nothing"}"#, "it refers to $.nothing, which the file doesn't hold"),
    (#"{"$jsan":"$.computedStates[9]"}"#, "it refers to $.computedStates[9], which"),
    (#"{"$jsan":"$["}"#, "it refers to $[, which"), (#"{"$jsan":"$x"}"#, "it refers to $x, which"),
    (#"{"$jsan":"m[[\"a\",{\"$jsan\":\"$.computedStates[0]\"}]]"}"#, "it refers to $.computedStates[0], which"),
    (#"{"$jsan":"m[["}"#, "it isn't JSON: "), (#"{"a":1,"a":2}"#, "it isn't JSON: duplicate key"),
    ("01", "it isn't JSON: "),
    (String(repeating: "[", count: 600) + String(repeating: "]", count: 600), "it has more than 512 levels of nesting"),
  ]) func `a state that can't be read is missing, and the rest is there`(state: String, problem: String) throws {
    let result = imported(Self.lifted([#"{"n":0}"#, state, #"{"n":2}"#]))
    expectEqual(result.code, .fine)
    #expect(result.errorOutput.contains("1 state missing; the first is state 1, after step1: \(problem)"), "\(result)")
    try expectEqual(self.state(0), ["n": 0])
    try expectEqual(self.state(2), ["n": 2])
    expectEqual(tool.run("show DIR/j.jsonl@1").code, .trouble)
    expectEqual(tool.run("verify DIR/j.jsonl --no-replay").code, .fine)
    expectEqual(tool.run("report DIR/j.jsonl -o DIR/j.html --force").code, .fine)
  }

  @Test func `a chain of paths may be as long as a state may be deep`() throws {
    func chain(_ count: Int) -> String {
      (0..<count).map { #""c\#($0)":{"$jsan":"$.c\#($0 + 1)"},"# }.joined() + #""c\#(count)":7,"#
    }
    expectEqual(imported(Self.lifted(["{}", #"{"$jsan":"$.c0"}"#], adding: chain(100))).code, .fine)
    try expectEqual(state(1), 7)
    #expect(
      imported(Self.lifted(["{}", #"{"$jsan":"$.c0"}"#], adding: chain(2000))).errorOutput.contains(
        "it has more than 512 levels of nesting"))
  }

  @Test func `a file that grows without end when its paths are followed is refused`() {
    let bomb = (0..<60).map { #""b\#($0)":[{"$jsan":"$.b\#($0 + 1)"},{"$jsan":"$.b\#($0 + 1)"}],"# }.joined()
    let result = imported(
      Self.lifted(["{}", #"{"$jsan":"$.b0"}"#], adding: bomb + #""b60":0,"#), " --max-line 1M")
    expectEqual(
      result,
      CallResult(
        code: .trouble, output: "",
        errorOutput: """
          DIR/s.json: error: the state after the action 1 is too large with all that it refers to: it has more than 32768 values and keys
            If the file is right, raise the limit with --max-line BYTES.

          """))
  }
}
