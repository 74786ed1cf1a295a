import StateTree
import Testing

@Suite("JSON Patch that would make a document too deep or too large")
struct PatchLimitsTests {
  @Test("the tokens of all pointers", arguments: [4096, 4097])
  func tokens(count: Int) {
    let operation: JSONValue = [
      "op": "remove", "path": .string(String(repeating: "/a", count: 512)),
    ]
    let patch = JSONValue.array([JSONValue](repeating: operation, count: count))
    do throws(JSONPatchError) {
      let read = try JSONPatch(json: patch)
      #expect(read.operations.count == 4096 && count == 4096)
    } catch {
      #expect(count == 4097 && error.index == 4096 && error.reason == .tooManyTokens(limit: 1 << 21))
    }
  }

  @Test("copies into itself: each operation doubles the depth")
  func depth() throws {
    var value: JSONValue = ["a": [:]]
    let patch = JSONPatch(
      (0..<20).map { .copy(from: .root, to: JSONPointer(tokens: Array(repeating: "a", count: 1 << $0))) })
    let error = #expect(throws: JSONPatchError.self) { try patch.apply(to: &value) }
    #expect(error?.reason == .tooDeep(limit: 512))
    #expect(error?.index == 8)
    #expect(value.compact == #"{"a":{}}"#)
  }

  @Test("may reach the limit of depth, but not go beyond it", arguments: ["add", "replace", "move"])
  func limit(name: String) throws {
    func patched(levels: Int) throws -> JSONValue {
      var value: JSONValue = ["a": ["b": 0], "c": nested(levels)]
      let path = try JSONPointer("/a/b")
      let operation: JSONPatch.Operation =
        switch name {
        case "add": .add(path, nested(levels))
        case "replace": .replace(path, nested(levels))
        default: .move(from: try JSONPointer("/c"), to: path)
        }
      try JSONPatch([operation]).apply(to: &value)
      return value
    }
    #expect(try patched(levels: 510)["a"]?["b"] == nested(510))
    #expect(throws: JSONPatchError.self) { try patched(levels: 511) }
  }

  @Test("copies into itself: each operation doubles the size")
  func size() throws {
    var value: JSONValue = ["a": ["some text"]]
    let patch = JSONPatch(
      (0..<40).map { _ in .copy(from: JSONPointer(tokens: ["a"]), to: JSONPointer(tokens: ["a", "-"])) })
    let error = #expect(throws: JSONPatchError.self) { try patch.apply(to: &value) }
    #expect(error?.reason == .copiesTooMuch(limit: 8 << 20))
    #expect(
      error?.description == """
        operation 19 (copy /a to /a/-): the copy would make the document larger than 8 MiB of JSON; \
        add the value instead
        """)
    #expect(value.compact == #"{"a":["some text"]}"#)
  }

  private func nested(_ levels: Int) -> JSONValue {
    (0..<levels).reduce(JSONValue.null) { value, _ in .array([value]) }
  }

  @Test("copies little by little, patch after patch")
  func growth() throws {
    var value: JSONValue = ["a": .array([.string(String(repeating: "x", count: 1 << 20))])]
    let patch = JSONPatch([.copy(from: JSONPointer(tokens: ["a", "0"]), to: JSONPointer(tokens: ["a", "-"]))])
    var copies = 0
    while copies < 20, (try? patch.apply(to: &value)) != nil { copies += 1 }
    #expect(copies == 6)
  }

  @Test("moves a large value to a deeper place over and over: each time all of it is looked at")
  func deeperMoves() throws {
    let large = JSONValue.array(Array(repeating: 0, count: 100_000))
    var value: JSONValue = ["a": large, "b": [:]]
    let (top, deep) = (JSONPointer(tokens: ["a"]), JSONPointer(tokens: ["b", "c"]))
    let patch = JSONPatch((0..<200).flatMap { _ in [.move(from: top, to: deep), .move(from: deep, to: top)] })
    let error = #expect(throws: JSONPatchError.self) { try patch.apply(to: &value) }
    #expect(error?.reason == .movesTooMuch(limit: 1 << 27))
    // The array and its 100,000 elements, which count eight each.
    #expect(error?.index == 2 * ((1 << 27) / 800_008))
    #expect(value == ["a": large, "b": [:]])
    #expect(value.object?.keys == ["a", "b"])
  }

  @Test("copies no value that it has moved")
  func movedInPlace() throws {
    func place(_ key: String, in value: JSONValue) -> UnsafeRawPointer? {
      value[key]?.array?.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
    }
    var value: JSONValue = ["a": .array(Array(repeating: 0, count: 1000))]
    let before = place("a", in: value)
    let (a, b) = (JSONPointer(tokens: ["a"]), JSONPointer(tokens: ["b"]))
    try JSONPatch([.move(from: a, to: b), .replace(b.appending(index: 0), 1)]).apply(to: &value)
    #expect(value["b"]?.array?.first == 1)
    #expect(place("b", in: value) == before)
  }

  @Test("takes back what it has moved, onto another value too")
  func movedBack() throws {
    let old = try JSONValue(parsing: #"{"a":[1,2,3],"b":{"c":4},"d":5}"#)
    for path in ["/b/c", "/b/e", "/e", "/d", "/a/0", ""] {
      var value = old
      let moves: [JSONPatch.Operation] = [
        .move(from: try JSONPointer("/a/1"), to: try JSONPointer(path)), .remove(try JSONPointer("/nowhere")),
      ]
      #expect(throws: JSONPatchError.self) { try JSONPatch(moves).apply(to: &value) }
      #expect(value.compact == old.compact, "to \(path)")
    }
  }
}
