extension JSONValue {
  /// The equal value with the same text for all equal values: sorted members, and one spelling of each number. O(n log n).
  package var normalized: JSONValue {
    switch self {
    case .null, .bool, .string: self
    case .number(let number): .number(number.normalized)
    case .array(let elements): .array(elements.map(\.normalized))
    case .object(let object): .object(object.normalized)
    }
  }
}

extension JSONObject {
  fileprivate var normalized: JSONObject {
    let members = zip(keys, values).sorted { ByteString($0.0) < ByteString($1.0) }
    return JSONObject(uniqueKeys: members.map(\.0), values: members.map(\.1.normalized))
  }
}
