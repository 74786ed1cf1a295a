import StateTree
import Testing

@Suite("JSON Patch that would make a document too deep or too large")
struct PatchLimitsTests {
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
}
