import Testing

@testable import StateTree

@Suite("Redaction rules in a header")
struct RedactionRulesTests {
  @Test(
    "come back as they were",
    arguments: [
      (RedactionRules.off, "{}"),
      (RedactionRules(names: []), #"{"redact":[],"names":[]}"#),
      (
        RedactionRules(redacting: ["/a~1b/*/c"], names: ["pin"], writingFreeText: true),
        #"{"redact":["/a~1b/*/c"],"names":["pin"],"text":true}"#
      ),
      (RedactionRules(names: ["x"], allowing: ["/a", ""]), #"{"redact":[],"names":["x"],"allow":["/a",""]}"#),
      (RedactionRules.shape, #"{"redact":[],"names":[],"allow":[]}"#),
    ])
  func roundTrip(rules: RedactionRules, text: String) throws {
    #expect(JSONValue.object(rules.json).compact == text)
    #expect(RedactionRules(json: rules.json) == rules)
  }

  @Test(
    "are refused where they can't be understood",
    arguments: [
      #"{"redact":"/a"}"#, #"{"redact":["a"]}"#, #"{"names":[1]}"#, #"{"allow":[null]}"#, #"{"allow":{}}"#,
      #"{"names":["a"],"redact":["/~2"]}"#,
    ])
  func refused(text: String) throws {
    let object = try #require(try JSONValue(parsing: text).object)
    #expect(RedactionRules(json: object) == nil)
  }

  @Test("may have members that nobody knows")
  func unknown() throws {
    let object = try #require(try JSONValue(parsing: #"{"later":["/a"]}"#).object)
    #expect(RedactionRules(json: object) == .off)
  }
}
