import Expectations
import ReduxDiagnostics
import ReduxRecorder
import StateCoding
import StateTable
import TestSupport
import Testing

/// Secrets that an audit must not report, and the limits of its walk.
extension StateAuditTests {
  // MARK: Secrets

  private struct Secretive: Codable, CustomReflectable {
    var password = "hunter2"
    var byToken: [String: MoviesState.Filter] = ["tk-4711": .init()]
    var lost = "tk-4712"

    enum CodingKeys: CodingKey { case password, byToken }
    var customMirror: Mirror { Mirror(self, children: [password: lost]) }
  }

  private struct Secrets: Codable {
    var parts: [String: Part] = ["tk-4711": Part()]
    var other = Secretive()

    struct Part: Codable {
      var kept = "hunter2"
      var lost = "tk-4712"
      var cache: [String: Cache] = ["tk-4713": Cache()]
      enum CodingKeys: CodingKey { case kept, cache }
    }
  }

  @Test func `findings hold no values and no keys that are data`() {
    let audit = StateAudit(of: Secrets())
    expectEqual(
      audit.findings.map(short),
      [
        "/parts/*: 2 of 3, not lost: String", "/parts/*/cache/*: reference StateAuditTests.Cache",
      ])
    for text in ["\(audit)", String(reflecting: audit)] {
      for secret in ["hunter2", "471"] { #expect(!text.contains(secret)) }
    }
  }

  private struct Session: Codable {
    @Redacted var word = "sesame"
    var password = "hunter2"
    var tokenString = "a8f5f1"
    var pin = 1234
    var balance = 7
    var note = SecretCorpus.tuned.shaped[0].text
    var log = "sent \(SecretCorpus.tuned.shaped[5].text) at noon"
    var blob = "9fQ2x7LmZ0aBv4KpYt8RwE3sUcD6hJ1g"
    var debug = SecretCorpus.tuned.shaped[6].text
    var users: [String: [String]] = ["tk-4711": [SecretCorpus.tuned.shaped[0].text]]
    var tokenCount = 7
  }

  @Test func `an audit says which rule redacts what, and what looks like a secret and is written`() {
    let rules = RedactionRules(redacting: ["/balance"], exempting: ["/debug"])
    let audit = StateAudit(of: Session(), rules: rules)
    expectEqual(
      "\(audit)",
      """
      recording StateAuditTests.Session may capture secrets:
      - /log looks like a secret because of its form, aws, and is written; redact it or exempt it in the rules
      - /blob looks like a secret because of its form, random, and is written; redact it or exempt it in the rules
      - /word is redacted because of its type or the name beside it
      - /password is redacted because of its name
      - /tokenString is redacted because of a word in its name
      - /pin is redacted because of its name
      - /balance is redacted because of its place
      - /note is redacted because of its form, jwt
      - /users/*/* is redacted because of its form, jwt
      """)
    let names = StateAudit(of: Session(), rules: RedactionRules(names: ["pin"]))
    expectEqual(
      names.findings.map(short).prefix(3),
      [
        "/password: its name", "/tokenString: a word in its name", "/note: its form, jwt",
      ])
    #expect(StateAudit(of: Session(), rules: .off).redactions.isEmpty)
  }

  /// A key type for any text, or for some texts only; neither names members.
  private struct DataKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init?(stringValue: String) {
      guard stringValue.hasPrefix("tk-") else { return nil }
      self.stringValue = stringValue
    }
    init?(intValue: Int) { nil }
  }

  private struct Extras: Encodable {
    var name = "n"
    var extras = ["tk-4711": Cache()]

    enum CodingKeys: CodingKey { case name, more }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      var data = encoder.container(keyedBy: DataKey.self)
      for (key, value) in extras { try data.encode(value, forKey: DataKey(key)) }
      var more = container.nestedContainer(keyedBy: DataKey.self, forKey: .more)
      try more.encode(Cache(), forKey: DataKey("tk-4712"))
    }
  }

  @Test func `findings hold no data keys beside member names`() {
    let audit = StateAudit(of: Extras())
    expectEqual(
      audit.findings.map(short),
      [
        "not decodable", ": 1 of 2, not extras: Dictionary<String, StateAuditTests.Cache>",
        "/*: reference StateAuditTests.Cache", "/more/*: reference StateAuditTests.Cache",
      ])
    #expect(!"\(audit)".contains("471"))
  }

  // MARK: Size

  /// Takes a second: it makes 100,000 notes in a debug build.
  @Test func `a large state is audited in samples`() {
    var items = Array(repeating: Note(id: 1), count: 50_000)
    items[40_000].text = "not looked at"
    expectEqual(findings(items), [])
    let table = EntityTable((0..<50_000).map { Note(id: $0) })
    let audit = StateAudit(of: ["notes": table], encodingWithin: .zero)
    expectEqual(audit.findings, [])
    #expect(!audit.isComplete)
    expectEqual(
      "\(audit)",
      """
      recording Dictionary<String, EntityTable<StateAuditTests.Note>> captures everything in this state that was checked; \
      the state is too large to be checked completely
      """)
  }

  private struct Tree: Codable, Equatable {
    var children: [Tree] = []
    var lost = 0

    enum CodingKeys: CodingKey { case children }

    static func of(depth: Int, width: Int) -> Tree {
      Tree(children: depth == 0 ? [] : Array(repeating: of(depth: depth - 1, width: width), count: width))
    }
  }

  @Test func `a deep or wide state is audited up to a limit`() {
    let deep = StateAudit(of: Tree.of(depth: 100, width: 1))
    #expect(!deep.isComplete)
    expectEqual(deep.findings.count, 33)
    let wide = StateAudit(of: Tree.of(depth: 3, width: 32))
    #expect(!wide.isComplete)
    expectEqual(wide.findings.count, 4)
  }
}
