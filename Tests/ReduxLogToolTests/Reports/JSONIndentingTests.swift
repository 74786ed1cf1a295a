import Expectations
import ReduxNotation
import StateTree
import Testing

@testable import ReduxLogTool

struct JSONIndentingTests {
  private static let samples = [
    "null", "true", "-1.50e+3", #""""#, #""a\\""#, "[]", "{}", "[[],{}]", #"[1,"two",null,[false,[]],{"a":{}}]"#,
    #"{"a":1,"b":[{"c":null},{"d":[]}],"":""}"#, #"{"\u0061\"\n":"\u001b[31m \/ \ud83d\ude00"}"#,
    "{\"ключ\":\"значение, é, \u{202e}, 日本\"}", #"[ 1 , { "a" : [ ] , "b" : { } } , "]" ]"#, #"["{",":",",","}"]"#,
  ]

  @Test("indents a text like its value", arguments: samples, [false, true])
  func layout(text: String, isColored: Bool) throws {
    try expectEqual(indented(text, isColored: isColored).joined(), expected(text, isColored: isColored))
  }

  @Test("passes on a long text in pieces")
  func pieces() throws {
    let texts = repeatElement(JSONIndentingTests.samples.joined(separator: ","), count: 500)
    let text = "[\(texts.joined(separator: ","))]"
    let pieces = try indented(text, isColored: false)
    #expect(pieces.count > 2)
    expectEqual(pieces.joined(), (try expected(text, isColored: false)))
  }

  private func indented(_ text: String, isColored: Bool) throws -> [String] {
    var pieces: [[UInt8]] = []
    try JSONPrinter.indent(Array(text.utf8), isColored: isColored) { pieces.append($0) }
    return pieces.map { String(decoding: $0, as: UTF8.self) }
  }

  private func expected(_ text: String, isColored: Bool) throws -> String {
    JSONPrinter.text(of: try JSONValue(parsing: text), isColored: isColored)
  }
}
