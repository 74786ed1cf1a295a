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
      (
        RedactionRules(
          exempting: ["/a"], names: [],
          detecting: SecretDetection(
            texts: ["t"], words: ["w"], near: ["n"], exceptions: ["e"], formats: [.jwt, .url])),
        #"{"redact":[],"names":[],"texts":["t"],"words":["w"],"near":["n"],"except":["e"],"formats":["jwt","url"],"#
          + #""exempt":["/a"]}"#
      ),
      (RedactionRules.shape, #"{"redact":[],"names":[],"allow":[]}"#),
    ])
  func `rules survive a round trip through a header`(rules: RedactionRules, text: String) throws {
    #expect(JSONValue.object(rules.json).compact == text)
    #expect(RedactionRules(json: rules.json) == rules)
  }

  @Test(
    arguments: [
      #"{"redact":"/a"}"#, #"{"redact":["a"]}"#, #"{"names":[1]}"#, #"{"allow":[null]}"#, #"{"allow":{}}"#,
      #"{"names":["a"],"redact":["/~2"]}"#, #"{"names":["a"],"words":"b"}"#, #"{"names":["a"],"exempt":["b"]}"#,
      #"{"names":["a"],"formats":[1]}"#,
    ])
  func `malformed rules are refused`(text: String) throws {
    let object = try #require(try JSONValue(parsing: text).object)
    #expect(RedactionRules(json: object) == nil)
  }

  @Test func `unknown members are ignored`() throws {
    let object = try #require(try JSONValue(parsing: #"{"later":["/a"]}"#).object)
    #expect(RedactionRules(json: object) == .off)
    let later = try #require(try JSONValue(parsing: #"{"names":[],"formats":["jwt","later"]}"#).object)
    #expect(RedactionRules(json: later)?.detection.formats == [.jwt])
  }
}
