import Expectations
import Testing

@testable import StateCoding
@testable import StatePrivacy
@testable import StateTree

struct RedactionRulesTests {
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
            texts: ["t"], digits: ["d"], words: ["w"], near: ["n"], exceptions: ["e"], harmless: ["h"],
            formats: [.jwt, .url])),
        #"{"redact":[],"names":[],"texts":["t"],"digits":["d"],"words":["w"],"near":["n"],"except":["e"],"harmless":["h"],"#
          + #""formats":["jwt","url"],"exempt":["/a"]}"#
      ),
      (RedactionRules.usual, #"{"redact":[],"names":"usual/1"}"#),
      (
        changed(.usual) { $0.names.append("salary") },
        #"{"redact":[],"names":"usual/1","add":{"names":["salary"]}}"#
      ),
      (
        changed(RedactionRules(redacting: ["/a"])) {
          $0.detection.digits.removeAll { $0 == "pin" }
          $0.detection.exceptions.append("csrfToken")
          $0.detection.formats.removeAll { $0 == .jwt }
        },
        #"{"redact":["/a"],"names":"usual/1","add":{"except":["csrfToken"]},"#
          + #""remove":{"digits":["pin"],"formats":["jwt"]}}"#
      ),
      (RedactionRules(names: ["pin"]), #"{"redact":[],"names":["pin"]}"#),
      (RedactionRules.shape, #"{"redact":[],"names":[],"allow":[]}"#),
    ])
  func `rules survive a round trip through a header`(rules: RedactionRules, text: String) throws {
    expectEqual(JSONValue.object(rules.json).compact, text)
    expectEqual(RedactionRules(json: rules.json), rules)
  }

  private static func changed(_ rules: RedactionRules, _ change: (inout RedactionRules) -> Void) -> RedactionRules {
    var rules = rules
    change(&rules)
    return rules
  }

  @Test func `the lists of a released version never change`() throws {
    let lists = try SecretLists.all.map { lists in
      let detection = lists.detection
      let texts: [[String]] = [
        [], detection.texts, detection.digits, detection.words, detection.near, detection.exceptions,
        detection.harmless,
        detection.formats.map(\.rawValue),
      ]
      return "\(lists.name) \(try StateEncoder().hash(texts))"
    }
    expectEqual(lists, ["usual/1 ae3c3d95f393de44ec69b5d6744d0a50"])
  }

  @Test func `default rules whose lists are written in full are the default rules`() throws {
    let usual = RedactionRules.usual
    let lists: [(String, [String])] = [
      ("redact", []), ("names", usual.names), ("texts", usual.detection.texts), ("digits", usual.detection.digits),
      ("words", usual.detection.words),
      ("near", usual.detection.near), ("except", usual.detection.exceptions),
      ("formats", usual.detection.formats.map(\.rawValue)),
    ]
    let header = JSONObject(lists.map { ($0, .array($1.map { .string($0) })) })
    expectEqual(RedactionRules(json: header), usual)
  }

  @Test func `lists in another order are written in full`() {
    var rules = RedactionRules.usual
    rules.detection.digits.reverse()
    expectEqual(rules.json["digits"]?.array?.first, .string(RedactionRules.usual.detection.digits.last ?? ""))
    expectEqual(RedactionRules(json: rules.json), rules)
  }

  @Test func `an unknown version of the lists is named`() throws {
    let header = try #require(try JSONValue(parsing: #"{"redact":[],"names":"usual/2"}"#).object)
    expectEqual(RedactionRules.unknownLists(in: header), "usual/2")
    expectEqual(RedactionRules(json: header), nil)
  }

  @Test(
    arguments: [
      #"{"redact":"/a"}"#, #"{"redact":["a"]}"#, #"{"names":[1]}"#, #"{"allow":[null]}"#, #"{"allow":{}}"#,
      #"{"names":["a"],"redact":["/~2"]}"#, #"{"names":["a"],"words":"b"}"#, #"{"names":["a"],"exempt":["b"]}"#,
      #"{"names":["a"],"formats":[1]}"#, #"{"names":"usual/1","add":["a"]}"#,
      #"{"names":"usual/1","remove":{"words":"a"}}"#,
    ])
  func `malformed rules are refused`(text: String) throws {
    let object = try #require(try JSONValue(parsing: text).object)
    expectEqual(RedactionRules(json: object), nil)
  }

  @Test func `unknown members are ignored`() throws {
    let object = try #require(try JSONValue(parsing: #"{"later":["/a"]}"#).object)
    expectEqual(RedactionRules(json: object), .off)
    let later = try #require(try JSONValue(parsing: #"{"names":[],"formats":["jwt","later"]}"#).object)
    expectEqual(RedactionRules(json: later)?.detection.formats, [.jwt])
  }
}
