#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONValue: Codable {
  /// Encodes the value as a document. This package's coder takes it as a whole; another coder may lose digits of
  /// numbers.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var container = encoder.container(keyedBy: NameKey.self)
      for (key, value) in object { try container.encode(value, forKey: NameKey(key)) }
    case .array(let values):
      var container = encoder.unkeyedContainer()
      for value in values { try container.encode(value) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .string(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let number):
      var container = encoder.singleValueContainer()
      if let integer = number.integer(Int.self) {
        try container.encode(integer)
      } else if let decimal = Decimal(string: number.literal), decimal.description == number.literal {
        try container.encode(decimal)
      } else {
        try container.encode(number.double)
      }
    }
  }

  /// Decodes any document. This package's coder provides it as a whole; another coder may have lost digits of numbers.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: NameKey.self) {
      var object = JSONObject()
      for key in container.allKeys { object[key.stringValue] = try container.decode(JSONValue.self, forKey: key) }
      self = .object(object)
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var values: [JSONValue] = []
      while !container.isAtEnd { values.append(try container.decode(JSONValue.self)) }
      self = .array(values)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Int.self) {
      self = .number(JSONNumber(value))
    } else if let value = try? container.decode(Decimal.self) {
      self = .number(JSONNumber(checked: value.description))
    } else if let number = JSONNumber(try container.decode(Double.self)) {
      self = .number(number)
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a JSON value")
    }
  }
}
