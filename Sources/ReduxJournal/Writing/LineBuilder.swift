import StateCoding
import StateTree
import SystemSupport

/// Finished lines, followed by the unfinished part of the next one, in a single buffer.
struct LineBuilder: Sendable {
  private var buffer = LineBuffer()
  private var start = 0
  private var needsComma = false

  /// The lines, followed by the unfinished part.
  var bytes: ArraySlice<UInt8> { buffer.bytes }
  /// Whether it holds no bytes.
  var isEmpty: Bool { buffer.count == 0 }
  /// The number of bytes in the part.
  var count: Int { buffer.count - start }

  /// Starts a line with its kind and seq.
  mutating func begin(_ kind: StaticString, seq: Int) {
    start = buffer.count
    buffer.append(#"{"kind":""#)
    buffer.append(kind)
    buffer.append(#"","seq":"#)
    buffer.append(decimal: seq)
    needsComma = true
  }

  /// Continues a line whose first part is finished.
  mutating func resume(afterComma: Bool) {
    start = buffer.count
    needsComma = !afterComma
  }

  /// Removes the part, or its bytes after the first `count`.
  mutating func removePart(after count: Int = 0) { buffer.removeLast(to: start + count) }

  /// Calls the body with the part.
  func withPart<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    buffer.withBytes(from: start, body)
  }

  /// Removes bytes from the start.
  mutating func drop(first count: Int) {
    buffer.removeFirst(count)
    start = max(0, start - count)
  }

  /// Removes bytes from the end.
  mutating func drop(last count: Int) {
    buffer.removeLast(to: buffer.count - count)
    start = min(start, buffer.count)
  }

  // MARK: Members

  /// Appends a member's key with the comma before it and the colon after it. The key must need no escapes.
  mutating func key(_ key: StaticString) {
    buffer.append(key: key, afterComma: needsComma)
    needsComma = true
  }

  mutating func json(_ value: JSONValue) { buffer.append { value.appendCompact(to: &$0) } }

  mutating func member(_ key: StaticString, _ value: Int?) {
    guard let value else { return }
    self.key(key)
    buffer.append(decimal: value)
  }

  mutating func member(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    self.key(key)
    buffer.append(quoted: value)
  }

  mutating func member(_ key: StaticString, _ value: StateHash?) {
    guard let value else { return }
    self.key(key)
    buffer.append("\"")
    buffer.append(value)
    buffer.append("\"")
  }

  mutating func member(_ key: StaticString, _ value: ActionInputs?) {
    guard let value else { return }
    self.key(key)
    buffer.append(#"{"now":"#)
    buffer.append(decimal: value.now)
    buffer.append(#","seed":""#)
    buffer.append(value.seed)
    buffer.append(#""}"#)
  }

  /// Appends pointers to places; nothing if there are none.
  mutating func member(_ key: StaticString, places: [String]) {
    if places.isEmpty { return }
    self.key(key)
    for (index, pointer) in places.enumerated() {
      buffer.append(index == 0 ? "[" : ",")
      buffer.append(quoted: pointer)
    }
    buffer.append("]")
  }

  /// Appends arbitrary bytes as base64.
  mutating func member(_ key: StaticString, base64 value: [UInt8]) {
    self.key(key)
    buffer.append("\"")
    buffer.append { Base64.append(value, to: &$0) }
    buffer.append("\"")
  }

  /// Checks that external JSON text fits in a line.
  static func check(payload json: [UInt8]) throws(JournalError.Problem) {
    guard !json.isEmpty, json.withUnsafeBytes({ Platform.firstLineFeed(in: $0) }) == nil else {
      throw .misuse("a state or action is not JSON text in one line")
    }
  }

  /// Appends external JSON text.
  mutating func payload(_ json: [UInt8]) { buffer.append(json) }

  /// Appends a comma, with the member still to follow.
  mutating func comma() { buffer.append(",") }

  /// Ends the line.
  mutating func end(_ sum: ChainSum) { sum.appendSuffix(to: &buffer) }

  // MARK: Changed members

  /// Appends the places where two states differ, as `StateOutline.changes(since:)` lists them.
  mutating func changed(from before: StateOutline, to after: StateOutline) {
    key("changed")
    var isFirst = true
    after.forEachChange(since: before) { place, hash in
      buffer.append(isFirst ? "{" : ",")
      isFirst = false
      append(place)
      guard let hash else { return buffer.append(":null") }
      buffer.append(":\"")
      buffer.append(short: hash)
      buffer.append("\"")
    }
    buffer.append(isFirst ? "{}" : "}")
  }

  private mutating func append(_ place: StateOutline.Location) {
    var isFirst = true
    let isPlain = place.forEachPlainKey { key in
      buffer.append(isFirst ? "\"/" : "/")
      isFirst = false
      buffer.append(key)
    }
    if isPlain { buffer.append("\"") } else { buffer.append(quoted: place.pointer) }
  }

  /// Appends the changed members of a state.
  mutating func changed(_ members: [ChangedMember]) {
    key("changed")
    var isFirst = true
    for member in members {
      buffer.append(isFirst ? "{" : ",")
      isFirst = false
      buffer.append(quoted: member.pointer)
      buffer.append(":")
      if let short = member.short { buffer.append(quoted: short) } else { buffer.append("null") }
    }
    buffer.append(isFirst ? "{}" : "}")
  }
}

extension AppIdentity {
  /// The rules as a header states them.
  var json: JSONValue {
    var object = JSONObject()
    object["name"] = .string(name)
    object["version"] = version.map(JSONValue.string)
    object["schema"] = schema.map { .number(JSONNumber($0)) }
    return .object(object)
  }
}
