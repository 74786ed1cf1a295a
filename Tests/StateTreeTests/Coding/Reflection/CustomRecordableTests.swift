import Expectations
import Foundation
import StateTree
import Testing

@testable import StateCoding

private struct ImageCache { var images = [1, 2] }
private struct Draft { var title = "Trip", body = "to the sea", id = 1 }
private struct Command { var id = "go" }

// docs/guides/stores.md: forms
extension ImageCache: CustomRecordable {
  var recordedForm: RecordedForm { .opaque }
}

extension Draft: CustomRecordable {
  var recordedForm: RecordedForm { .members(["title": title, "words": body.split(separator: " ").count]) }
}

extension Command: CustomRecordable {
  var recordedForm: RecordedForm { .own.named(id) }
}
// docs/guides/stores.md: end

/// Types that decide how reflection writes their values.
struct CustomRecordableTests {
  private func json(_ value: Any, everything: Bool = false, rules: RedactionRules = .off) throws -> String {
    let state = Reflected(value, everything: everything, sharing: ReflectionContext())
    let text = String(decoding: try StateEncoder(rules: rules).encode(state), as: UTF8.self)
    let tree = try JSONValue(parsing: Array(text.utf8))
    try expectEqual(StateEncoder(rules: rules).hash(state), tree.stateHash)
    return text
  }

  @Test func `a value stands under its members, as another value, or only by its type`() throws {
    try expectEqual(json(Money(cents: 1250)), #"{"amount":12.5,"currency":"EUR"}"#)
    try expectEqual(json(Wrapped(value: Money(cents: 100))), #"{"amount":1.0,"currency":"EUR"}"#)
    try expectEqual(json(ImageCache()), #"{"$opaque":"ImageCache"}"#)
    try expectEqual(json(Draft()), #"{"title":"Trip","words":3}"#)
    try expectEqual(json(Command()), #"{"id":"go"}"#)
  }

  @Test func `the form counts wherever the type stands`() throws {
    let money = #"{"amount":2.0,"currency":"EUR"}"#
    try expectEqual(
      json(Everywhere()),
      """
      {"one":\(money),"list":[\(money)],"byName":{"a":\(money)},"cases":{"paid":{"_0":\(money)}},\
      "any":\(money),"box":{"songs":2}}
      """)
  }

  @Test func `an encoding comes first, unless everything is reflected`() throws {
    try expectEqual(json(Encoded(name: "a")), #"{"name":"a"}"#)
    try expectEqual(json(Encoded(name: "a"), everything: true), #"{"shown":"a"}"#)
  }

  @Test func `dates and durations say what they are`() throws {
    try expectEqual(
      json(Times()),
      #"{"at":"2026-01-01T10:00:00.25Z","list":["2001-01-01T00:00:00Z"],"never":"inf","took":"1.5 seconds"}"#)
  }

  @Test func `a form that leads to itself ends`() throws {
    let text = try json(Endless())
    #expect(text.contains(#"{"again":{"$opaque":"CustomRecordableTests.Endless"}}"#))
  }

  @Test func `a name before or after its value decides about the value`() throws {
    let text = try json(Binding(), rules: .usual)
    #expect(!text.contains("hunter2") && text.contains("password"), "\(text)")
  }

  @Test func `wrappers that look their value up elsewhere aren't entered`() throws {
    try expectEqual(
      json(Feature()), #"{"count":1,"clock":{"$opaque":"CustomRecordableTests.Dependency<Swift.Int>"}}"#)
  }
}

extension CustomRecordableTests {
  fileprivate struct Money: CustomRecordable {
    var cents: Int
    var recordedForm: RecordedForm {
      .members(["amount": Double(cents) / 100, "currency": "EUR", "none": Int?.none as Any])
    }
  }

  fileprivate struct Wrapped: CustomRecordable {
    var value: Money
    var recordedForm: RecordedForm { .value(value) }
  }

  fileprivate enum Payment { case paid(Money) }

  /// A class with a lock, which its form may take.
  fileprivate final class Player: CustomRecordable {
    private let lock = NSLock()
    private let songs = ["a", "b"]
    var recordedForm: RecordedForm { lock.withLock { .members(["songs": songs.count]) } }
  }

  fileprivate struct Everywhere {
    var one = Money(cents: 200)
    var list = [Money(cents: 200)]
    var byName = ["a": Money(cents: 200)]
    var cases = Payment.paid(Money(cents: 200))
    var any: Any = Money(cents: 200)
    var box = Player()
  }

  fileprivate struct Encoded: Encodable, CustomRecordable {
    var name: String
    var recordedForm: RecordedForm { .members(["shown": name]) }
  }

  fileprivate struct Times {
    var at = Date(timeIntervalSince1970: 1_767_261_600.25)
    var list = [Date(timeIntervalSinceReferenceDate: 0)]
    var never = Date(timeIntervalSinceReferenceDate: .infinity)
    var took = Duration.milliseconds(1500)
  }

  fileprivate struct Endless: CustomRecordable {
    var recordedForm: RecordedForm { .members(["again": Endless()]) }
  }

  fileprivate struct Binding: CustomRecordable {
    var recordedForm: RecordedForm { .members(["value": "hunter2", "keyPath": "password"]) }
  }

  fileprivate struct Values { var clock = 1 }

  @propertyWrapper fileprivate struct Dependency<Value> {
    private let values = Values()
    private let keyPath: KeyPath<Values, Value>
    init(_ keyPath: KeyPath<Values, Value>) { self.keyPath = keyPath }
    var wrappedValue: Value { values[keyPath: keyPath] }
  }

  fileprivate struct Feature {
    var count = 1
    @Dependency(\.clock) var clock
  }
}
