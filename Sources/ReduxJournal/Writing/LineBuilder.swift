import StateTree

/// Lines, and the part of a line that is being put together behind them, all in one buffer that is used again.
struct LineBuilder: Sendable {
  /// The lines, and behind them the part that is being put together.
  private(set) var bytes: [UInt8] = []
  private var start = 0
  private var needsComma = false

  /// What a big snapshot needed is not kept for the actions after it.
  private static let keptCapacity = 1 << 20

  /// How many bytes the part has.
  var count: Int { bytes.count - start }

  /// Starts a line with its kind and seq.
  mutating func begin(_ kind: StaticString, seq: Int) {
    start = bytes.count
    append(#"{"kind":""#)
    append(kind)
    append(#"","seq":"#)
    appendDecimal(seq, to: &bytes)
    needsComma = true
  }

  /// Goes on with a line whose first part is made.
  mutating func resume(afterComma: Bool) {
    start = bytes.count
    needsComma = !afterComma
  }

  /// Takes back the part, or what of it comes after so many bytes.
  mutating func takeBack(to count: Int = 0) {
    bytes.removeLast(self.count - count)
  }

  /// Calls the body with the part.
  func withPart<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
  }

  /// Forgets bytes from the first on.
  mutating func drop(first count: Int) {
    if count < bytes.count {
      bytes.removeFirst(count)
    } else {
      bytes.removeAll(keepingCapacity: bytes.capacity <= LineBuilder.keptCapacity)
    }
    start = max(0, start - count)
  }

  /// Forgets bytes from the last on.
  mutating func drop(last count: Int) {
    bytes.removeLast(count)
    start = min(start, bytes.count)
  }

  // MARK: Members

  /// A member's key, with the comma before it and the colon after it. The key needs no escapes.
  mutating func key(_ key: StaticString) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    bytes.append(UInt8(ascii: "\""))
    append(key)
    append("\":")
  }

  mutating func json(_ value: JSONValue) { value.appendCompact(to: &bytes) }

  mutating func member(_ key: StaticString, _ value: Int?) {
    guard let value else { return }
    self.key(key)
    appendDecimal(value, to: &bytes)
  }

  mutating func member(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    self.key(key)
    appendJSONString(value, to: &bytes)
  }

  mutating func member(_ key: StaticString, _ value: StateHash?) {
    guard let value else { return }
    self.key(key)
    bytes.append(UInt8(ascii: "\""))
    value.appendDigits(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Bytes that need not be text.
  mutating func member(_ key: StaticString, base64 value: [UInt8]) {
    self.key(key)
    bytes.append(UInt8(ascii: "\""))
    Base64.append(value, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Makes sure that JSON text from elsewhere stays within its line.
  static func check(payload json: [UInt8]) throws(JournalError.Problem) {
    guard !json.isEmpty, json.withUnsafeBytes({ Platform.firstLineFeed(in: $0) }) == nil else {
      throw .misuse("a state or action is not JSON text in one line")
    }
  }

  /// JSON text from elsewhere.
  mutating func payload(_ json: [UInt8]) { bytes.append(contentsOf: json) }

  /// A comma with no member behind it yet.
  mutating func comma() { bytes.append(UInt8(ascii: ",")) }

  /// The end of a line.
  mutating func end(_ sum: ChainSum) { sum.appendSuffix(to: &bytes) }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  // MARK: Changed members

  /// The places in which two states differ, as `StateOutline.changes(since:)` lists them.
  mutating func changed(from before: StateOutline?, to after: StateOutline) {
    key("changed")
    var separator = UInt8(ascii: "{")
    if let before {
      after.forEachChange(since: before) { member, child, hash in
        bytes.append(separator)
        separator = UInt8(ascii: ",")
        StateOutline.appendPointer(member, child, to: &bytes)
        guard let hash else { return append(":null") }
        append(":\"")
        hash.appendShortDigits(to: &bytes)
        append("\"")
      }
    }
    if separator == UInt8(ascii: "{") { bytes.append(separator) }
    bytes.append(UInt8(ascii: "}"))
  }

  /// The members of a state that changed.
  mutating func changed(_ members: [ChangedMember]) {
    key("changed")
    var separator = UInt8(ascii: "{")
    for member in members {
      bytes.append(separator)
      separator = UInt8(ascii: ",")
      appendJSONString(member.pointer, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      if let short = member.short { appendJSONString(short, to: &bytes) } else { json(.null) }
    }
    if members.isEmpty { bytes.append(UInt8(ascii: "{")) }
    bytes.append(UInt8(ascii: "}"))
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
