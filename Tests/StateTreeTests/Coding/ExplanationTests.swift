import Expectations
import StateCoding
import StateTree
import Testing

struct ExplanationTests {
  private struct Named: Decodable {
    var items: [[String: Int]]
    var name: String
  }

  @Test func `an encoding error is explained by place and reason, without the value`() throws {
    var deep: JSONValue = ["a": .string(String(repeating: "much text ", count: 1000))]
    for _ in 0..<600 { deep = ["a": deep] }
    let error = #expect(throws: EncodingError.self) { try StateEncoder().encode(deep) }
    let text = try #require(error?.explanation)
    #expect(text.hasSuffix(": the value nests deeper than 512 levels"))
    #expect(text.hasPrefix("at /a/a/a/a/a/a/a/a/…/a/a/a/a/a/a/a: ") || text.hasPrefix("at /: "))
    #expect(text.utf8.count < 200)
  }

  @Test(
    arguments: [
      (#"{"items":[{"a":1},{"b":"x"}],"name":"n"}"#, "at /items/1/b: "),
      (#"{"items":[]}"#, "at /: no member \"name\""),
    ])
  func `a decoding error is explained by place and reason`(json: String, start: String) throws {
    let node = try JSONDocument(Array(json.utf8)).root
    let error = #expect(throws: DecodingError.self) { try StateDecoder().decode(Named.self, from: node) }
    expectEqual(error?.explanation.hasPrefix(start), true)
  }

  private enum Order: Decodable {
    case add(Named), remove(id: Int), clear
  }

  private enum Single: Decodable {
    case only
  }

  private struct Renamed: Decodable {
    var title: String
    var count: Int
  }

  private func explanation<Value: Decodable>(_ json: String, as _: Value.Type) throws -> String? {
    let node = try JSONDocument(Array(json.utf8)).root
    return #expect(throws: DecodingError.self) { try StateDecoder().decode(Value.self, from: node) }?.explanation
  }

  @Test(.privateLayouts) func `an unknown case is named with the cases that exist`() throws {
    try expectEqual(
      explanation(#"{"drop":{}}"#, as: Order.self), "at /: no case is named \"drop\"; the cases are add, remove, clear")
    try expectEqual(
      explanation(#"[{"clear":{}},{"Clear":{}}]"#, as: [Order].self),
      "at /1: no case is named \"Clear\"; the cases are add, remove, clear")
    // Whether there is another case isn't known.
    try expectEqual(explanation(#"{"one":{}}"#, as: Single.self), "at /: no case is named \"one\"")
    try expectEqual(
      explanation(#"{"add":{},"clear":{}}"#, as: Order.self), "at /: Invalid number of keys found, expected one.")
  }

  @Test func `a missing member is named with the members that the type doesn't know`() throws {
    try expectEqual(
      explanation(#"{"name":"a","count":1}"#, as: Renamed.self),
      #"at /: no member "title", but the unknown member "name": renamed?"#)
    try expectEqual(
      explanation(#"{"name":"a","text":1,"count":1}"#, as: Renamed.self),
      #"at /: no member "title", but the unknown members "name", "text""#)
    try expectEqual(explanation(#"{"count":1}"#, as: Renamed.self), #"at /: no member "title""#)
  }

  @Test func `other errors are explained by their own description`() throws {
    let error = #expect(throws: JSONPointerError.self) { try JSONPointer("a") }
    expectEqual(error?.explanation, error?.description)
  }
}
