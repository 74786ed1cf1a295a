import Expectations
import StateCoding
import StateTree
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Secrets that no rule names.
struct Detected: Codable, Hashable, Identifiable {
  enum Mode: String, Codable { case password, key }

  var id: Int
  var text: String
  var tokenString: String
  var apiKeysByHost: [String: String]
  var recoveryCodes: Set<String>
  var notes: [String]
  var signature: String
  var authMode: Mode
  var auth: Mode
  var seed: Data
  var key: Data
  var json: JSONValue
  var headers: [Header]
  var tokenCount: Int

  struct Header: Codable, Hashable {
    var name: String
    var value: String
  }

  /// One for each form of secret.
  static let all = (0..<20).map { index in
    let text = SecretCorpus.tuned.shaped[index].text
    let other = SecretCorpus.tuned.shaped[index + 20].text
    return Detected(
      id: index, text: text, tokenString: "hunter28\(index)", apiKeysByHost: ["a.example": "a8f5f1", "b": text],
      recoveryCodes: ["8821-441\(index)", "2"], notes: [text, "harmless", other],
      signature: SecretCorpus.tuned.named[3].text,
      authMode: .key, auth: .password, seed: Data([1, 2, 3]), key: Data((0..<32).map { $0 &* 37 &+ UInt8(index) }),
      json: [
        "header": ["key": "X-Auth", "value": "a8f5f1"], "list": [.string(text), 7], "pw": ["a8f5f1", ["b"], true],
      ],
      headers: [Header(name: "Authorization", value: "Bearer abc"), Header(name: "Accept", value: text)],
      tokenCount: index)
  }
}

struct SecretDetectionTests {
  @Test func `each part of a value is judged by its name and its form`() throws {
    var value = Detected.all[0]
    value.key = Data([7])
    let text = try redacted(value)
    expectEqual(
      text,
      """
      {"id":0,"text":"redacted:jwt","tokenString":"redacted","apiKeysByHost":{"a.example":"redacted","b":"redacted"},\
      "recoveryCodes":["2","redacted"],"notes":["redacted:jwt","harmless","redacted:jwt"],\
      "signature":"redacted:random","authMode":"key","auth":"password","seed":"cmVkYWN0ZWQ=","key":"Bw==",\
      "json":{"header":{"key":"X-Auth","value":"redacted"},"list":["redacted:jwt",7],\
      "pw":["redacted",["redacted"],true]},"headers":[{"name":"Authorization","value":"redacted"},\
      {"name":"Accept","value":"redacted:jwt"}],"tokenCount":0}
      """)
  }

  @Test func `payloads without labels have the name of their case`() throws {
    struct User: Codable { var name = "Ada" }
    enum Action: Codable {
      case passwordChanged(String)
      case authCompleted(User, String)
      case header(name: String, value: String)
      case tokensUsed(Int)
    }
    try expectEqual(redacted(Action.passwordChanged("hunter2")), #"{"passwordChanged":{"_0":"redacted"}}"#)
    try expectEqual(
      redacted(Action.authCompleted(User(), "a8f5f1")), #"{"authCompleted":{"_0":{"name":"Ada"},"_1":"redacted"}}"#)
    try expectEqual(
      redacted(Action.header(name: "X-Auth", value: "a8f5f1")), #"{"header":{"name":"X-Auth","value":"redacted"}}"#)
    try expectEqual(
      redacted(Action.header(name: "Accept", value: "text/html")), #"{"header":{"name":"Accept","value":"text/html"}}"#)
    try expectEqual(redacted(Action.tokensUsed(7)), #"{"tokensUsed":{"_0":7}}"#)
  }

  @Test func `numbers and Boolean values are secret only under the names of numbers`() throws {
    try expectEqual(
      redacted(["maxTokens": 4096, "pin": 1234, "otpCode": 7, "passwords": 3]),
      #"{"maxTokens":4096,"otpCode":7,"passwords":3,"pin":0}"#)
    try expectEqual(redacted(["showPassword": true]), #"{"showPassword":true}"#)
    try expectEqual(
      redacted(OutOfOrder(["maxTokens": 4096.5])), #"{"first":[1],"value":{"maxTokens":4096.5},"last":"last"}"#)
    try expectEqual(StateEncoder(rules: .usual).redactions(in: ["maxTokens": 4096]), 0)
  }

  @Test func `members of an object with a secret's word are judged by themselves`() throws {
    let auth: JSONValue = [
      "auth": ["user": "Ada", "token": "a8f5f1", "count": 7], "tokenInfo": ["kind": "x", "list": ["y"]],
    ]
    try expectEqual(
      redacted(auth), #"{"auth":{"user":"Ada","token":"redacted","count":7},"tokenInfo":{"kind":"x","list":["y"]}}"#)
    try expectEqual(
      redacted(["tokens": ["access": "a8f5f1", "expires": "1"]]), #"{"tokens":{"access":"redacted","expires":"1"}}"#)
  }

  @Test(
    arguments: [
      ("https://ada:hunter2@example.org/a?b=c", "https://ada:redacted@example.org/a?b=c"),
      (
        "https://example.org/a?token=f3b9c1&b=c#id_token=a8f5f1",
        "https://example.org/a?token=redacted&b=c#id_token=redacted"
      ),
      ("/callback?access_token=f3b9c1", "/callback?access_token=redacted"),
      ("/login?password=x&pin=042", "/login?password=redacted&pin=redacted"),
      ("/login?auth=required&pin=no&token=v1", "/login?auth=required&pin=no&token=v1"),
      ("jdbc:postgresql://u:p@db/x", "jdbc:postgresql://u:redacted@db/x"),
      (
        "https://example.org/a?token_type=bearer&tokens_count=7",
        "https://example.org/a?token_type=bearer&tokens_count=7"
      ),
      ("https://example.org/a@b:c?d=e", "https://example.org/a@b:c?d=e"),
      ("2026-11-22T10:00:00Z?token=f3b9c1", "2026-11-22T10:00:00Z?token=f3b9c1"), ("ftp://a:b@c", "ftp://a:b@c"),
      ("a-scheme-of-length-24://u:p@db/x", "a-scheme-of-length-24://u:p@db/x"),
    ])
  func `of a URL, only the secret parts are replaced`(text: String, expected: String) throws {
    try expectEqual(redacted([text]), "[\"\(expected)\"]")
    try expectEqual(redacted([expected]), "[\"\(expected)\"]")
    try expectEqual(StateEncoder(rules: .usual).tree(OutOfOrder(text)).object?["value"], .string(expected))
  }

  @Test(
    arguments: [
      "Bearer bonds fell today", "Basic training", "bearer certificates", "eyJ is not a token", "sk-SK",
      "sk-learn-is-a-library-for-machine-learning",
      "redacted:none",
      "-----BEGIN PUBLIC KEY-----\nabc", "AKIAs are ids of keys", "Basically nothing", "ghp_short", "redacted: a word",
    ])
  func `texts that start like a secret are written`(text: String) throws {
    try expectEqual(StateEncoder(rules: .usual).tree([text]), [.string(text)])
  }

  @Test func `a place, a name and a form can be exempt`() throws {
    let token = SecretCorpus.tuned.shaped[0].text
    let value: JSONValue = [
      "a": ["token": "a8f5f1", "list": [.string(token)]], "csrfToken": "y", "pin": 7, "text": .string(token),
    ]
    var rules = RedactionRules(exempting: ["/a/token", "/a/list/0", "/pin"])
    rules.detection.exceptions.append("csrfToken")
    rules.detection.formats.removeAll { $0 == .jwt }
    let plain = try StateEncoder().encode(value)
    try expectEqual(StateEncoder(rules: rules).encode(value), plain)
    let typed = ["pin": [7], "recoveryCodes": [1]]
    try expectEqual(redacted(typed, RedactionRules(exempting: ["/pin"])), #"{"pin":[7],"recoveryCodes":[1]}"#)
    try expectEqual(
      redacted(OutOfOrder(["pin": 7]), RedactionRules(exempting: ["/value/pin"])),
      #"{"first":[1],"value":{"pin":7},"last":"last"}"#)
  }

  @Test func `a text under a harmless name is written, whatever its form`() throws {
    let token = SecretCorpus.tuned.shaped[0].text
    enum Action: Codable { case demoToken(String) }
    var rules = RedactionRules.usual
    rules.detection.harmless.append("demoToken")
    let plain: JSONValue = ["demoToken": .string(token), "list": ["myDemoTokens": 1, "DEMO_TOKEN": [.string(token)]]]
    try expectEqual(StateEncoder(rules: rules).tree(plain), plain)
    try expectEqual(StateEncoder(rules: rules).tree(OutOfOrder(plain)).object?["value"], plain)
    try expectEqual(redacted(Action.demoToken(token), rules), #"{"demoToken":{"_0":"\#(token)"}}"#)
    let other: JSONValue = ["demoToken": ["token": "a8f5f1", "note": .string(token)], "text": .string(token)]
    try expectEqual(
      redacted(other, rules), #"{"demoToken":{"token":"redacted","note":"redacted:jwt"},"text":"redacted:jwt"}"#)
  }

  @Test func `long random text is secret under a name near a secret's`() throws {
    let random = "9fQ2x7LmZ0aBv4KpYt8RwE3sUcD6hJ1g"
    let hex = "9f2c7a1e0b4d8f6a3c5e7d9b1f0a2c4e"
    for (name, text, isSecret) in [
      ("signature", random, true), ("key", hex, false), ("key", hex + "ab", true), ("contentHash", hex, false),
      ("note", random, false),
      ("key", "movies.favorites.by.title.2", false), ("session", "00000000-89ab-4def-8123-456789abcdef", false),
      ("code", "ORDER_CREATED_2026_11_22", false), ("key", "12345678901234567890", false),
    ] {
      try expectEqual(redacted([name: text]), #"{"\#(name)":"\#(isSecret ? "redacted:random" : text)"}"#)
    }
  }

  @Test func `an operation on JSON is redacted by the words of its target`() throws {
    let token = SecretCorpus.tuned.shaped[0].text
    let patch: JSONValue = [
      ["op": "add", "path": "/recoveryCodes/0", "value": "a8f5f1"],
      ["op": "add", "path": "/tokenString", "value": "a8f5f1"],
      ["op": "add", "path": "/maxTokens", "value": 7], ["op": "add", "path": "/tokens/0", "value": 7],
      ["op": "add", "path": "/text", "value": .string(token)],
    ]
    try expectEqual(
      redacted(["patch": patch]),
      #"{"patch":[{"op":"add","path":"/recoveryCodes/0","value":"redacted"},"#
        + #"{"op":"add","path":"/tokenString","value":"redacted"},{"op":"add","path":"/maxTokens","value":7},"#
        + #"{"op":"add","path":"/tokens/0","value":7},{"op":"add","path":"/text","value":"redacted:jwt"}]}"#)
  }

  @Test func `rules from before detect nothing by themselves`() throws {
    let header = try #require(try JSONValue(parsing: #"{"redact":[],"names":["password","token"]}"#).object)
    let rules = try #require(RedactionRules(json: header))
    expectEqual(rules.detection, .none)
    let value = ["password": "x", "tokenString": "y", "text": SecretCorpus.tuned.shaped[0].text]
    let expected = ["password": "redacted", "tokenString": "y", "text": value["text"]]
    try expectEqual(redacted(value, rules), redacted(expected, .off))
    try expectEqual(redacted(["token": 7], rules), #"{"token":0}"#)
  }

  @Test func `the rules of a journal and the default rules together redact what either does`() throws {
    let old = RedactionRules(names: ["salary"])
    let both = old.united(with: .usual)
    expectEqual(both.detection, .usual)
    try expectEqual(redacted(["salary": 7, "pin": 8000], both), #"{"pin":0,"salary":0}"#)
    var exempting = RedactionRules(exempting: ["/pin"])
    exempting.detection.exceptions = ["token"]
    expectEqual(exempting.united(with: .usual).exempt, [])
    try expectEqual(redacted(["token": "a8f5f1"], exempting.united(with: .usual)), #"{"token":"redacted"}"#)
  }
}
