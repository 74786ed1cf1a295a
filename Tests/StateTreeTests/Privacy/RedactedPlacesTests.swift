import Expectations
import RuntimeLayout
import StateTable
import StateTree
import Testing

@testable import StateCoding
@testable import StatePrivacy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct RedactedPlacesTests {
  private func places(_ value: some Encodable, _ rules: RedactionRules = .usual) throws -> [String] {
    try StateEncoder(rules: rules).redactedPlaces(in: value).map(\.pointer)
  }

  @Test func `each place of a stand-in is noted, and no other`() throws {
    enum Action: Codable {
      case login(name: String, password: String)
      case setPin(Int)
    }
    try expectEqual(places(Account()), ["/password"])
    try expectEqual(places([Account(), Account()]), ["/0/password", "/1/password"])
    try expectEqual(places(["a": ["b": Account()]]), ["/a/b/password"])
    try expectEqual(places(Action.login(name: "Ada", password: "x")), ["/login/password"])
    try expectEqual(places(Action.setPin(1234)), ["/setPin/_0"])
    try expectEqual(places(["pin": 1234, "count": 1234]), ["/pin"])
    try expectEqual(places(["showPin": true, "hasPin": true]), [])
    try expectEqual(places(["password": ""]), [])
    try expectEqual(places("plain"), [])
    let token = "ghp_" + String(repeating: "a1B2", count: 9)
    try expectEqual(places(["plain", token, "plain"]), ["/1"])
    try expectEqual(places(["lines": ["plain", token]]), ["/lines/1"])
    try expectEqual(places([["plain"], ["plain", token]]), ["/1/1"])
    try expectEqual(places(token), [""])
    try expectEqual(places(["a/b": token]), ["/a~1b"])
    try expectEqual(places(["a": [1, ["password": "x", "n": 1]]] as JSONValue), ["/a/1/password"])
    try expectEqual(places(OutOfOrder([Account()])), ["/value/0/password"])
    try expectEqual(places([OutOfOrder(Account())]), ["/0/value/password"])
    // The order of a set's elements is known only when all of them are written.
    try expectEqual(places(["set": [Account(), Account(name: "Bob")] as Set]), ["/set"])
    try expectEqual(places(["table": EntityTable([Detected.all[0]])]), ["/table"])
  }

  @Test func `a secret that is left out as a whole has one place, and one with parts has one for each`() throws {
    try expectEqual(
      places(Everything()),
      [
        "/text", "/integer", "/large", "/double", "/notANumber", "/flag", "/present", "/strings", "/numbers", "/named",
        "/numbered", "/keyed", "/paired", "/nested", "/date", "/data", "/url", "/id", "/decimal", "/role",
        "/card/number/_0", "/card/number/year", "/parts/a", "/parts/b", "/parts/c", "/json", "/zone", "/address",
      ])
    try expectEqual(
      places(OutOfOrder(Everything())), places(Everything()).map { "/value" + $0 })
  }

  @Test func `places are those at which the written value differs from the plain one`() throws {
    let values: [any Encodable] = [
      Account(), Everything(), OutOfOrder(Everything()), ["a": [Account()]], Set([Account()]), [Account(): 1],
      Detected.all[0], Detected.all, OutOfOrder(Detected.all), EntityTable(Detected.all),
      ["tokens.access": Detected.all[1].notes, "none": Detected.all[2].notes],
    ]
    let rules: [RedactionRules] = [
      .usual, .off, .shape, RedactionRules(redacting: ["/*/0", "/entities/*/text"], names: []),
      RedactionRules(allowing: ["/name", "/a/*/name", "/value/text", "/*/name"]), RedactionRules(names: ["name"]),
      RedactionRules(names: [], detecting: .usual), RedactionRules(exempting: ["/*/text", "/text", "/notes/*"]),
    ]
    for value in values {
      for rules in rules {
        let encoder = StateEncoder(rules: rules)
        let (plain, written) = try (StateEncoder().tree(value), encoder.tree(value))
        let session = EncodingSession(rules: rules)
        session.logsRedactions = true
        _ = try session.withText(of: value) { $0.count }
        let places = session.redactedPlaces.map(\.pointer)
        if !(value is EntityTable<Detected>) {
          try expectEqual(encoder.redactedPlaces(in: value).map(\.pointer).sorted(), places.sorted())
        }
        for place in places { #expect(written[try JSONPointer(place)] != nil, "\(place) of \(written)") }
        let noted = try places.map { try JSONPointer($0) }
        for place in differences(plain, written) {
          #expect(noted.contains { $0.isPrefix(of: place) }, "\(place) of \(written) isn't among \(places)")
        }
      }
    }
  }

  private func differences(_ plain: JSONValue, _ written: JSONValue, _ place: [String] = []) -> [JSONPointer] {
    switch (plain, written) {
    case (.object(let old), .object(let new)) where new.count == old.count:
      old.keys.flatMap { differences(old[$0] ?? .null, new[$0] ?? .null, place + [$0]) }
    case (.array(let old), .array(let new)) where old.count == new.count:
      zip(old, new).enumerated().flatMap { differences($1.0, $1.1, place + [String($0)]) }
    default: plain == written ? [] : [JSONPointer(tokens: place)]
    }
  }

  @Test func `the digest of a place changes with its secret`() throws {
    struct State: Codable {
      @Redacted var words = ["a"]
      var accounts: Set<Account> = [Account()]
      var pin = 1234
      var late = OutOfOrder(Account())
    }
    let encoder = StateEncoder(rules: .usual)
    func digests(_ state: State) throws -> [Int] { try encoder.redactedPlaces(in: state).map(\.digest) }
    var state = State()
    try expectEqual(digests(state), digests(State()))
    state.words = ["b"]
    state.accounts = [Account(password: "other")]
    state.pin = 1235
    state.late = OutOfOrder(Account(password: "other"))
    for (old, new) in zip(try digests(State()), try digests(state)) { #expect(old != new) }
  }

  @Test func `following a state notes the places of the elements that have changed`() throws {
    struct State: Codable {
      var name = "Ada"
      var accounts = (0..<100).map { Account(name: "n\($0)") }
    }
    let session = EncodingSession(rules: .usual)
    session.followStates(limit: .max)
    session.logsRedactions = true
    var state = State()
    _ = try session.hash(state)
    expectEqual(Set(session.redactedPlaces.map(\.pointer)).count, 100)
    // Each state checks some elements that stay as they are; all, where no element is known to stay.
    let checked = LayoutGate.process.isOpen ? 8 : 99
    state.accounts[42].password = "other"
    _ = try session.hash(state)
    #expect(session.redactedPlaces.count <= 1 + checked)
    #expect(session.redactedPlaces.contains { $0.pointer == "/accounts/42/password" })
  }
}
