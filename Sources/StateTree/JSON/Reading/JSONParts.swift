/// The parts of a large JSON text, found without an index of its values, which can take ten times the text's memory.
///
/// It checks only what it needs to find where values end. Parse a part to check it.
package struct JSONParts: Sendable {
  /// The text.
  package let bytes: [UInt8]
  /// The most members or elements of a container that are returned.
  private let maximumParts: Int

  /// A member of an object or an element of an array.
  package struct Part: Sendable {
    /// The offset of the member's key; `nil` for an element.
    let key: Int?
    /// The offset of the value.
    package let offset: Int
  }

  /// The offsets of an object's values. Keys are equal by bytes.
  package struct Members: Sendable {
    fileprivate var offsets: [ByteString: Int] = [:]

    /// Whether the value has no members.
    package var isEmpty: Bool { offsets.isEmpty }
    /// The number of members.
    package var count: Int { offsets.count }

    /// The offset of a member's value.
    package subscript(key: String) -> Int? { offsets[ByteString(key)] }
  }

  /// Creates it from a text.
  package init(_ bytes: [UInt8], maximumParts: Int = .max) {
    self.bytes = bytes
    self.maximumParts = maximumParts
  }

  /// Returns the offset of the first byte from an offset on that isn't white space; the text's length if there is none.
  package func start(from offset: Int = 0) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var offset = offset
      while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
      return offset
    }
  }

  /// Returns the offset after the value that starts at an offset. O(n) in its bytes.
  ///
  /// - Throws: `JSONError` if the text ends before.
  package func end(ofValueAt start: Int) throws(JSONError) -> Int {
    let end = bytes.withUnsafeBufferPointer { JSONParts.end(ofValueAt: start, in: $0) }
    guard let end else { throw JSONError(offset: bytes.count, reason: .unexpectedEnd) }
    return end
  }

  /// Returns the members or elements of the container that starts at an offset; `nil` for another value. O(n) in its bytes.
  ///
  /// - Throws: `JSONError` if commas, colons or the end are missing, or there are too many.
  package func parts(ofValueAt start: Int) throws(JSONError) -> [Part]? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") else {
      return nil
    }
    let isObject = bytes[start] == UInt8(ascii: "{")
    let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    var parts: [Part] = []
    var offset = self.start(from: start + 1)
    if offset < bytes.count, bytes[offset] == close { return parts }
    while true {
      var key: Int?
      if isObject {
        try check(UInt8(ascii: "\""), at: offset)
        key = offset
        offset = self.start(from: try end(ofValueAt: offset))
        try check(UInt8(ascii: ":"), at: offset)
        offset = self.start(from: offset + 1)
      }
      let end = try end(ofValueAt: offset)
      guard end > offset else { throw JSONError(offset: offset, reason: .unexpectedByte(bytes[offset])) }
      guard parts.count < maximumParts else {
        throw JSONError(offset: offset, reason: .tooManyValues(limit: maximumParts))
      }
      parts.append(Part(key: key, offset: offset))
      offset = self.start(from: end)
      if offset < bytes.count, bytes[offset] == close { return parts }
      try check(UInt8(ascii: ","), at: offset)
      offset = self.start(from: offset + 1)
    }
  }

  /// Returns the members of the object that starts at an offset; none for another value. Of two with the same key, the last
  /// counts.
  ///
  /// - Throws: `JSONError`, also for a key that isn't a string.
  package func members(ofValueAt start: Int) throws(JSONError) -> Members {
    var members = Members()
    for part in try parts(ofValueAt: start) ?? [] {
      guard let key = part.key, let name = try document(at: key).root.string else { continue }
      members.offsets[ByteString(name)] = part.offset
    }
    return members
  }

  /// Parses the value that starts at an offset.
  ///
  /// - Throws: `JSONError`, with the byte offset in the whole text.
  package func document(at start: Int, limits: JSONLimits = .default) throws(JSONError) -> JSONDocument {
    let end = try end(ofValueAt: start)
    var memory: JSONDocument?
    do {
      return try bytes.withUnsafeBufferPointer { text throws(JSONError) in
        let part = UnsafeBufferPointer(rebasing: text[start..<end])
        return try JSONDocument(copying: UnsafeRawBufferPointer(part), limits: limits, reusing: &memory)
      }
    } catch { throw JSONError(offset: start + error.offset, reason: error.reason) }
  }

  /// Returns the UTF-8 bytes of the string that starts at an offset, without another copy of it; `nil` for another value.
  ///
  /// - Throws: `JSONError` for an invalid string.
  package func text(at start: Int) throws(JSONError) -> [UInt8]? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return nil }
    let end = try end(ofValueAt: start)
    // The document, which only checks the string, is gone before the text is made.
    _ = try document(at: start)
    return bytes.withUnsafeBytes { bytes in
      let quoted = UnsafeRawBufferPointer(rebasing: bytes[start + 1..<end - 1])
      return Array(unsafeUninitializedCapacity: quoted.count) { buffer, count in
        count = JSONString.unescape(quoted, into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
  }

  private func check(_ byte: UInt8, at offset: Int) throws(JSONError) {
    guard offset < bytes.count else { throw JSONError(offset: bytes.count, reason: .unexpectedEnd) }
    guard bytes[offset] == byte else { throw JSONError(offset: offset, reason: .unexpectedByte(bytes[offset])) }
  }

  /// Returns the offset after a value; `nil` if the text ends before. It counts brackets of both kinds alike.
  private static func end(ofValueAt start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var offset = start
    var depth = 0
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x22:
        offset += 1
        while offset < bytes.count, bytes[offset] != 0x22 { offset += bytes[offset] == 0x5c ? 2 : 1 }
        guard offset < bytes.count else { return nil }
        offset += 1
        if depth == 0 { return offset }
      case 0x7b, 0x5b:
        depth += 1
        offset += 1
      case 0x7d, 0x5d:
        if depth == 0 { return offset }
        depth -= 1
        offset += 1
        if depth == 0 { return offset }
      case 0x2c, 0x3a, 0...0x20:
        // The end of a number or a word.
        if depth == 0 { return offset }
        offset += 1
      default: offset += 1
      }
    }
    return depth == 0 && offset == bytes.count && start < bytes.count ? offset : nil
  }
}
