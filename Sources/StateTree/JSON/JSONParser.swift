/// Reads a JSON text into an index of its values, checking every rule of RFC 8259 on the way.
///
/// There is no recursion: a hostile text can exhaust the limits, not the stack.
struct JSONParser {
  private(set) var nodes: [JSONDocument.Node] = []
  private let limits: JSONLimits
  /// The index positions of the containers that are open, the innermost last.
  private var open: [Int] = []
  private var offset = 0

  init(limits: JSONLimits) {
    self.limits = limits
  }

  mutating func parse(_ bytes: [UInt8]) throws(JSONError) {
    // Positions are kept as 32-bit numbers, whatever limit has been set.
    let limit = min(limits.bytes, Int(UInt32.max))
    guard bytes.count <= limit else { throw JSONError(offset: limit, reason: .tooLong(limit: limit)) }
    nodes.reserveCapacity(bytes.count / 12 + 1)
    let outcome: Result<Void, JSONError> = bytes.withUnsafeBytes { bytes in
      do throws(JSONError) {
        try document(bytes)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }

  private func failure(_ reason: JSONError.Reason, at place: Int? = nil) -> JSONError {
    JSONError(offset: place ?? offset, reason: reason)
  }

  // MARK: Structure

  private mutating func document(_ bytes: UnsafeRawBufferPointer) throws(JSONError) {
    if bytes.count >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf { throw failure(.byteOrderMark) }
    skipSpace(bytes)
    try value(bytes)
    while let container = open.last {
      skipSpace(bytes)
      if nodes[container].kind == .array {
        try arrayStep(bytes, container)
      } else {
        try objectStep(bytes, container)
      }
    }
    skipSpace(bytes)
    if offset < bytes.count { throw failure(.trailingText) }
  }

  /// Reads what follows inside an open array: its end, or a comma where due and an element.
  private mutating func arrayStep(_ bytes: UnsafeRawBufferPointer, _ container: Int) throws(JSONError) {
    let isFirst = nodes[container].count == 0
    switch try byte(bytes) {
    case UInt8(ascii: "]"):
      close(container)
      return
    case UInt8(ascii: ",") where !isFirst:
      offset += 1
      skipSpace(bytes)
    case let other:
      if !isFirst { throw failure(.unexpectedByte(other)) }
    }
    nodes[container].count += 1
    try value(bytes)
  }

  /// Reads what follows inside an open object: its end, or a comma where due and a member.
  private mutating func objectStep(_ bytes: UnsafeRawBufferPointer, _ container: Int) throws(JSONError) {
    let isFirst = nodes[container].count == 0
    switch try byte(bytes) {
    case UInt8(ascii: "}"):
      try checkKeys(of: container, in: bytes)
      close(container)
      return
    case UInt8(ascii: ",") where !isFirst:
      offset += 1
      skipSpace(bytes)
    case let other:
      if !isFirst { throw failure(.unexpectedByte(other)) }
    }
    let quote = try byte(bytes)
    guard quote == UInt8(ascii: "\"") else { throw failure(.unexpectedByte(quote)) }
    try string(bytes)
    skipSpace(bytes)
    let colon = try byte(bytes)
    guard colon == UInt8(ascii: ":") else { throw failure(.unexpectedByte(colon)) }
    offset += 1
    skipSpace(bytes)
    nodes[container].count += 1
    try value(bytes)
  }

  private mutating func close(_ container: Int) {
    offset += 1
    nodes[container].end = UInt32(offset)
    nodes[container].next = UInt32(nodes.count)
    open.removeLast()
  }

  private mutating func value(_ bytes: UnsafeRawBufferPointer) throws(JSONError) {
    switch try byte(bytes) {
    case UInt8(ascii: "\""): try string(bytes)
    case UInt8(ascii: "{"): try begin(.object)
    case UInt8(ascii: "["): try begin(.array)
    case UInt8(ascii: "t"): try word(bytes, "true", .bool)
    case UInt8(ascii: "f"): try word(bytes, "false", .bool)
    case UInt8(ascii: "n"): try word(bytes, "null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number(bytes)
    case let other: throw failure(.unexpectedByte(other))
    }
  }

  private mutating func begin(_ kind: JSONNode.Kind) throws(JSONError) {
    guard open.count < limits.depth else { throw failure(.tooDeep(limit: limits.depth)) }
    open.append(nodes.count)
    add(kind, from: offset, to: offset)
    offset += 1
  }

  private mutating func add(_ kind: JSONNode.Kind, from start: Int, to end: Int, isEscaped: Bool = false) {
    nodes.append(
      JSONDocument.Node(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: nodes.count + 1), count: 0, kind: kind, isEscaped: isEscaped))
  }

  @inline(__always)
  private func byte(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> UInt8 {
    guard offset < bytes.count else { throw failure(.unexpectedEnd) }
    return bytes[offset]
  }

  @inline(__always)
  private mutating func skipSpace(_ bytes: UnsafeRawBufferPointer) {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0a, 0x0d: offset += 1
      default: return
      }
    }
  }

  // MARK: Scalars

  private mutating func word(
    _ bytes: UnsafeRawBufferPointer, _ word: StaticString, _ kind: JSONNode.Kind
  ) throws(JSONError) {
    let start = offset
    for index in 0..<word.utf8CodeUnitCount {
      let found = try byte(bytes)
      guard found == word.utf8Start[index] else { throw failure(.unexpectedByte(found)) }
      offset += 1
    }
    add(kind, from: start, to: offset)
  }

  private mutating func number(_ bytes: UnsafeRawBufferPointer) throws(JSONError) {
    let start = offset
    if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    let integerStart = offset
    guard skipDigits(bytes) > 0 else { throw failure(.invalidNumber, at: start) }
    if bytes[integerStart] == UInt8(ascii: "0"), offset - integerStart > 1 { throw failure(.invalidNumber, at: start) }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      guard skipDigits(bytes) > 0 else { throw failure(.invalidNumber, at: start) }
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if offset < bytes.count, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset += 1 }
      let digits = skipDigits(bytes)
      guard digits > 0 else { throw failure(.invalidNumber, at: start) }
      guard digits <= 9 else { throw failure(.numberTooLong(limit: limits.numberBytes), at: start) }
    }
    guard offset - start <= limits.numberBytes else {
      throw failure(.numberTooLong(limit: limits.numberBytes), at: start)
    }
    add(.number, from: start, to: offset)
  }

  private mutating func skipDigits(_ bytes: UnsafeRawBufferPointer) -> Int {
    let start = offset
    while offset < bytes.count, bytes[offset] &- UInt8(ascii: "0") < 10 { offset += 1 }
    return offset - start
  }

  /// Reads a string; the offset stands at its quote.
  private mutating func string(_ bytes: UnsafeRawBufferPointer) throws(JSONError) {
    offset += 1
    let start = offset
    var isEscaped = false
    while true {
      // Eight bytes at a time, as long as none of them needs a look.
      while offset + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        if JSONParser.needsLook(word) { break }
        offset += 8
      }
      let byte = try byte(bytes)
      switch byte {
      case UInt8(ascii: "\""):
        add(.string, from: start, to: offset, isEscaped: isEscaped)
        offset += 1
        return
      case UInt8(ascii: "\\"):
        isEscaped = true
        try escape(bytes)
      case 0..<0x20: throw failure(.controlCharacter(byte))
      case 0x20..<0x80: offset += 1
      default: try multibyte(bytes, byte)
      }
    }
  }

  /// Whether any byte of a word is a quote, a backslash, a control character or not ASCII.
  ///
  /// Source: S. E. Anderson, "Bit Twiddling Hacks", on finding a byte in a word.
  @inline(__always)
  private static func needsLook(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5c)
    let found = (quotes &- ones) | (backslashes &- ones) | (word &- (ones &* 0x20)) | word
    return found & (ones &* 0x80) != 0
  }

  private mutating func escape(_ bytes: UnsafeRawBufferPointer) throws(JSONError) {
    let start = offset
    offset += 1
    switch try byte(bytes) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 1
    case UInt8(ascii: "u"):
      offset += 1
      switch try codeUnit(bytes, escapeStart: start) {
      case 0xdc00...0xdfff: throw failure(.loneSurrogate, at: start)
      case 0xd800...0xdbff:
        guard offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u")
        else { throw failure(.loneSurrogate, at: start) }
        offset += 2
        guard (0xdc00...0xdfff).contains(try codeUnit(bytes, escapeStart: start)) else {
          throw failure(.loneSurrogate, at: start)
        }
      default: break
      }
    default: throw failure(.invalidEscape, at: start)
    }
  }

  private mutating func codeUnit(_ bytes: UnsafeRawBufferPointer, escapeStart: Int) throws(JSONError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = hexValue(try byte(bytes)) else { throw failure(.invalidEscape, at: escapeStart) }
      unit = unit << 4 | UInt32(digit)
      offset += 1
    }
    return unit
  }

  /// Skips one scalar of two to four bytes, refusing what RFC 3629 does: overlong forms, surrogates, and all beyond
  /// U+10FFFF.
  private mutating func multibyte(_ bytes: UnsafeRawBufferPointer, _ first: UInt8) throws(JSONError) {
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch first {
      case 0xc2...0xdf: (2, 0x80...0xbf)
      case 0xe0: (3, 0xa0...0xbf)
      case 0xe1...0xec, 0xee, 0xef: (3, 0x80...0xbf)
      case 0xed: (3, 0x80...0x9f)
      case 0xf0: (4, 0x90...0xbf)
      case 0xf1...0xf3: (4, 0x80...0xbf)
      case 0xf4: (4, 0x80...0x8f)
      default: throw failure(.invalidUTF8)
      }
    guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { throw failure(.invalidUTF8) }
    for index in 2..<max(length, 2) where bytes[offset + index] & 0xc0 != 0x80 { throw failure(.invalidUTF8) }
    offset += length
  }

  // MARK: Keys

  /// Refuses an object that has a key twice.
  private func checkKeys(of container: Int, in bytes: UnsafeRawBufferPointer) throws(JSONError) {
    let count = Int(nodes[container].count)
    guard count > 1 else { return }
    var isAscending = true
    var isEscaped = nodes[container + 1].isEscaped
    var previous = container + 1
    // Keys in ascending order, as large collections are written, cannot repeat.
    for _ in 1..<count {
      let key = Int(nodes[previous + 1].next)
      isEscaped = isEscaped || nodes[key].isEscaped
      if isAscending, !JSONParser.isLess(rawKey(previous, bytes), rawKey(key, bytes)) { isAscending = false }
      if !isAscending, isEscaped { break }
      previous = key
    }
    if isAscending, !isEscaped { return }
    if count <= 12, !isEscaped {
      try checkFewKeys(of: container, count: count, in: bytes)
    } else {
      try checkManyKeys(of: container, count: count, in: bytes)
    }
  }

  private func checkFewKeys(
    of container: Int, count: Int, in bytes: UnsafeRawBufferPointer
  ) throws(JSONError) {
    var key = container + 1
    for index in 0..<count {
      let text = rawKey(key, bytes)
      var other = container + 1
      for _ in 0..<index {
        let otherText = rawKey(other, bytes)
        if Platform.areEqual(otherText, text) { throw duplicate(key, bytes) }
        other = Int(nodes[other + 1].next)
      }
      key = Int(nodes[key + 1].next)
    }
  }

  private func checkManyKeys(
    of container: Int, count: Int, in bytes: UnsafeRawBufferPointer
  ) throws(JSONError) {
    var seen = Set<ByteString>(minimumCapacity: count)
    var key = container + 1
    for _ in 0..<count {
      guard seen.insert(ByteString(self.key(key, bytes))).inserted else { throw duplicate(key, bytes) }
      key = Int(nodes[key + 1].next)
    }
  }

  private func duplicate(_ key: Int, _ bytes: UnsafeRawBufferPointer) -> JSONError {
    failure(.duplicateKey(self.key(key, bytes)), at: Int(nodes[key].start) - 1)
  }

  private func key(_ position: Int, _ bytes: UnsafeRawBufferPointer) -> String {
    let raw = rawKey(position, bytes)
    guard nodes[position].isEscaped else { return String(decoding: raw, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: raw.count) {
      JSONText.unescape(raw, into: UnsafeMutableRawBufferPointer($0))
    }
  }

  @inline(__always)
  private func rawKey(_ position: Int, _ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[Int(nodes[position].start)..<Int(nodes[position].end)])
  }

  /// Whether one text stands before another in the order of bytes.
  static func isLess(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    Platform.isLess(left, right)
  }
}
