import StateTree

/// JSON text, written piece by piece: a tree of a journal's rows would need ten times their memory.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  mutating func object(_ body: (inout JSONText) throws -> Void) rethrows {
    try group("{", "}", body)
  }

  mutating func array(_ body: (inout JSONText) throws -> Void) rethrows {
    try group("[", "]", body)
  }

  private mutating func group(_ open: String, _ close: String, _ body: (inout JSONText) throws -> Void) rethrows {
    separate()
    bytes += open.utf8
    needsComma = false
    try body(&self)
    bytes += close.utf8
    needsComma = true
  }

  /// Writes a key, to be followed by its value.
  mutating func key(_ key: String) {
    add(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func add(_ text: String) {
    separate()
    JSONValue.string(text).appendCompact(to: &bytes)
    needsComma = true
  }

  mutating func add(_ number: Int) { add(json: Array(String(number).utf8)) }

  mutating func add(_ flag: Bool) { add(json: Array(String(flag).utf8)) }

  mutating func add(_ value: JSONValue) {
    separate()
    value.appendCompact(to: &bytes)
    needsComma = true
  }

  /// Adds JSON text as it is.
  mutating func add(json: some Collection<UInt8>) {
    separate()
    bytes += json
    needsComma = true
  }

  /// Adds a member, unless its value is `nil`.
  mutating func member(_ key: String, _ text: String?) {
    guard let text else { return }
    self.key(key)
    add(text)
  }

  /// Adds a member, unless its value is `nil`.
  mutating func member(_ key: String, _ number: Int?) {
    guard let number else { return }
    self.key(key)
    add(number)
  }

  /// Adds a member.
  mutating func member(_ key: String, _ flag: Bool) {
    self.key(key)
    add(flag)
  }

  /// Adds a member with an array.
  mutating func member<Element>(
    _ key: String, _ elements: some Sequence<Element>, _ body: (inout JSONText, Element) -> Void
  ) {
    self.key(key)
    array { list in for element in elements { body(&list, element) } }
  }

  /// Ends a line, between members of an object.
  mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func separate() { if needsComma { bytes.append(UInt8(ascii: ",")) } }
}
