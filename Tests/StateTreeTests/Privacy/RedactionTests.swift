import Expectations
import StateCoding
import StateTable
import StateTree
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct RedactionTests {
  @Test func `a member with a secret's name is replaced by a stand-in`() throws {
    try expectEqual(redacted(Account()), #"{"name":"Ada","password":"redacted","balance":100}"#)
    try expectEqual(redacted(["a": Account()]), #"{"a":{"name":"Ada","password":"redacted","balance":100}}"#)
    try expectEqual(redacted(["pin": 1234, "apiKey": 7, "count": 7]), #"{"apiKey":7,"count":7,"pin":0}"#)
    try expectEqual(redacted(["longestNameOfAnAccessToken": "7f3a9c"]), #"{"longestNameOfAnAccessToken":"redacted"}"#)
  }

  @Test func `associated values of an enum case with a secret's name are redacted`() throws {
    enum Action: Codable {
      case setPin(String)
      case enterPin(Int)
      case login(name: String, password: String)
      case resetPassword
    }
    try expectEqual(redacted(Action.enterPin(1234)), #"{"enterPin":{"_0":0}}"#)
    try expectEqual(redacted(["pin": ["value": 1234, "digits": 1234]]), #"{"pin":{"digits":1234,"value":0}}"#)
    try expectEqual(redacted(["otp": [123456, 12], "places": [123456]]), #"{"otp":[0,12],"places":[123456]}"#)
    try expectEqual(redacted(["pin": [["x": 120, "y": 340]]]), #"{"pin":[{"x":120,"y":340}]}"#)
    try expectEqual(redacted(Action.setPin("1234")), #"{"setPin":{"_0":"redacted"}}"#)
    try expectEqual(
      redacted(Action.login(name: "Ada", password: "x")), #"{"login":{"name":"Ada","password":"redacted"}}"#)
    try expectEqual(redacted(Action.resetPassword), #"{"resetPassword":{}}"#)
  }

  @Test func `without rules, or with rules that are off, everything is written`() throws {
    let plain = #"{"name":"Ada","password":"hunter2","balance":100}"#
    expectEqual(String(decoding: try StateEncoder().encode(Account()), as: UTF8.self), plain)
    try expectEqual(redacted(Account(), .off), plain)
    try expectEqual(redacted(Redacted(wrappedValue: 7), .off), "7")
    try expectEqual(redacted(Account(), RedactionRules(names: [])), plain)
    try expectEqual(redacted(Redacted(wrappedValue: 7), RedactionRules(names: [])), "0")
  }

  @Test(
    arguments: [
      ("/users/*/m", #"{"users":[{"n":"Ada","m":0},{"n":"Bob","m":0}],"n":[1,2,3]}"#),
      ("/users/1/n", #"{"users":[{"n":"Ada","m":1},{"n":"redacted","m":2}],"n":[1,2,3]}"#),
      ("/*/1", #"{"users":[{"n":"Ada","m":1},{"n":"redacted","m":0}],"n":[1,0,3]}"#),
      ("/n/*", #"{"users":[{"n":"Ada","m":1},{"n":"Bob","m":2}],"n":[0,0,0]}"#),
      ("/n", #"{"users":[{"n":"Ada","m":1},{"n":"Bob","m":2}],"n":[]}"#),
      ("/elsewhere/*", #"{"users":[{"n":"Ada","m":1},{"n":"Bob","m":2}],"n":[1,2,3]}"#),
      ("", #"{"users":[],"n":[]}"#),
    ])
  func `pointers name secrets, with * for any key or index`(pointer: String, expected: String) throws {
    struct User: Codable {
      var n: String
      var m: Int
    }
    struct State: Codable {
      var users = [User(n: "Ada", m: 1), User(n: "Bob", m: 2)]
      var n = [1, 2, 3]
    }
    try expectEqual(redacted(State(), RedactionRules(redacting: [.init(parsing: pointer)], names: [])), expected)
  }

  @Test(
    arguments: [
      (["/name"], #"{"name":"Ada","password":"redacted","balance":0}"#),
      (["/balance", "/nothing/at/all"], #"{"name":"redacted","password":"redacted","balance":100}"#),
      ([""], #"{"name":"Ada","password":"redacted","balance":100}"#),
      ([], #"{"name":"redacted","password":"redacted","balance":0}"#),
      (["/password"], #"{"name":"redacted","password":"redacted","balance":0}"#),
      (["/name/first"], #"{"name":"redacted","password":"redacted","balance":0}"#),
    ])
  func `an allow list limits what is written, and secrets in it are redacted`(pointers: [String], expected: String)
    throws
  {
    try expectEqual(redacted(Account(), RedactionRules(allowing: pointers.map { try .init(parsing: $0) })), expected)
  }

  @Test func `collections on the way to an allowed place are written, and others are empty`() throws {
    let value = ["a": [[1, 2], [3, 4]], "b": [[5, 6]]]
    try expectEqual(redacted(value, RedactionRules(allowing: ["/a/*/1"])), #"{"a":[[0,2],[0,4]],"b":[]}"#)
    let sets: [String: Set<Int>] = ["a": [1, 2], "b": [3]]
    try expectEqual(redacted(sets, RedactionRules(allowing: ["/a/*"])), #"{"a":[1,2],"b":[]}"#)
    let json: JSONValue = ["a": ["x": 1, "y": 2], "b": ["x": 3]]
    try expectEqual(redacted(json, RedactionRules(allowing: ["/*/x"])), #"{"a":{"x":1,"y":0},"b":{"x":3}}"#)
  }

  @Test func `a redacted place inside an allowed one stays redacted`() throws {
    let rules = RedactionRules(redacting: ["/a/secretly"], allowing: ["/a"])
    let value = ["a": ["secretly": 1, "openly": 2], "b": ["openly": 3]]
    try expectEqual(redacted(value, rules), #"{"a":{"openly":2,"secretly":0},"b":{}}"#)
  }

  @Test func `each kind of value has a stand-in that decodes`() throws {
    let text = try redacted(Everything())
    expectEqual(
      text,
      """
      {"text":"redacted","integer":0,"large":0,"double":0,"notANumber":0,"flag":false,"present":"redacted",\
      "strings":[],"numbers":[],"named":{},"numbered":{},"keyed":{},"paired":{},"nested":0,"date":0,\
      "data":"cmVkYWN0ZWQ=","url":"redacted:","id":"00000000-0000-0000-0000-000000000000","decimal":0,\
      "role":"reader","card":{"number":{"_0":"redacted","year":0}},"parts":{"a":0,"b":"redacted","c":[]},\
      "json":{},"zone":{"identifier":"GMT"},"address":"redacted@example.org"}
      """)
    let decoded = try StateDecoder().decode(Everything.self, from: Array(text.utf8))
    try expectEqual(redacted(decoded), text)
  }

  @Test func `a value that can't be streamed has the same stand-ins`() throws {
    try expectEqual(
      redacted(OutOfOrder(Everything())), #"{"first":[1],"value":\#(try redacted(Everything())),"last":"last"}"#)
    let named = RedactionRules(names: ["pin"])
    try expectEqual(redacted(["pin": OutOfOrder(7)], named), #"{"pin":{"first":[],"value":0,"last":"redacted"}}"#)
    try expectEqual(redacted(["pin": OutOfOrder(777)]), #"{"pin":{"first":[1],"value":0,"last":"last"}}"#)
    try expectEqual(
      redacted(OutOfOrder(["pin": "1234", "n": "1"])),
      #"{"first":[1],"value":{"n":"1","pin":"redacted"},"last":"last"}"#)
    for pointer in ["/value/*/balance", "/value/0", "/first/0", "/last"] {
      let rules = RedactionRules(redacting: [try .init(parsing: pointer)])
      let tree = try StateEncoder(rules: rules).tree(OutOfOrder([Account(), Account()]))
      let plain = try StateEncoder().tree(OutOfOrder([Account(), Account()]))
      expectEqual(tree, (try StateEncoder(rules: rules).tree(plain)), "\(pointer)")
    }
  }

  @Test func `in a secret, keys that are data are hidden, and those of a type are not`() throws {
    struct Data: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(1, forKey: AnyKey(stringValue: "4929-1234"))
        var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(stringValue: "more"))
        try nested.encode(2, forKey: AnyKey(stringValue: "4929-5678"))
      }
    }
    struct AnyKey: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    try expectEqual(redacted(["cards": Data()]), #"{"cards":{"4929-1234":1,"more":{"4929-5678":2}}}"#)
    try expectEqual(redacted(Redacted(wrappedValue: Data())), "{}")
    let rules = RedactionRules(names: ["token"])
    try expectEqual(redacted(["token": ["1234": Account()]], rules), #"{"token":{}}"#)
    try expectEqual(
      redacted(["token": Account()], rules), #"{"token":{"name":"redacted","password":"redacted","balance":0}}"#)
    try expectEqual(
      redacted(["token": OutOfOrder(["1234": 1])], rules), #"{"token":{"first":[],"value":{},"last":"redacted"}}"#)
  }

  @Test func `sets and dictionaries are ordered by what is written, without secrets`() throws {
    struct Member: Codable, Hashable {
      var n: Int
      var pin: String
    }
    let set: Set = [Member(n: 1, pin: "9999"), Member(n: 2, pin: "1111"), Member(n: 2, pin: "5555")]
    try expectEqual(redacted(set), #"[{"n":1,"pin":"redacted"},{"n":2,"pin":"redacted"}]"#)
    let dictionary = [Member(n: 2, pin: "1111"): "d", Member(n: 1, pin: "9999"): "c", Member(n: 1, pin: "5555"): "b"]
    try expectEqual(redacted(dictionary), #"[{"n":1,"pin":"redacted"},"b",{"n":2,"pin":"redacted"},"d"]"#)
  }

  @Test func `ids of a table aren't names, and a secret table is empty`() throws {
    struct Word: Codable, Identifiable {
      var id: String
      var pin = 777
    }
    try expectEqual(
      redacted(["words": EntityTable([Word(id: "password")])]),
      #"{"words":{"ids":["password"],"entities":{"password":{"id":"password","pin":0}}}}"#)
    try expectEqual(
      redacted(["pin": EntityTable([Word(id: "a")])], RedactionRules(names: ["pin"])),
      #"{"pin":{"ids":[],"entities":{}}}"#)
    let rules = RedactionRules(redacting: ["/words/entities/*/pin"], names: [])
    try expectEqual(
      redacted(["words": EntityTable([Word(id: "a")])], rules),
      #"{"words":{"ids":["a"],"entities":{"a":{"id":"a","pin":0}}}}"#)
  }

  @Test func `an operation on JSON is redacted by its target`() throws {
    let patch: JSONValue = [
      ["op": "add", "path": "/users/0/pin", "value": 1234], ["op": "add", "path": "/users/0/n", "value": 1],
      ["op": "replace", "path": "/a/b", "value": ["c": "x"]], ["op": "remove", "path": "/pin"],
    ]
    try expectEqual(
      redacted(["patch": patch], RedactionRules(redacting: ["/a"])),
      #"{"patch":[{"op":"add","path":"/users/0/pin","value":0},{"op":"add","path":"/users/0/n","value":1},"#
        + #"{"op":"replace","path":"/a/b","value":{}},{"op":"remove","path":"/pin"}]}"#)
  }

  @Test func `an operation on a parent of a secret place redacts the secret`() throws {
    let patch: JSONValue = [
      ["op": "replace", "path": "/account", "value": ["balance": 5, "name": "x"]],
      ["op": "add", "path": "", "value": ["account": ["balance": 5], "n": 1]],
      ["op": "add", "path": .string(String(repeating: "/a", count: 600)), "value": "deep"],
    ]
    let deep = String(repeating: "/a", count: 600)
    try expectEqual(
      redacted(["patch": patch], RedactionRules(redacting: ["/account/balance"])),
      #"{"patch":[{"op":"replace","path":"/account","value":{"balance":0,"name":"x"}},"#
        + #"{"op":"add","path":"","value":{"account":{"balance":0},"n":1}},"#
        + #"{"op":"add","path":"\#(deep)","value":"redacted"}]}"#)
  }

  @Test func `rules that are off are switched on by naming a secret`() throws {
    var rules = RedactionRules.off
    try expectEqual(redacted(["a": 1, "pin": 2], rules), #"{"a":1,"pin":2}"#)
    rules.redacted = ["/a"]
    try expectEqual(redacted(["a": 1, "pin": 2], rules), #"{"a":0,"pin":2}"#)
  }

  @Test func `the error of a patch that doesn't apply quotes no text of patch or document`() throws {
    let texts = [
      #"[{"op":"add","path":"hunter2","value":1}]"#, #"[{"op":"hunter2","path":"/a"}]"#,
      #"[{"op":"remove","path":"/hunter2"}]"#, #"[{"op":"remove","path":"/list/hunter2"}]"#,
      #"[{"op":"test","path":"/a","value":"hunter2"}]"#, #"[{"op":"add","path":"/a/hunter2","value":1}]"#,
      #"[{"op":"remove","path":"/list/3"}]"#, #"{"hunter2":1}"#,
    ]
    for text in texts {
      let error = #expect(throws: JSONPatchError.self) {
        var document: JSONValue = ["a": "sesame", "list": [1]]
        try JSONPatch(json: JSONValue(parsing: text)).apply(to: &document)
      }
      let told = error?.redactedDescription ?? ""
      #expect(!told.isEmpty && !told.contains("hunter2") && !told.contains("sesame"), "\(told)")
    }
  }

  @Test func `rules whose pointers have too many tokens are refused`() {
    let pointer = JSONValue.string(String(repeating: "/", count: 1 << 17))
    expectEqual(RedactionRules(json: JSONObject([("redact", .array([pointer]))])), nil)
    expectEqual(RedactionRules(json: JSONObject([("redact", .array(["/a"])), ("allow", .array([pointer]))])), nil)
  }

  @Test func `the numbers of names, tokens and arrangements of * in rules are limited`() {
    func arrangements(_ count: Int, of length: Int) -> [RedactionRules.Pointer] {
      (0..<count).map { number in
        let tokens = (0..<length).map { number >> $0 & 1 == 0 ? "a" : "*" }
        return RedactionRules.Pointer(stringLiteral: JSONPointer(tokens: tokens).description)
      }
    }
    func names(_ count: Int) -> [String] { (0..<count).map { "n\($0)" } }
    let long = RedactionRules.Pointer(stringLiteral: String(repeating: "/", count: 1 << 15))
    let alike = (0..<5000).map { RedactionRules.Pointer(stringLiteral: "/a/*/k\($0)/*") }
    let limits: [(RedactionRules, String?)] = [
      (RedactionRules(redacting: arrangements(16, of: 5), names: names(1 << 16)), nil),
      (RedactionRules(redacting: [long, long], allowing: [long, long]), nil),
      (RedactionRules(redacting: alike), nil),
      (RedactionRules(names: names(1 << 16 + 1)), "at most 65536 names"),
      (
        RedactionRules(redacting: [long, long, ""], allowing: [long, long, "/a"]),
        "pointers of at most 65536 tokens in a list"
      ),
      (RedactionRules(redacting: arrangements(17, of: 6)), "pointers of one length with * in at most 16 arrangements"),
      (
        RedactionRules(redacting: arrangements(20, of: 12), allowing: arrangements(4096, of: 12)),
        "pointers of one length with * in at most 16 arrangements"
      ),
    ]
    for (rules, limit) in limits { expectEqual(rules.brokenLimit, limit) }
  }

  @Test func `the hash is that of the written text`() throws {
    let values: [any Encodable] = [
      Account(), Everything(), OutOfOrder(Everything()), ["a": [Account()]], Set([Account()]), [Account(): 1],
      EntityTable([Entry(id: "a"), Entry(id: "b")]), Detected.all[0], Detected.all, OutOfOrder(Detected.all),
      EntityTable(Detected.all), ["tokens.access": Detected.all[1].notes, "none": Detected.all[2].notes],
    ]
    let rules: [RedactionRules] = [
      .usual, .off, .shape, RedactionRules(redacting: ["/*/0", "/entities/*/text"], names: []),
      RedactionRules(allowing: ["/name", "/a/*/name", "/value/text", "/*/name"]), RedactionRules(names: ["name"]),
      RedactionRules(names: [], detecting: .usual), RedactionRules(exempting: ["/*/text", "/text", "/notes/*"]),
      RedactionRules(detecting: SecretDetection(words: ["seed"], harmless: ["text", "notes"], formats: [.jwt, .url])),
    ]
    for value in values {
      for rules in rules {
        let encoder = StateEncoder(rules: rules)
        let text = try encoder.encode(value)
        try expectEqual(encoder.hash(value), JSONValue(parsing: text).stateHash, "\(value) \(rules)")
        try expectEqual(encoder.outline(value).hash, encoder.hash(value))
      }
    }
  }

  @Test func `what is encoded in place, apart, out of order, from a tree and from its stand-ins is the same`() throws {
    for rules in [RedactionRules.usual, RedactionRules(exempting: ["/text", "/notes/*"])] {
      let encoder = StateEncoder(rules: rules)
      for (index, value) in Detected.all.enumerated() {
        let tree = try encoder.tree(value)
        try expectEqual(encoder.hash(value), tree.stateHash)
        try expectEqual(encoder.tree(StateDecoder().decode(Detected.self, from: encoder.encode(value))), tree)
        #expect(try encoder.redactions(in: StateDecoder().decode(Detected.self, from: encoder.encode(value))) > 0)
        let other = Detected.all[(index + 1) % Detected.all.count]
        try expectEqual(encoder.patch(from: value, to: other), JSONPatch.diff(from: tree, to: encoder.tree(other)))
      }
    }
    for value in Detected.all {
      let tree = try StateEncoder(rules: .usual).tree(value)
      try expectEqual(StateEncoder(rules: .usual).tree(OutOfOrder(value)).object?["value"], tree)
      try expectEqual(StateEncoder(rules: .usual).tree([value, value]), [tree, tree])
      let table = try StateEncoder(rules: .usual).tree(EntityTable([value])).object?["entities"]?.object
      expectEqual(table?.values, [tree])
    }
  }

  @Test func `no hash and no text depends on a secret`() throws {
    struct State: Codable {
      var pin: Int
      var accounts: Set<Account>
      var table: EntityTable<Entry>
      @Redacted var word: String
    }
    func state(_ pin: Int) -> State {
      let text = String(pin)
      let entries = [Entry(id: "a", text: "public", token: "t0k3n\(text)"), Entry(id: "b")]
      return State(
        pin: pin, accounts: [Account(password: text), Account(name: "Bob", password: "1\(text)")],
        table: EntityTable(entries), word: text)
    }
    let encoder = StateEncoder(rules: .usual)
    let outlines = Set(try stride(from: 100, to: 10_000, by: 3).map { try encoder.outline(state($0)) })
    expectEqual(outlines.count, 1)
    expectEqual(Set(try [100, 700, 1234, 9999].map { try encoder.encode(state($0)) }).count, 1)
  }

  private struct Entry: Codable, Identifiable {
    var id: String
    var text = "text"
    var token = "token"
  }
}
