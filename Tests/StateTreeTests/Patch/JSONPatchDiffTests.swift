import Expectations
import StateTree
import TestSupport
import Testing

struct JSONPatchDiffTests {
  @Test(arguments: [20, 21])
  func `a diff whose pointers would be too large replaces the whole document`(count: Int) throws {
    func deep(_ value: Int) -> JSONValue {
      let members = JSONObject((0..<count).map { ("k\($0)", .number(JSONNumber(value))) })
      return (0..<99).reduce(.object(members)) { inner, _ in .object(JSONObject([("a", inner)])) }
    }
    let (old, new) = (deep(1), deep(2))
    let nodes = try (JSONDocument(Array(old.compact.utf8)).root, JSONDocument(Array(new.compact.utf8)).root)
    for patch in [
      JSONPatch.changes(from: old, to: new, tokenLimit: 2000).patch,
      JSONPatch.changes(from: nodes.0, to: nodes.1, tokenLimit: 2000).patch,
    ] {
      expectEqual(patch.operations.count, (count == 20 ? 20 : 1))
      var patched = old
      try patch.apply(to: &patched)
      expectEqual(patched, new)
    }
  }

  @Test(arguments: diffs)
  func `a diff is small and readable`(example: DiffExample) throws {
    let old = try JSONValue(parsing: example.old)
    let new = try JSONValue(parsing: example.new)
    let patch = JSONPatch.diff(from: old, to: new)
    expectEqual(patch.operations.map(\.json.compact), example.operations)
    var value = old
    try patch.apply(to: &value)
    expectEqual(value, new)
  }

  @Test(arguments: 0..<UInt64(Soak.count(4, soak: 40)))
  func `a diff turns any document into any other`(seed: UInt64) throws {
    var random = RandomDocuments(seed: seed)
    for round in 0..<150 {
      let old = random.document(depth: 4)
      let new = round % 3 == 0 ? random.document(depth: 4) : random.changed(old)
      let patch = JSONPatch.diff(from: old, to: new)
      var value = old
      try patch.apply(to: &value)
      expectEqual(value, new, "seed \(seed), round \(round): \(old.compact) to \(new.compact) by \(patch.json.compact)")
      expectEqual(patch.isEmpty, (old == new), "seed \(seed), round \(round)")
      let reread = try JSONPatch(json: JSONValue(parsing: patch.json.compact))
      expectEqual(reread, patch, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: 0..<UInt64(Soak.count(4, soak: 40)))
  func `a diff of texts finds the same operations, with the values that each removes`(seed: UInt64) throws {
    var random = RandomDocuments(seed: seed)
    for round in 0..<100 {
      let old = random.document(depth: 4)
      let new = round % 3 == 0 ? random.document(depth: 4) : random.changed(old)
      let found = JSONPatch.changes(from: try node(old.compact), to: try node(new.compact))
      expectEqual(found.patch, JSONPatch.diff(from: old, to: new), "seed \(seed), round \(round)")
      var state = old
      for (operation, replaced) in zip(found.patch.operations, found.replaced) {
        switch operation {
        case .remove(let path), .replace(let path, _):
          expectEqual(state[path], replaced, "seed \(seed), round \(round)")
        default: expectEqual(replaced, nil, "seed \(seed), round \(round)")
        }
        try JSONPatch([operation]).apply(to: &state)
      }
      expectEqual(found.replaced.count, found.patch.operations.count)
    }
  }

  @Test(
    arguments: [
      (#"{"a":1,"b":"x"}"#, #"{"b":"\u0078", "\u0061":1.0}"#, "[]"),
      (#"{"a":"1"}"#, #"{"a":1}"#, #"[{"op":"replace","path":"/a","value":1}]"#),
      (
        #"{"a":{"b":1,"c":[]}}"#, #"{"a":{"c":[ ],"d":{}}}"#,
        #"[{"op":"remove","path":"/a/b"},{"op":"add","path":"/a/d","value":{}}]"#
      ),
      ("[1,2]", "[1, 2]", "[]"), ("{}", "[]", #"[{"op":"replace","path":"","value":[]}]"#),
    ])
  func `different spellings of a value are no difference`(old: String, new: String, patch: String) throws {
    expectEqual(JSONPatch.changes(from: try node(old), to: try node(new)).patch.json.compact, patch)
  }

  private func node(_ text: String) throws -> JSONNode { try JSONDocument(Array(text.utf8)).root }

  @Test func `a diff skips what two documents share in memory`() throws {
    let old = JSONValue.object(JSONObject((0..<100).map { ("\($0)", .array([1, 2, 3, .number(JSONNumber($0))])) }))
    var new = old
    try JSONPatch(json: [["op": "replace", "path": "/50/1", "value": 7]]).apply(to: &new)
    expectEqual(JSONPatch.diff(from: old, to: new).json.compact, #"[{"op":"replace","path":"/50/1","value":7}]"#)
  }

  @Test func `a diff of arrays with little in common is fast and correct`() throws {
    let numbers = (0..<3_000).map { JSONValue.number(JSONNumber($0)) }
    func pair(_ number: Int) -> JSONValue {
      [.number(JSONNumber(number)), "a text that is worth keeping, as it is long"]
    }
    let pairs = (0..<3_000).map(pair)
    let changed = (0..<3_000).map { pair($0 % 2 == 0 ? $0 : -$0) }
    for (old, new) in [(numbers, Array(numbers.reversed())), (pairs, changed), (pairs, numbers)] {
      let patch = JSONPatch.diff(from: .array(old), to: .array(new))
      var value = JSONValue.array(old)
      try patch.apply(to: &value)
      expectEqual(value, .array(new))
    }
    let patch = JSONPatch.diff(from: .array(pairs), to: .array(changed))
    expectEqual(patch.operations.count, 1_500)
    expectEqual(patch.operations.first?.json.compact, #"{"op":"replace","path":"/1/0","value":-1}"#)
  }

  @Test func `a diff finds the one change at the bottom of deep arrays`() throws {
    let (old, new) = (deep(1) { [7, $0, 8] }, deep(2) { [7, $0, 8] })
    let place = JSONPointer(tokens: Array(repeating: "1", count: 500) + ["20"])
    expectEqual(JSONPatch.diff(from: old, to: new).operations, [.replace(place, 2)])
    var value = old
    let error = #expect(throws: JSONPatchError.self) { try JSONPatch([.test(.root, new)]).apply(to: &value) }
    expectEqual(error?.reason, .differs(at: place, expected: 2, found: 1))
  }

  @Test(arguments: [false, true])
  func `a diff is correct where every level of deep arrays changed`(inFront: Bool) throws {
    func around(_ last: JSONValue) -> (JSONValue) -> JSONValue {
      { inFront ? ["some text that stays as it is", last, $0] : [$0, last, "some text that stays as it is"] }
    }
    let (old, new) = (deep(1, around(1)), deep(2, around(2)))
    var value = old
    try JSONPatch.diff(from: old, to: new).apply(to: &value)
    expectEqual(value, new)
  }

  private func deep(_ last: JSONValue, _ around: (JSONValue) -> JSONValue) -> JSONValue {
    (0..<500).reduce(.array(Array(repeating: 0, count: 20) + [last])) { value, _ in around(value) }
  }

  @Test(arguments: 0..<20)
  func `a diff moves as few identified elements as possible`(seed: UInt64) throws {
    var random = RandomDocuments(seed: seed)
    let text = JSONValue.string(String(repeating: "long enough to be worth a move ", count: 4))
    let elements = (0..<200).map { JSONValue.object(JSONObject([("id", .number(JSONNumber($0))), ("text", text)])) }
    var shuffled = elements
    let moved = random.below(12)
    for _ in 0..<moved {
      shuffled.insert(shuffled.remove(at: random.below(200)), at: random.below(200))
    }
    let patch = JSONPatch.diff(from: .array(elements), to: .array(shuffled))
    #expect(patch.operations.count <= moved, "seed \(seed)")
    #expect(patch.operations.allSatisfy { $0.name == "move" }, "seed \(seed)")
    var value = JSONValue.array(elements)
    try patch.apply(to: &value)
    expectEqual(value, .array(shuffled), "seed \(seed)")
  }
}

/// Two documents and the operations between them, as JSON text.
struct DiffExample: Sendable, CustomTestStringConvertible {
  let old: String
  let new: String
  let operations: [String]

  init(_ old: String, _ new: String, _ operations: [String]) {
    self.old = old
    self.new = new
    self.operations = operations
  }

  var testDescription: String { "\(old) to \(new)" }
}

private let diffs = [
  DiffExample("1", "1.0", []),
  DiffExample(#"{"a":1,"b":[1e1]}"#, #"{"b":[10],"a":1.0}"#, []),
  DiffExample("1", "2", [#"{"op":"replace","path":"","value":2}"#]),
  DiffExample("0", "-0", [#"{"op":"replace","path":"","value":-0}"#]),
  DiffExample(#"{"a":1}"#, "[]", [#"{"op":"replace","path":"","value":[]}"#]),
  DiffExample("null", "{}", [#"{"op":"replace","path":"","value":{}}"#]),
  DiffExample(
    #"{"z":1,"keep":{"deep":[1,2]},"change":1,"y":null}"#, #"{"new":{"a":1},"change":2,"keep":{"deep":[1,2]}}"#,
    [
      #"{"op":"remove","path":"/z"}"#, #"{"op":"remove","path":"/y"}"#, #"{"op":"add","path":"/new","value":{"a":1}}"#,
      #"{"op":"replace","path":"/change","value":2}"#,
    ]),
  DiffExample(
    #"{"":{"a/b":{"m~n":1}}}"#, #"{"":{"a/b":{"m~n":null}}}"#, [#"{"op":"replace","path":"//a~1b/m~0n","value":null}"#]),
  DiffExample(
    "{\"\u{e9}\":1}", "{\"e\u{301}\":1}",
    ["{\"op\":\"remove\",\"path\":\"/\u{e9}\"}", "{\"op\":\"add\",\"path\":\"/e\u{301}\",\"value\":1}"]),
  // Arrays without ids.
  DiffExample("[1,2]", "[1,2,3]", [#"{"op":"add","path":"/2","value":3}"#]),
  DiffExample("[1,2,3,4]", "[2,3,4]", [#"{"op":"remove","path":"/0"}"#]),
  DiffExample("[]", "[[]]", [#"{"op":"add","path":"/0","value":[]}"#]),
  DiffExample("[1,2,3]", "[]", [#"{"op":"replace","path":"","value":[]}"#]),
  DiffExample("[1,2,3]", "[3,2,1]", [#"{"op":"replace","path":"","value":[3,2,1]}"#]),
  DiffExample("[1,2,3,4]", "[5,6,7,8]", [#"{"op":"replace","path":"","value":[5,6,7,8]}"#]),
  DiffExample(
    #"["one","two","three","four","five","six","seven","eight","nine","ten"]"#,
    #"["zero","one","two","three","IV","five","six","seven","eight","ten"]"#,
    [
      #"{"op":"add","path":"/0","value":"zero"}"#, #"{"op":"replace","path":"/4","value":"IV"}"#,
      #"{"op":"remove","path":"/9"}"#,
    ]),
  DiffExample(
    #"[["a","a long text that stays as it is"],["b","another long text that stays"]]"#,
    #"[["x","y"],["a","a long text that stays as it is"],["c","another long text that stays"]]"#,
    [#"{"op":"add","path":"/0","value":["x","y"]}"#, #"{"op":"replace","path":"/2/0","value":"c"}"#]),
  DiffExample(
    #"[{"name":"a","text":"a long text that stays as it is","done":false}]"#,
    #"[{"name":"a","text":"a long text that stays as it is","done":true}]"#,
    [#"{"op":"replace","path":"/0/done","value":true}"#]),
  DiffExample(
    #"{"list":[{"a":1,"b":2},{"c":"something that stays, and is long enough to make it worth it"}]}"#,
    #"{"list":[{"a":2,"b":3},{"c":"something that stays, and is long enough to make it worth it"}]}"#,
    [#"{"op":"replace","path":"/list/0","value":{"a":2,"b":3}}"#]),
  // Arrays with ids.
  DiffExample(
    #"[{"id":1,"done":false},{"id":2,"done":false}]"#, #"[{"id":1,"done":false},{"id":2,"done":true}]"#,
    [#"{"op":"replace","path":"/1/done","value":true}"#]),
  DiffExample(
    #"[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}]"#, #"[{"id":"b"},{"id":"c"},{"id":"d"},{"id":"a"}]"#,
    [#"{"op":"move","from":"/0","path":"/3"}"#]),
  DiffExample(
    #"[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}]"#, #"[{"id":"d"},{"id":"a"},{"id":"b"},{"id":"c"}]"#,
    [#"{"op":"move","from":"/3","path":"/0"}"#]),
  DiffExample(
    #"{"todos":[{"id":1,"title":"Water"},{"id":2,"title":"Bread"},{"id":3,"title":"Milk"},{"id":4,"title":"Tea"}]}"#,
    #"{"todos":[{"id":4,"title":"Tea"},{"id":9,"title":"Salt"},{"id":1,"title":"Water!"},{"id":3,"title":"Milk"}]}"#,
    [
      #"{"op":"remove","path":"/todos/1"}"#, #"{"op":"move","from":"/todos/2","path":"/todos/0"}"#,
      #"{"op":"add","path":"/todos/1","value":{"id":9,"title":"Salt"}}"#,
      #"{"op":"replace","path":"/todos/2/title","value":"Water!"}"#,
    ]),
  DiffExample(
    #"[{"id":1,"n":1},{"id":1.0,"n":2}]"#, #"[{"id":1,"n":1},{"id":1.0,"n":3}]"#,
    [#"{"op":"replace","path":"/1/n","value":3}"#]),
  DiffExample(#"[{"id":1}]"#, #"[{"id":1.0},{"id":"1"}]"#, [#"{"op":"add","path":"/1","value":{"id":"1"}}"#]),
  DiffExample(#"[{"id":[1],"n":1}]"#, #"[{"id":[1],"n":2}]"#, [#"{"op":"replace","path":"/0/n","value":2}"#]),
]
