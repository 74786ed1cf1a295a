import Expectations
import StateTree
import Testing

struct JSONMergeTests {
  @Test(arguments: examples)
  func `a merge patch gives the results of RFC 7396, appendix A`(document: String, patch: String, expected: String)
    throws
  {
    var value = try JSONValue(parsing: document)
    value.merge(try JSONValue(parsing: patch))
    expectEqual(value.compact, expected)
  }

  @Test func `a merge patch gives the result of RFC 7396, section 3`() throws {
    var value = try JSONValue(
      parsing: """
        {"title":"Goodbye!","author":{"givenName":"John","familyName":"Doe"},"tags":["example","sample"],\
        "content":"This will be unchanged"}
        """)
    value.merge(
      ["title": "Hello!", "phoneNumber": "+01-123-456-7890", "author": ["familyName": nil], "tags": ["example"]])
    expectEqual(
      value.compact,
      """
      {"title":"Hello!","author":{"givenName":"John"},"tags":["example"],"content":"This will be unchanged",\
      "phoneNumber":"+01-123-456-7890"}
      """)
  }

  @Test func `one patch removes, changes and adds members of a large object`() {
    var value = JSONValue.object(JSONObject((0..<5_000).map { ("k\($0)", .number(JSONNumber($0))) }))
    value.merge(
      .object(JSONObject((1..<5_002).map { ("k\($0)", $0 % 2 == 0 ? .null : .number(JSONNumber(-$0))) })))
    let expected = [("k0", 0)] + stride(from: 1, to: 5_002, by: 2).map { ("k\($0)", JSONValue.number(JSONNumber(-$0))) }
    expectEqual(value.compact, JSONValue.object(JSONObject(expected)).compact)
  }
}

private let examples = [
  (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
  (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
  (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
  (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
  (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
  (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
  (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
  (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
  (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
  (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
  (#"{"a":"foo"}"#, "null", "null"),
  (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
  (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
  ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
  ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
]
