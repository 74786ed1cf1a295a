import StateTree
import Testing

@Suite struct ExplanationTests {
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
    #expect(error?.explanation.hasPrefix(start) == true)
  }

  @Test func `other errors are explained by their own description`() throws {
    let error = #expect(throws: JSONPointerError.self) { try JSONPointer("a") }
    #expect(error?.explanation == error?.description)
  }
}
