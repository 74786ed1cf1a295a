import StateCoding
import StateTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value, encoded as text under rules.
func redacted(_ value: some Encodable, _ rules: RedactionRules = .usual) throws -> String {
  String(decoding: try StateEncoder(rules: rules).encode(value), as: UTF8.self)
}

struct Account: Codable, Hashable {
  var name = "Ada"
  var password = "hunter2"
  var balance = 100
}

/// Each kind of value in a secret place.
struct Everything: Codable, Hashable {
  enum Role: String, Codable, CaseIterable { case reader, writer }
  enum Card: Codable, Hashable { case none, number(String, year: Int) }
  struct Parts: Codable, Hashable {
    var a = 7
    var b: String? = "seven"
    var c: [Int]? = [7, 7, 7]
  }
  enum Key: String, Codable, CodingKeyRepresentable { case here }

  @Redacted var text = "seven"
  @Redacted var integer = 7
  @Redacted var large = UInt64.max
  @Redacted var double = 7.5
  @Redacted var notANumber = Double.nan
  @Redacted var flag = true
  @Redacted var absent: String?
  @Redacted var present: String? = "seven"
  @Redacted var strings = ["seven", "eight"]
  @Redacted var numbers: Set = [7, 8]
  @Redacted var named = ["seven": 7]
  @Redacted var numbered = [7: "seven"]
  @Redacted var keyed: [Key: Int] = [.here: 7]
  @Redacted var paired = [[7]: "seven"]
  @Redacted var nested: Int?? = .some(7)
  @Redacted var date = Date(timeIntervalSinceReferenceDate: 7)
  @Redacted var data = Data([7])
  @Redacted var url = URL(string: "https://example.org/seven")
  @Redacted var id = UUID(uuidString: "77777777-7777-7777-7777-777777777777")
  @Redacted var decimal = Decimal(7)
  @Redacted var role = Role.writer
  @Redacted var card = Card.number("7777", year: 7)
  @Redacted var parts = Parts()
  @Redacted var json: JSONValue = ["seven": [7]]
  @Redacted var zone = TimeZone(secondsFromGMT: 7)
  @Redacted var address = EmailAddress("seven@example.org")
}

/// A text that decodes only from itself.
struct EmailAddress: Codable, Hashable, SecretStandIn {
  static var standIn: EmailAddress { EmailAddress("redacted@example.org") }
  private let text: String

  init(_ text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    guard text.contains("@") else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no @"))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// Encodes its members out of order, so it can't be streamed.
struct OutOfOrder<Value: Codable>: Codable {
  var value: Value

  private enum CodingKeys: CodingKey { case first, value, last }

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws {
    value = try decoder.container(keyedBy: CodingKeys.self).decode(Value.self, forKey: .value)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    var first = container.nestedUnkeyedContainer(forKey: .first)
    try container.encode(value, forKey: .value)
    try container.encode("last", forKey: .last)
    try first.encode(1)
  }
}
