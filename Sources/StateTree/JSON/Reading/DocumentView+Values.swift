import SystemSupport

extension DocumentView {
  /// Returns the raw text of a scalar.
  package func text(at position: Int) -> String { String(decoding: raw(at: position), as: UTF8.self) }

  /// Returns the unescaped text of a string or a key.
  @_transparent
  @_spi(Kernel) public func string(at position: Int) -> String {
    let text = nodes + position
    if text.pointee.isEscaped { return unescapedString(at: position) }
    return String(
      decoding: UnsafeBufferPointer(
        start: bytes.assumingMemoryBound(to: UInt8.self) + Int(truncatingIfNeeded: text.pointee.start),
        count: Int(truncatingIfNeeded: text.pointee.end &- text.pointee.start)), as: UTF8.self)
  }

  /// Returns the text of a string or a key with escapes.
  @inline(never) @usableFromInline
  func unescapedString(at position: Int) -> String { JSONText.unescaped(raw(at: position)) }

  /// Returns the number at a position; infinite if it is beyond the range.
  package func double(at position: Int) -> Double {
    JSONNumber.exactDouble(raw(at: position)) ?? Double(text(at: position)) ?? .infinity
  }

  /// Returns the number at a position, if it is a whole number that fits.
  package func integer(at position: Int) -> Int? {
    JSONNumber.plainInteger(raw(at: position)) ?? number(at: position).integer()
  }

  /// Returns the number at a position.
  package func number(at position: Int) -> JSONNumber { JSONNumber(checked: text(at: position)) }

  /// Whether a key is equal to a text by bytes.
  package func isKey(at position: Int, equalTo key: UnsafeRawBufferPointer) -> Bool {
    let node = nodes[position]
    if node.isEscaped { return withUTF8(at: position) { Platform.areEqual($0, key) } }
    return raw(at: position).hasBytes(of: key)
  }

  /// Passes on the unescaped UTF-8 bytes of a string or a key.
  package func withUTF8<Result, Failure: Error>(
    at position: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard nodes[position].isEscaped else { return try body(raw(at: position)) }
    return try Array(string(at: position).utf8).withUnsafeBufferPointer { text throws(Failure) in
      try body(UnsafeRawBufferPointer(text))
    }
  }

  /// Returns the number of values and keys at a position and below it.
  package func count(at position: Int) -> Int { Int(nodes[position].next) - position }

  /// Returns the value at a position and everything below it as a tree. Recurses no deeper than the parser's limit.
  package func value(at position: Int) -> JSONValue {
    let node = nodes[position]
    switch node.kind {
    case .null: return .null
    case .bool: return .bool(firstByte(at: position) == UInt8(ascii: "t"))
    case .number: return .number(JSONNumber(checked: text(at: position)))
    case .string: return .string(string(at: position))
    case .array:
      var elements: [JSONValue] = []
      elements.reserveCapacity(Int(node.count))
      var next = position + 1
      for _ in 0..<node.count {
        elements.append(value(at: next))
        next = Int(nodes[next].next)
      }
      return .array(elements)
    case .object:
      var keys: [String] = []
      var values: [JSONValue] = []
      keys.reserveCapacity(Int(node.count))
      values.reserveCapacity(Int(node.count))
      var next = position + 1
      for _ in 0..<node.count {
        keys.append(string(at: next))
        values.append(value(at: next + 1))
        next = Int(nodes[next + 1].next)
      }
      return .object(JSONObject(uniqueKeys: keys, values: values))
    }
  }
}
