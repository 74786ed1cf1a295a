import Expectations
import Synchronization
import TestSupport
import Testing

@testable import StateCoding
@testable import StateTable
@testable import StateTree

// One test at a time: they count encoded entities.
@Suite(.serialized) struct TableRulesTests {
  struct Login: Codable, Identifiable, Equatable {
    var id: String
    var name = "Ada"
    var pin: Int?
  }

  struct State: Codable {
    var logins: EntityTable<Login>
    var other: EntityTable<Login> = []
  }

  /// The rules to test tables under.
  static let rules: [RedactionRules] = [
    .usual, RedactionRules(names: ["name"]), RedactionRules(redacting: ["/logins/entities/*/name"], names: []),
    RedactionRules(redacting: ["/logins/entities/a/pin", "/*/entities/*/id"]), .shape,
    RedactionRules(redacting: ["/logins/entities"]), RedactionRules(redacting: ["/logins/ids/0"]),
    RedactionRules(allowing: ["/logins/ids", "/logins/entities/*/id"]), RedactionRules(names: ["entities"]),
    RedactionRules(names: []),
    .off.leavingOut(["/logins/entities/*/pin"]), .usual.leavingOut(["/logins/entities/*/pin", "/other"]),
    .usual.leavingOut(["/*/entities/*/name"]), .off.leavingOut(["/*/entities/a"]),
    .off.leavingOut(["/logins/entities"]),
    RedactionRules(redacting: ["/logins/entities/*/pin"], names: []).leavingOut(["/logins/entities/a/pin", "/*/ids/1"]),
    RedactionRules(exempting: ["/logins/entities/*/name", "/other"]), RedactionRules(names: [], detecting: .usual),
    .off.leavingOut(["/elsewhere/*"]), RedactionRules(names: ["entities"]).leavingOut(["/logins/entities/*/name"]),
  ]

  @Test(arguments: rules.indices)
  func `the hash under rules matches the written JSON through all changes`(index: Int) throws {
    let rules = TableRulesTests.rules[index]
    var generator = SeededGenerator(seed: UInt64(index) + 7)
    let encoder = StateEncoder(rules: rules)
    var state = State(logins: [Login(id: "a", pin: 1), Login(id: "b")])
    var copies: [State] = []
    for step in 0..<120 {
      let id = ["a", "b", "c", "d", "token"].randomElement(using: &generator) ?? "a"
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: state.logins.remove(id)
      case 1: state.logins[id: id]?.pin = step
      case 2: state.logins.update(id) { $0.name = "\(step)" }
      case 8: state.logins.update(id) { $0.name = SecretCorpus.tuned.shaped[step].text }
      case 3: state.logins.move(id, to: 0)
      case 4: state.logins.setAll([Login(id: id, pin: 7), Login(id: "z")])
      case 5: copies.append(state)
      case 6: swap(&state.logins, &state.other)
      default: state.logins.upsert(Login(id: id, pin: Bool.random(using: &generator) ? step : nil))
      }
      let comment = Comment(rawValue: "rules \(index), step \(step)")
      let text = try encoder.encode(state)
      try expectEqual(encoder.outline(state).hash, hash(text, under: rules), comment)
      // The hash without rules stays the same.
      if step % 5 == 0 {
        try expectEqual(StateEncoder().hash(state), StateEncoder().tree(state).stateHash, comment)
      }
    }
    for copy in copies {
      try expectEqual(encoder.hash(copy), hash(encoder.encode(copy), under: rules))
      try expectEqual(StateEncoder().hash(copy), StateEncoder().tree(copy).stateHash)
    }
  }

  /// A part that keeps its hash without declaring itself free of secrets.
  struct Vault: Codable, StateHashProviding {
    var password: String
    var stateHash: StateHash? { JSONValue.object(JSONObject([("password", .string(password))])).stateHash }
  }

  struct Safe: Codable, Identifiable {
    var id: Int
    var vault: Vault
  }

  struct Bank: Codable {
    var safes: EntityTable<Safe>
  }

  @Test(arguments: rules.indices)
  func `the kept hash of a part that may hold secrets is not used`(index: Int) throws {
    let rules = TableRulesTests.rules[index]
    let encoder = StateEncoder(rules: rules)
    var bank = Bank(safes: [Safe(id: 1, vault: Vault(password: "open sesame"))])
    for step in 0..<3 {
      try expectEqual(encoder.hash(bank), hash(encoder.encode(bank), under: rules), "rules \(index), step \(step)")
      bank.safes.update(1) { $0.vault.password += "!" }
    }
  }

  private func hash(_ text: [UInt8], under rules: RedactionRules) throws -> StateHash {
    try VolatileHasher(of: rules).hash(JSONDocument(text).root)
  }

  @Test func `a table without secrets is hashed under the default rules from the start`() throws {
    let table: EntityTable = [Login(id: "a"), Login(id: "b")]
    let core = RuleSet(.usual)
    let scope = try #require(RuleScope(core, tableAt: .free))
    #expect(table.hashing.isGood(for: scope))
    expectEqual(table.members(in: scope)?.holdsSecrets, false)
    expectEqual(table.members(in: scope)?.stateHash, table.stateHash)
    #expect(!table.hashing.isOutdated)
  }

  @Test(arguments: [RedactionRules(names: ["n"]), .off.leavingOut(["/entities/*/n"])])
  func `a table is hashed once as a whole, then change by change`(rules: RedactionRules) throws {
    Counted.count.withLock { $0 = 0 }
    var table = EntityTable((0..<100).map { Counted(id: $0) })
    let encoder = StateEncoder(rules: rules)
    func cost(_ body: () throws -> Void) rethrows -> Int {
      let before = Counted.count.withLock { $0 }
      try body()
      return Counted.count.withLock { $0 } - before
    }
    try expectEqual(cost { _ = try encoder.hash(table) }, 100)
    try expectEqual(cost { for _ in 0..<10 { _ = try encoder.hash(table) } }, 0)
    // The change follows the adoption: the table hashes every entity, then the changed one again.
    expectEqual(cost { table[id: 7]?.n = 8 }, 101)
    try expectEqual(cost { for _ in 0..<10 { _ = try encoder.hash(table) } }, 0)
    expectEqual(cost { table[id: 8]?.n = 9 }, 1)
    try expectEqual(cost { _ = try encoder.hash(table) }, 0)
    try expectEqual(
      cost {
        table.upsert(Counted(id: 100)); _ = try encoder.hash(table)
      }, 1)
    try expectEqual(encoder.hash(table), hash(encoder.encode(table), under: rules))
  }

  @Test func `tables that differ in a value that is secret in one place have their own hashes in another`() throws {
    let rules = RedactionRules(redacting: ["/logins/entities/*/name"], names: [])
    let encoder = StateEncoder(rules: rules)
    var state = State(logins: [Login(id: "a")])
    _ = try encoder.hash(state)
    state.logins[id: "a"]?.pin = 1
    let first = state.logins
    var second = first
    second[id: "a"]?.name = "Grace"
    for other in [first, second] {
      state.other = other
      try expectEqual(encoder.hash(state), hash(encoder.encode(state), under: rules))
    }
  }

  @Test func `volatile values elsewhere cost a table nothing`() throws {
    Counted.count.withLock { $0 = 0 }
    var table = EntityTable((0..<100).map { Counted(id: $0) })
    let encoder = StateEncoder(rules: .off.leavingOut(["/elsewhere/*"]))
    let made = Counted.count.withLock { $0 }
    _ = try encoder.hash(["table": table])
    table[id: 7]?.n = 8
    _ = try encoder.hash(["table": table])
    expectEqual(Counted.count.withLock { $0 }, made + 1)
  }

  @Test func `a patch includes volatile values that the hash leaves out`() throws {
    let encoder = StateEncoder(rules: .off.leavingOut(["/logins/entities/*/pin"]))
    var state = State(logins: [Login(id: "a", pin: 1), Login(id: "b")])
    _ = try encoder.hash(state)
    // From now on, the table itself omits it.
    state.logins[id: "b"]?.name = "Bob"
    let before = state
    state.logins[id: "a"]?.pin = 2
    try expectEqual(encoder.hash(before), encoder.hash(state))
    #expect(try encoder.outline(state).changes(since: encoder.outline(before)).isEmpty)
    for encoder in [encoder, StateEncoder()] {
      try expectEqual(
        encoder.patch(from: before, to: state).json.compact,
        #"[{"op":"replace","path":"/logins/entities/a/pin","value":2}]"#)
    }
  }

  struct Counted: Codable, Identifiable {
    static let count = Mutex(0)
    var id: Int
    var n = 0

    private enum CodingKeys: CodingKey { case id, n }

    init(id: Int) { self.id = id }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      n = try container.decode(Int.self, forKey: .n)
    }

    func encode(to encoder: any Encoder) throws {
      Counted.count.withLock { $0 += 1 }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(n, forKey: .n)
    }
  }

  @Test func `the patch equals the JSON's, whatever rules the table is hashed under`() throws {
    var state = State(logins: [Login(id: "a", pin: 1), Login(id: "b")])
    let encoder = StateEncoder(rules: RedactionRules(names: ["name", "pin"]))
    _ = try encoder.hash(state)
    state.logins[id: "b"]?.name = "Bob"
    let before = state
    state.logins[id: "a"]?.pin = 2
    for encoder in [encoder, StateEncoder()] {
      try expectEqual(
        encoder.patch(from: before, to: state).json,
        JSONPatch.diff(from: encoder.tree(before), to: encoder.tree(state)).json)
    }
    try expectEqual(StateEncoder().patch(from: before, to: state).operations.count, 1)
    #expect(try encoder.patch(from: before, to: state).operations.isEmpty)
  }

  @Test func `a nested table is hashed with its entity`() throws {
    struct Group: Codable, Identifiable {
      var id: String
      var logins: EntityTable<Login>
    }
    var groups: EntityTable = [Group(id: "x", logins: [Login(id: "a", pin: 1)])]
    for rules in [RedactionRules.usual, RedactionRules(redacting: ["/entities/x/logins/entities/*/name"])] {
      let encoder = StateEncoder(rules: rules)
      for step in 0..<4 {
        try expectEqual(encoder.hash(groups), encoder.tree(groups).stateHash)
        groups[id: "x"]?.logins.upsert(Login(id: "\(step)", pin: step))
        try expectEqual(StateEncoder().hash(groups), StateEncoder().tree(groups).stateHash)
      }
    }
  }
}
