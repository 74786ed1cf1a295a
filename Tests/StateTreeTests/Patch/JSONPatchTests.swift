import Expectations
import StateTree
import Testing

struct JSONPatchTests {
  @Test(arguments: PatchExample.rfc)
  func `a patch gives the results of RFC 6902, appendix A`(example: PatchExample) throws {
    try expectEqual(example.result(), JSONValue(parsing: example.expected).compact)
  }

  @Test(arguments: PatchExample.more)
  func `a patch follows the text of RFC 6902`(example: PatchExample) throws {
    try expectEqual(example.result(), example.expected)
  }

  @Test func `a patch applies in place, without copying members`() throws {
    var document = JSONValue.object(
      JSONObject((0..<1_000).map { ("file \($0)", ["name": .string("file \($0)"), "lines": [1, 2, 3]]) }))
    let patch = try JSONPatch(
      json: [
        ["op": "replace", "path": "/file 500/name", "value": "renamed"],
        ["op": "add", "path": "/file 7", "value": "changed"],
        ["op": "remove", "path": "/file 999/lines/0"],
        ["op": "test", "path": "/file 999/lines", "value": [2, 3]],
      ])
    func storage() -> UInt? {
      document.object?.values.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    let before = storage()
    try patch.apply(to: &document)
    expectEqual(storage(), before)
    expectEqual(document[JSONPointer(tokens: ["file 500", "name"])], "renamed")
  }

  @Test func `a patch applies a thousand operations to an object of five thousand members`() throws {
    var document = JSONValue.object(JSONObject((0..<5_000).map { ("file \($0)", .number(JSONNumber($0))) }))
    let operations = (0..<1_000).map { number -> JSONPatch.Operation in
      switch number % 4 {
      case 0: .replace(JSONPointer(tokens: ["file \(number)"]), "replaced")
      case 1: .add(JSONPointer(tokens: ["new \(number)"]), "added")
      case 2: .copy(from: JSONPointer(tokens: ["file 4999"]), to: JSONPointer(tokens: ["file \(number)"]))
      default: .test(JSONPointer(tokens: ["file \(number)"]), .number(JSONNumber(number)))
      }
    }
    try JSONPatch(operations).apply(to: &document)
    expectEqual(document.object?.count, 5_250)
    expectEqual(document["file 4"], "replaced")
    expectEqual(document["new 997"], "added")
    expectEqual(document["file 998"], 4999)
  }

  @Test func `a patch doesn't change copies of the document`() throws {
    var document: JSONValue = ["a": ["b": [1, 2]]]
    let copy = document
    try JSONPatch(json: [["op": "add", "path": "/a/b/-", "value": 3]]).apply(to: &document)
    expectEqual(document, ["a": ["b": [1, 2, 3]]])
    expectEqual(copy, ["a": ["b": [1, 2]]])
  }

  @Test func `a patch is written with its members in order, and can be read back`() throws {
    let text = """
      [{"op":"add","path":"/a~1b","value":null},{"op":"remove","path":"/a"},{"op":"replace","path":"","value":{}},\
      {"op":"move","from":"/a","path":"/b"},{"op":"copy","from":"","path":"/~0"},{"op":"test","path":"/","value":1}]
      """
    let patch = try JSONPatch(json: JSONValue(parsing: text))
    expectEqual(patch.json.compact, text)
    expectEqual(
      patch.operations,
      [
        .add(JSONPointer(tokens: ["a/b"]), nil), .remove(JSONPointer(tokens: ["a"])), .replace(.root, [:]),
        .move(from: JSONPointer(tokens: ["a"]), to: JSONPointer(tokens: ["b"])),
        .copy(from: .root, to: JSONPointer(tokens: ["~"])), .test(JSONPointer(tokens: [""]), 1),
      ])
    try expectEqual(
      JSONPatch(json: [["value": 1, "note": "ignored", "path": "/a", "op": "add", "from": 7]]).json.compact,
      #"[{"op":"add","path":"/a","value":1}]"#)
  }
}

/// A document, a patch and the result, as JSON text.
struct PatchExample: Sendable, CustomTestStringConvertible {
  let name: String
  let document: String
  let patch: String
  let expected: String

  init(_ name: String, _ document: String, _ patch: String, _ expected: String) {
    self.name = name
    self.document = document
    self.patch = patch
    self.expected = expected
  }

  var testDescription: String { name }

  func result() throws -> String {
    var value = try JSONValue(parsing: document)
    try JSONPatch(json: JSONValue(parsing: patch)).apply(to: &value)
    return value.compact
  }

  static let rfc = [
    PatchExample(
      "A.1 adding an object member", #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#,
      #"{"foo":"bar","baz":"qux"}"#),
    PatchExample(
      "A.2 adding an array element", #"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"qux"}]"#,
      #"{"foo":["bar","qux","baz"]}"#),
    PatchExample(
      "A.3 removing an object member", #"{"baz":"qux","foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#,
      #"{"foo":"bar"}"#),
    PatchExample(
      "A.4 removing an array element", #"{"foo":["bar","qux","baz"]}"#, #"[{"op":"remove","path":"/foo/1"}]"#,
      #"{"foo":["bar","baz"]}"#),
    PatchExample(
      "A.5 replacing a value", #"{"baz":"qux","foo":"bar"}"#, #"[{"op":"replace","path":"/baz","value":"boo"}]"#,
      #"{"baz":"boo","foo":"bar"}"#),
    PatchExample(
      "A.6 moving a value", #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
      #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
      #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#),
    PatchExample(
      "A.7 moving an array element", #"{"foo":["all","grass","cows","eat"]}"#,
      #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#, #"{"foo":["all","cows","eat","grass"]}"#),
    PatchExample(
      "A.8 testing a value: success", #"{"baz":"qux","foo":["a",2,"c"]}"#,
      #"[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]"#,
      #"{"baz":"qux","foo":["a",2,"c"]}"#),
    PatchExample(
      "A.10 adding a nested member object", #"{"foo":"bar"}"#,
      #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#, #"{"foo":"bar","child":{"grandchild":{}}}"#),
    PatchExample(
      "A.11 ignoring unrecognized elements", #"{"foo":"bar"}"#,
      #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#, #"{"foo":"bar","baz":"qux"}"#),
    PatchExample(
      "A.14 ~ escape ordering", #"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":10}]"#, #"{"/":9,"~1":10}"#),
    PatchExample(
      "A.16 adding an array value", #"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#,
      #"{"foo":["bar",["abc","def"]]}"#),
  ]

  static let more = [
    PatchExample("no operations", #"{"a":1}"#, "[]", #"{"a":1}"#),
    PatchExample(
      "add replaces a member",
      #"{"a":1,"b":2}"#, #"[{"op":"add","path":"/a","value":3}]"#, #"{"a":3,"b":2}"#),
    PatchExample("add at the end by index", "[1]", #"[{"op":"add","path":"/1","value":2}]"#, "[1,2]"),
    PatchExample("add at the front", "[1]", #"[{"op":"add","path":"/0","value":2}]"#, "[2,1]"),
    PatchExample("add replaces the root", #"{"a":1}"#, #"[{"op":"add","path":"","value":[1]}]"#, "[1]"),
    PatchExample("replace the root", #"{"a":1}"#, #"[{"op":"replace","path":"","value":null}]"#, "null"),
    PatchExample("- is a key of objects", #"{"-":1}"#, #"[{"op":"replace","path":"/-","value":2}]"#, #"{"-":2}"#),
    PatchExample("numbers are keys of objects", "{}", #"[{"op":"add","path":"/01","value":2}]"#, #"{"01":2}"#),
    PatchExample("the empty key", #"{"":{"":1}}"#, #"[{"op":"remove","path":"//"}]"#, #"{"":{}}"#),
    PatchExample(
      "move replaces a member", #"{"a":1,"b":2}"#, #"[{"op":"move","from":"/a","path":"/b"}]"#, #"{"b":1}"#),
    PatchExample("move to itself", #"{"a":1,"b":2}"#, #"[{"op":"move","from":"/a","path":"/a"}]"#, #"{"a":1,"b":2}"#),
    PatchExample("move of a part to the root", #"{"a":[1]}"#, #"[{"op":"move","from":"/a","path":""}]"#, "[1]"),
    PatchExample("move to the end", "[1,2,3]", #"[{"op":"move","from":"/0","path":"/-"}]"#, "[2,3,1]"),
    PatchExample("move up the tree", #"{"a":{"b":1}}"#, #"[{"op":"move","from":"/a/b","path":"/a"}]"#, #"{"a":1}"#),
    PatchExample("copy", #"{"a":[1]}"#, #"[{"op":"copy","from":"/a","path":"/a/0"}]"#, #"{"a":[[1],1]}"#),
    PatchExample(
      "copy of the root into itself",
      #"{"a":1}"#, #"[{"op":"copy","from":"","path":"/b"}]"#, #"{"a":1,"b":{"a":1}}"#),
    PatchExample(
      "a copy is a value of its own", #"{"a":{"x":1}}"#,
      #"[{"op":"copy","from":"/a","path":"/b"},{"op":"replace","path":"/b/x","value":2}]"#,
      #"{"a":{"x":1},"b":{"x":2}}"#),
    PatchExample("test: numbers by value", "[1]", #"[{"op":"test","path":"/0","value":1.0}]"#, "[1]"),
    PatchExample(
      "test: members in any order",
      #"{"a":1,"b":[]}"#, #"[{"op":"test","path":"","value":{"b":[],"a":1}}]"#, #"{"a":1,"b":[]}"#),
    PatchExample("test: null", #"{"a":null}"#, #"[{"op":"test","path":"/a","value":null}]"#, #"{"a":null}"#),
    PatchExample(
      "operations see what came before", "{}",
      #"[{"op":"add","path":"/a","value":{}},{"op":"add","path":"/a/b","value":[]},{"op":"add","path":"/a/b/-","value":7}]"#,
      #"{"a":{"b":[7]}}"#),
  ]
}
