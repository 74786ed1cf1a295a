import Expectations
import StateTree
import Testing

struct JSONPatchErrorTests {
  @Test(arguments: unreadable)
  func `a malformed patch is refused with a reason`(patch: String, message: String) throws {
    let json = try JSONValue(parsing: patch)
    let error = #expect(throws: JSONPatchError.self) { try JSONPatch(json: json) }
    expectEqual(error?.description, message)
  }

  @Test(arguments: inapplicable)
  func `a failed patch names the operation, the place and the reason, and changes nothing`(
    document: String, patch: String, message: String
  ) throws {
    let patch = try JSONPatch(json: JSONValue(parsing: patch))
    var value = try JSONValue(parsing: document)
    let error = #expect(throws: JSONPatchError.self) { try patch.apply(to: &value) }
    expectEqual(error?.description, message)
    expectEqual(error.map { patch.operations[$0.index ?? 0].path }, error?.pointer)
    expectEqual(value.compact, document)
  }

  @Test(arguments: undone)
  func `a failed patch undoes each kind of step and restores the member order`(step: String) throws {
    let document = #"{"a":1,"b":{"x":[1,2,3],"y":2},"c":3}"#
    let patch = try JSONPatch(json: JSONValue(parsing: "[\(step),{\"op\":\"remove\",\"path\":\"/no/where\"}]"))
    var value = try JSONValue(parsing: document)
    let error = #expect(throws: JSONPatchError.self) { try patch.apply(to: &value) }
    expectEqual(error?.index, patch.operations.count - 1)
    expectEqual(value.compact, document)
  }

  @Test func `a failed patch undoes steps in an object that is large enough for an index`() throws {
    let original = JSONValue.object(JSONObject((0..<40).map { ("k\($0)", .number(JSONNumber($0))) }))
    var operations = (0..<40).filter { $0 % 3 == 0 }.map { JSONPatch.Operation.remove(JSONPointer(tokens: ["k\($0)"])) }
    operations += (40..<50).map { .add(JSONPointer(tokens: ["k\($0)"]), []) }
    operations.append(.test(.root, "something else"))
    var value = original
    let error = #expect(throws: JSONPatchError.self) { try JSONPatch(operations).apply(to: &value) }
    #expect(error?.operation == "test the root" && error?.index == operations.count - 1)
    expectEqual(value.compact, original.compact)
    expectEqual(value["k39"], 39)
    expectEqual(value["k45"], nil)
  }
}

private let unreadable: [(String, String)] = [
  ("{}", "a JSON Patch is an array of operations, found an object"),
  ("null", "a JSON Patch is an array of operations, found null"),
  ("[1]", "operation 0: an operation is an object, found a number"),
  (#"[{"op":"remove","path":"/a"},{}]"#, #"operation 1: the member "op" is missing"#),
  (#"[{"op":null}]"#, #"operation 0: the member "op" must be a string, found null"#),
  (
    #"[{"op":"Add\u0007","path":"/a","value":1}]"#,
    #"operation 0: unknown op "Add\u0007"; known are add, remove, replace, move, copy, test"#
  ),
  (#"[{"op":"add","value":1}]"#, #"operation 0 (add): the member "path" is missing"#),
  (
    #"[{"op":"add","path":["a"],"value":1}]"#,
    #"operation 0 (add): the member "path" must be a string, found an array"#
  ),
  (#"[{"op":"add","path":"/a"}]"#, #"operation 0 (add): the member "value" is missing"#),
  (#"[{"op":"replace","path":"/a"}]"#, #"operation 0 (replace): the member "value" is missing"#),
  (#"[{"op":"test","path":"/a"}]"#, #"operation 0 (test): the member "value" is missing"#),
  (#"[{"op":"remove"}]"#, #"operation 0 (remove): the member "path" is missing"#),
  (#"[{"op":"move","path":"/a"}]"#, #"operation 0 (move): the member "from" is missing"#),
  (
    #"[{"op":"copy","from":true,"path":"/a"}]"#,
    #"operation 0 (copy): the member "from" must be a string, found a boolean"#
  ),
  (#"[{"op":"copy","from":"/a"}]"#, #"operation 0 (copy): the member "path" is missing"#),
  (
    #"[{"op":"remove","path":"a"}]"#,
    #"operation 0 (remove): "path" is "a", but a JSON Pointer is empty or starts with "/""#
  ),
  (
    #"[{"op":"move","from":"/~","path":"/b"}]"#,
    #"operation 0 (move): "from" is "/~", but "~" at byte 1 of a JSON Pointer is not followed by 0 (for "~") or 1 (for "/")"#
  ),
]

private let inapplicable: [(String, String, String)] = [
  (
    #"{"files":{}}"#,
    #"[{"op":"test","path":"/files","value":{}},{"op":"replace","path":"/files/a","value":1}]"#,
    #"operation 1 (replace /files/a): no member "a" in /files"#
  ),
  ("{}", #"[{"op":"remove","path":"/a"}]"#, #"operation 0 (remove /a): no member "a" in the root"#),
  ("{}", #"[{"op":"add","path":"/a/b","value":1}]"#, #"operation 0 (add /a/b): no member "a" in the root"#),
  (
    "{}", #"[{"op":"remove","path":""}]"#,
    "operation 0 (remove the root): the whole document cannot be removed; replace it instead"
  ),
  (
    #"{"a":1}"#, #"[{"op":"add","path":"/a/b","value":1}]"#,
    "operation 0 (add /a/b): /a is a number, which has no members or elements"
  ),
  (
    "null", #"[{"op":"remove","path":"/b"}]"#,
    "operation 0 (remove /b): the root is null, which has no members or elements"
  ),
  (
    #"{"a":"text"}"#, #"[{"op":"replace","path":"/a/b/c","value":1}]"#,
    "operation 0 (replace /a/b/c): /a is a string, which has no members or elements"
  ),
  (
    "[1]", #"[{"op":"add","path":"/2","value":1}]"#,
    "operation 0 (add /2): no element 2 in the root, an array of 1 element"
  ),
  (
    #"{"a":[1,2]}"#, #"[{"op":"replace","path":"/a/2","value":1}]"#,
    "operation 0 (replace /a/2): no element 2 in /a, an array of 2 elements"
  ),
  (
    #"{"a":[1,2]}"#, #"[{"op":"remove","path":"/a/-"}]"#,
    #"operation 0 (remove /a/-): "-" is the position after the last element of /a, which has no value"#
  ),
  (
    #"{"a":[[1]]}"#, #"[{"op":"add","path":"/a/-/0","value":1}]"#,
    #"operation 0 (add /a/-/0): "-" is the position after the last element of /a, which has no value"#
  ),
  (
    "[1,2]", #"[{"op":"remove","path":"/01"}]"#,
    #"operation 0 (remove /01): "01" is not an index into the root, which is an array"#
  ),
  (
    #"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/bar","value":1}]"#,
    #"operation 0 (add /foo/bar): "bar" is not an index into /foo, which is an array"#
  ),
  (
    #"{"a":{"b":1}}"#, #"[{"op":"move","from":"/a","path":"/a/b"}]"#,
    "operation 0 (move /a to /a/b): a value cannot be moved into itself"
  ),
  (
    #"{"a":1}"#, #"[{"op":"move","from":"","path":"/a"}]"#,
    "operation 0 (move the root to /a): a value cannot be moved into itself"
  ),
  (
    #"{"a":1}"#, #"[{"op":"move","from":"/b","path":"/b"}]"#,
    #"operation 0 (move /b to /b): no member "b" in the root"#
  ),
  (
    #"{"a":1,"b":2}"#, #"[{"op":"move","from":"/a","path":"/c/d"}]"#,
    #"operation 0 (move /a to /c/d): no member "c" in the root"#
  ),
  (
    #"{"a":1}"#, #"[{"op":"copy","from":"/b","path":"/c"}]"#,
    #"operation 0 (copy /b to /c): no member "b" in the root"#
  ),
  // RFC 6902, A.9, A.12 and A.15
  (
    #"{"baz":"qux"}"#, #"[{"op":"test","path":"/baz","value":"bar"}]"#,
    #"operation 0 (test /baz): expected "bar" at /baz, found "qux""#
  ),
  (
    #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#,
    #"operation 0 (add /baz/bat): no member "baz" in the root"#
  ),
  (
    #"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":"10"}]"#,
    #"operation 0 (test /~01): expected "10" at /~01, found 10"#
  ),
  (
    #"{"a":1}"#, #"[{"op":"test","path":"/b","value":null}]"#,
    #"operation 0 (test /b): no member "b" in the root"#
  ),
  (
    #"{"a":{"b":[1,{"c":2}]}}"#, #"[{"op":"test","path":"/a","value":{"b":[1,{"c":3}]}}]"#,
    "operation 0 (test /a): expected 3 at /a/b/1/c, found 2"
  ),
  (
    #"{"a":{}}"#, #"[{"op":"test","path":"/a","value":{"b":[1,2]}}]"#,
    "operation 0 (test /a): expected an array of 2 elements at /a/b, found nothing"
  ),
  (
    #"{"a":[{}]}"#, #"[{"op":"test","path":"/a","value":[]}]"#,
    "operation 0 (test /a): expected nothing at /a/0, found {}"
  ),
  (
    #"{"a":[1]}"#, #"[{"op":"test","path":"/a","value":[1,false]}]"#,
    "operation 0 (test /a): expected false at /a/1, found nothing"
  ),
  (
    #"{"a":{"b":{"c":1}}}"#, #"[{"op":"test","path":"/a","value":{}}]"#,
    "operation 0 (test /a): expected nothing at /a/b, found an object of 1 member"
  ),
]

private let undone = [
  #"{"op":"add","path":"/d","value":1}"#,
  #"{"op":"add","path":"/a","value":9}"#,
  #"{"op":"add","path":"/b/x/-","value":9}"#,
  #"{"op":"add","path":"/b/x/0","value":9}"#,
  #"{"op":"add","path":"","value":9}"#,
  #"{"op":"remove","path":"/a"}"#,
  #"{"op":"remove","path":"/b/x"}"#,
  #"{"op":"remove","path":"/b/x/1"}"#,
  #"{"op":"replace","path":"/b","value":9}"#,
  #"{"op":"replace","path":"","value":9}"#,
  #"{"op":"move","from":"/a","path":"/b/y"}"#,
  #"{"op":"move","from":"/b/x/0","path":"/b/x/-"}"#,
  #"{"op":"move","from":"/b/x","path":"/b"}"#,
  #"{"op":"move","from":"/b/x","path":""}"#,
  #"{"op":"move","from":"/a","path":"/a"}"#,
  #"{"op":"copy","from":"","path":"/b/x/1"}"#,
  #"{"op":"remove","path":"/b/x/1"},{"op":"remove","path":"/b/y"},{"op":"move","from":"/b","path":"/a"}"#,
]
