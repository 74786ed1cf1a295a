import Expectations
import StateTree
import Testing

@testable import RuntimeLayout
@testable import StateCoding
@testable import StatePrivacy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Objects with a name and a value: headers, and cookies in each form that an app has them in.
struct SecretPairTests {
  private let encoder = StateEncoder(rules: .usual)
  private static let session = "0F3A9C" + "41D27B5E86"

  /// The properties of a cookie, as `HTTPCookie` has them.
  private func properties(_ name: String, _ value: String) -> [String: String] {
    ["Name": name, "Value": value, "Domain": "example.org", "Path": "/", "Version": "1"]
  }

  @Test(
    arguments: [
      "JSESSIONID", "PHPSESSID", "connect.sid", "sessionid", "ASP.NET_SessionId", "csrftoken", "XSRF-TOKEN", "theme",
    ])
  func `the value of a cookie is redacted if it looks like a key`(name: String) throws {
    let plain = properties(name, Self.session)
    let expected = try StateEncoder().tree(properties(name, "redacted"))
    try expectEqual(encoder.tree(plain), expected)
    try expectEqual(encoder.tree(OutOfOrder(plain)).object?["value"], expected)
    try expectEqual(encoder.tree(StateEncoder().tree(plain)), expected)
    try expectEqual(encoder.tree(OutOfOrder(StateEncoder().tree(plain))).object?["value"], expected)
    try expectEqual(encoder.tree(["cookies": [plain]]).object?["cookies"], [expected])
    try expectEqual(encoder.tree(expected), expected)
    try expectEqual(encoder.hash(plain), StateEncoder().hash(expected))
  }

  @Test(arguments: [("consent", "yes"), ("theme", "dark"), ("lang", "de-DE"), ("JSESSIONID", "")])
  func `the value of a cookie is written if it is plain`(name: String, value: String) throws {
    let plain = properties(name, value)
    try expectEqual(encoder.tree(plain), StateEncoder().tree(plain))
    try expectEqual(encoder.tree(StateEncoder().tree(plain)), StateEncoder().tree(plain))
  }

  @Test func `a cookie of a type of its own is one by its keys`() throws {
    struct Cookie: Codable {
      var name = "theme"
      var value = SecretPairTests.session
      var domain = "example.org"
      var path = "/"
    }
    let expected: JSONValue = ["name": "theme", "value": "redacted", "domain": "example.org", "path": "/"]
    try expectEqual(encoder.tree(Cookie()), expected)
    try expectEqual(encoder.tree(OutOfOrder(Cookie())).object?["value"], expected)
    var rules = RedactionRules.usual
    rules.detection.exceptions.append("cookie")
    try expectEqual(StateEncoder(rules: rules).tree(Cookie()), StateEncoder().tree(Cookie()))
    try expectEqual(
      StateEncoder(rules: RedactionRules(names: [])).tree(Cookie()), StateEncoder().tree(Cookie()))
  }

  @Test func `a header in a dictionary is redacted by its name`() throws {
    for (name, value) in [("name", "value"), ("Name", "Value"), ("header", "value"), ("Field", "Value")] {
      let redacted = try StateEncoder().tree([name: "X-Auth-Token", value: "redacted"])
      try expectEqual(encoder.tree([name: "X-Auth-Token", value: "f3b9c1"]), redacted)
      let accept = [name: "Accept", value: "f3b9c1"]
      try expectEqual(encoder.tree(accept), StateEncoder().tree(accept))
    }
  }

  @Test func `the properties of a cookie are redacted by reflection too`() throws {
    struct Key: RawRepresentable, Hashable { var rawValue: String }
    struct Jar { var cookies: [[Key: Any]] }
    let plain = properties("JSESSIONID", Self.session)
    let jar = Jar(cookies: [Dictionary(uniqueKeysWithValues: plain.map { (Key(rawValue: $0), $1 as Any) })])
    let expected = try StateEncoder().tree(["cookies": [properties("JSESSIONID", "redacted")]])
    try expectEqual(encoder.tree(Reflected(jar)), expected)
    try expectEqual(encoder.tree(Reflected(["cookies": [plain as [String: Any]]])), expected)
  }

  @Test func `the text of a field is redacted by the field's name`() throws {
    struct Input: Codable {
      var field = "password"
      var text = "hunter2"
    }
    try expectEqual(encoder.tree(Input()), ["field": "password", "text": "redacted"])
    try expectEqual(encoder.tree(Reflected(Input())), ["field": "password", "text": "redacted"])
    try expectEqual(encoder.tree(Input(field: "city")), ["field": "city", "text": "hunter2"])
    try expectEqual(encoder.tree(["field": "password", "text": "hunter2"]), ["field": "password", "text": "redacted"])
    // A translation, not a secret.
    let label = ["key": "password", "text": "Passwort"]
    try expectEqual(encoder.tree(label), StateEncoder().tree(label))
  }

  struct ValueFirst<Value: Codable>: Codable {
    var value: Value
    var name = "password"
  }

  @Test func `a value is redacted by a name that comes after it`() throws {
    try expectEqual(encoder.tree(ValueFirst(value: "hunter2")), ["value": "redacted", "name": "password"])
    try expectEqual(
      encoder.tree([ValueFirst(value: "hunter2")]), [["value": "redacted", "name": "password"]])
    try expectEqual(
      encoder.hash(ValueFirst(value: "hunter2")), encoder.hash(ValueFirst(value: "hunter3")))
    try expectEqual(
      encoder.tree(ValueFirst(value: "hunter2", name: "city")), ["value": "hunter2", "name": "city"])
    struct Plain {
      var value: Any = "hunter2"
      var name = "password"
    }
    try expectEqual(encoder.tree(Reflected(Plain())).object?["value"], "redacted")
  }

  struct Login {
    var email = ""
    var password = ""
    var form = Form()
    var isShown: Bool { !password.isEmpty }

    struct Form { var pin = 0 }
  }

  /// The action of a view that sets a member of the state.
  struct Binding {
    let value: Any
    let keyPath: PartialKeyPath<Login>
    let set: (inout Login) -> Void = { _ in }
  }

  @Test func `the value of a binding is redacted by the name of its key path`() throws {
    func written(_ path: PartialKeyPath<Login>, _ value: Any) throws -> [JSONValue?] {
      let tree = try encoder.tree(Reflected(Binding(value: value, keyPath: path)))
      return [tree.object?["keyPath"], tree.object?["value"]]
    }
    try expectEqual(written(\.email, "ann@example.org"), ["email", "ann@example.org"])
    try expectEqual(written(\.password, "hunter2"), ["password", "redacted"])
    try expectEqual(written(\.form.pin, 4711), ["form.pin", 0])
    // Swift doesn't know the names of computed properties.
    let opaque: JSONValue = ["$opaque": "KeyPath<StateTreeTests.SecretPairTests.Login, Swift.Bool>"]
    try expectEqual(written(\.isShown, "hunter2"), [opaque, "redacted"])
  }

  /// Where the runtime finds the symbols of accessors, it names computed properties and subscripts by them.
  @Test(arguments: [
    ("isShown", "isShown"), ("form.pin", "form.pin"), ("form?.pin?", "form.pin"), ("subscript(_: Int)", nil),
    ("forms.subscript(id: String).pin", nil), ("forms.<computed 0x00007fcd2dce8d80 (Form)>.pin", nil),
  ])
  func `a key path has a name if each of its steps does`(description: String, name: String?) {
    expectEqual(AnyKeyPath.memberName(in: "\\Login.\(description)", of: Login.self), name)
  }

  @Test func `a large dictionary is no pair, followed or not`() throws {
    var large = Dictionary(uniqueKeysWithValues: (0..<20).map { ("entry\($0)", "text") })
    large["name"] = "X-Auth-Token"
    large["value"] = "f3b9c1"
    let session = encoder.followingSession(limit: 1 << 20)
    try expectEqual(session.hash(large), encoder.hash(large))
    try expectEqual(encoder.tree(large), StateEncoder().tree(large))
  }
}
