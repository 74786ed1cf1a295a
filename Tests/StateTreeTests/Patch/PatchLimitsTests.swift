import Expectations
import StateTree
import Testing

struct PatchLimitsTests {
  @Test(arguments: [4096, 4097])
  func `the number of tokens in all pointers is limited`(count: Int) {
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

  @Test func `copies that double the depth with each operation are refused`() throws {
    var value: JSONValue = ["a": [:]]
    let patch = JSONPatch(
      (0..<20).map { .copy(from: .root, to: JSONPointer(tokens: Array(repeating: "a", count: 1 << $0))) })
    let error = #expect(throws: JSONPatchError.self) { try patch.apply(to: &value) }
    expectEqual(error?.reason, .tooDeep(limit: 512))
    expectEqual(error?.index, 8)
    expectEqual(value.compact, #"{"a":{}}"#)
  }

  @Test(arguments: ["add", "replace", "move"])
  func `a patch may reach the depth limit but not exceed it`(name: String) throws {
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
    try expectEqual(patched(levels: 510)["a"]?["b"], nested(510))
    #expect(#expect(throws: JSONPatchError.self) { try patched(levels: 511) }?.reason == .tooDeep(limit: 512))
  }

  @Test func `copies that double the size with each operation are refused`() throws {
    var value: JSONValue = ["a": ["some text"]]
    let patch = JSONPatch(
      (0..<40).map { _ in .copy(from: JSONPointer(tokens: ["a"]), to: JSONPointer(tokens: ["a", "-"])) })
    let error = #expect(throws: JSONPatchError.self) { try patch.apply(to: &value) }
    expectEqual(error?.reason, .copiesTooMuch(limit: 8 << 20))
    expectEqual(
      error?.description,
      """
      operation 19 (copy /a to /a/-): the copy would make the document larger than 8 MiB of JSON; \
      add the value instead
      """)
    expectEqual(value.compact, #"{"a":["some text"]}"#)
  }

  private func nested(_ levels: Int) -> JSONValue {
    (0..<levels).reduce(JSONValue.null) { value, _ in .array([value]) }
  }

  @Test func `growth over many patches is limited`() throws {
    var value: JSONValue = ["a": .array([.string(String(repeating: "x", count: 1 << 20))])]
    let patch = JSONPatch([.copy(from: JSONPointer(tokens: ["a", "0"]), to: JSONPointer(tokens: ["a", "-"]))])
    var copies = 0
    while copies < 20, (try? patch.apply(to: &value)) != nil { copies += 1 }
    expectEqual(copies, 6)
  }

  /// Takes a second: it moves a large array up to the limit.
  @Test func `moving a large value deeper again and again is refused`() throws {
    let large = JSONValue.array(Array(repeating: 0, count: 100_000))
    var value: JSONValue = ["a": large, "b": [:]]
    let (top, deep) = (JSONPointer(tokens: ["a"]), JSONPointer(tokens: ["b", "c"]))
    let patch = JSONPatch((0..<200).flatMap { _ in [.move(from: top, to: deep), .move(from: deep, to: top)] })
    let error = #expect(throws: JSONPatchError.self) { try patch.apply(to: &value) }
    expectEqual(error?.reason, .movesTooMuch(limit: 1 << 27))
    // The array and its 100,000 elements, which count eight each.
    expectEqual(error?.index, 2 * ((1 << 27) / 800_008))
    expectEqual(value, ["a": large, "b": [:]])
    expectEqual(value.object?.keys, ["a", "b"])
  }

  @Test func `moving a value doesn't copy it`() throws {
    func place(_ key: String, in value: JSONValue) -> UnsafeRawPointer? {
      value[key]?.array?.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
    }
    var value: JSONValue = ["a": .array(Array(repeating: 0, count: 1000))]
    let before = place("a", in: value)
    let (a, b) = (JSONPointer(tokens: ["a"]), JSONPointer(tokens: ["b"]))
    try JSONPatch([.move(from: a, to: b), .replace(b.appending(index: 0), 1)]).apply(to: &value)
    expectEqual(value["b"]?.array?.first, 1)
    expectEqual(place("b", in: value), before)
  }

  @Test func `undoing a move works even if it replaced another value`() throws {
    let old = try JSONValue(parsing: #"{"a":[1,2,3],"b":{"c":4},"d":5}"#)
    for path in ["/b/c", "/b/e", "/e", "/d", "/a/0", ""] {
      var value = old
      let moves: [JSONPatch.Operation] = [
        .move(from: try JSONPointer("/a/1"), to: try JSONPointer(path)), .remove(try JSONPointer("/nowhere")),
      ]
      let error = #expect(throws: JSONPatchError.self) { try JSONPatch(moves).apply(to: &value) }
      expectEqual(error?.index, 1, "to \(path)")
      expectEqual(value.compact, old.compact, "to \(path)")
    }
  }
}
