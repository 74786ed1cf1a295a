import Testing

@testable import StateTree

@Suite struct RedactionRulesTests {
  @Test(
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
  func `rules survive a round trip through a header`(rules: RedactionRules, text: String) throws {
    #expect(JSONValue.object(rules.json).compact == text)
    #expect(RedactionRules(json: rules.json) == rules)
  }

  @Test(
    arguments: [
      #"{"redact":"/a"}"#, #"{"redact":["a"]}"#, #"{"names":[1]}"#, #"{"allow":[null]}"#, #"{"allow":{}}"#,
      #"{"names":["a"],"redact":["/~2"]}"#,
    ])
  func `malformed rules are refused`(text: String) throws {
    let object = try #require(try JSONValue(parsing: text).object)
    #expect(RedactionRules(json: object) == nil)
  }

  @Test func `unknown members are ignored`() throws {
    let object = try #require(try JSONValue(parsing: #"{"later":["/a"]}"#).object)
    #expect(RedactionRules(json: object) == .off)
  }
}
