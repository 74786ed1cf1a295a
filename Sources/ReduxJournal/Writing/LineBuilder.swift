import StateTree

/// A line, or its second part, while its members are put together.
struct LineBuilder {
  var bytes: [UInt8] = []
  private var needsComma: Bool

  /// Starts a line with its kind and seq.
  init(kind: String, seq: Int) {
    bytes.reserveCapacity(256)
    bytes.append(contentsOf: #"{"kind":""#.utf8)
    bytes.append(contentsOf: kind.utf8)
    bytes.append(contentsOf: #"","seq":"#.utf8)
    bytes.append(contentsOf: String(seq).utf8)
    needsComma = true
  }

  /// Goes on with a line whose first part is written.
  init(afterComma: Bool) { needsComma = !afterComma }

  /// A member's key, with the comma before it and the colon after it. The key needs no escapes.
  mutating func key(_ key: StaticString) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    bytes.append(UInt8(ascii: "\""))
    key.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func json(_ value: JSONValue) { value.appendCompact(to: &bytes) }

  mutating func member(_ key: StaticString, _ value: Int?) {
    guard let value else { return }
    self.key(key)
    bytes.append(contentsOf: String(value).utf8)
  }

  mutating func member(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    self.key(key)
    appendJSONString(value, to: &bytes)
  }

  mutating func member(_ key: StaticString, _ changed: [ChangedMember]) {
    self.key(key)
    var separator = UInt8(ascii: "{")
    for member in changed {
      bytes.append(separator)
      separator = UInt8(ascii: ",")
      appendJSONString(member.pointer, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      if let short = member.short { appendJSONString(short, to: &bytes) } else { json(.null) }
    }
    if changed.isEmpty { bytes.append(UInt8(ascii: "{")) }
    bytes.append(UInt8(ascii: "}"))
  }

  /// JSON text from elsewhere, which must stay within the line.
  mutating func payload(_ json: [UInt8]) throws(JournalError.Problem) {
    guard !json.isEmpty, json.withUnsafeBytes({ Platform.firstLineFeed(in: $0) }) == nil else {
      throw .misuse("a state or action is not JSON text in one line")
    }
    bytes.append(contentsOf: json)
  }
}

extension AppIdentity {
  /// As headers have it.
  var json: JSONValue {
    var object = JSONObject()
    object["name"] = .string(name)
    object["version"] = version.map(JSONValue.string)
    object["schema"] = schema.map { .number(JSONNumber($0)) }
    return .object(object)
  }
}
