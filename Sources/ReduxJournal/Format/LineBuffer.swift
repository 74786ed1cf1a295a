import StateTree

/// Bytes that are appended in sequence, in reusable memory.
///
/// `storage` is always full of bytes; the first `count` are in use. An array that grew with each piece took three times
/// the instructions.
struct LineBuffer: Sendable {
  private var storage: [UInt8] = []
  private(set) var count = 0

  /// The capacity kept after a big snapshot; more would stay unused.
  private static let keptCapacity = 1 << 20

  /// The bytes, without a copy.
  var bytes: ArraySlice<UInt8> { storage[0..<count] }

  /// Calls the body with the bytes from a position on.
  func withBytes<Result>(from start: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    storage.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<count])) }
  }

  // MARK: Appending

  /// Passes the body room for so many bytes, and keeps as many as it reports to have written.
  @inline(__always)
  private mutating func write(room: Int, _ body: (UnsafeMutableRawPointer) -> Int) {
    if storage.count &- count < room { grow(by: room) }
    let start = count
    let written = storage.withUnsafeMutableBytes { bytes in
      guard let first = bytes.baseAddress else { return 0 }
      return body(first + start)
    }
    assert(written >= 0 && written <= room)
    count = start &+ written
  }

  @inline(never)
  private mutating func grow(by room: Int) {
    // An array, because a debug build appends a sequence byte by byte: a third of a second for a megabyte.
    storage += [UInt8](repeating: 0, count: max(512, storage.count, room))
  }

  mutating func append(_ byte: UInt8) {
    write(room: 1) {
      $0.storeBytes(of: byte, as: UInt8.self)
      return 1
    }
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    write(room: bytes.count) { target in
      if let source = bytes.baseAddress { target.copyMemory(from: source, byteCount: bytes.count) }
      return bytes.count
    }
  }

  @_transparent
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends a member's key in quotes and a colon, with a leading comma if needed.
  ///
  /// It appends them in one step: separate steps would check the capacity three times, and a line has a dozen keys.
  mutating func append(key: StaticString, afterComma: Bool) {
    let count = key.utf8CodeUnitCount
    write(room: count &+ 4) { start in
      start.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
      let quote = start + (afterComma ? 1 : 0)
      quote.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
      (quote + 1).copyMemory(from: key.utf8Start, byteCount: count)
      (quote + 1 + count).storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
      (quote + 2 + count).storeBytes(of: UInt8(ascii: ":"), as: UInt8.self)
      return count &+ (afterComma ? 4 : 3)
    }
  }

  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  mutating func append(decimal value: Int) {
    write(room: decimalByteCount) { writeDecimal(value, to: $0) }
  }

  /// Appends a word's eight bytes, the lowest first.
  mutating func append(littleEndian word: UInt64) {
    write(room: 8) {
      $0.storeBytes(of: word.littleEndian, as: UInt64.self)
      return 8
    }
  }

  /// Appends the hex digits of a word's eight bytes, the lowest byte's first.
  @_transparent
  private mutating func append(hex word: UInt64) {
    write(room: 16) {
      $0.storeBytes(of: hexDigits(of: UInt32(truncatingIfNeeded: word)).littleEndian, as: UInt64.self)
      $0.storeBytes(
        of: hexDigits(of: UInt32(truncatingIfNeeded: word &>> 32)).littleEndian, toByteOffset: 8, as: UInt64.self)
      return 16
    }
  }

  /// Appends a hash's `description`.
  mutating func append(_ hash: StateHash) {
    append(hex: hash.low)
    append(hex: hash.high)
  }

  /// Appends a hash's `short`.
  mutating func append(short hash: StateHash) {
    write(room: 8) {
      $0.storeBytes(of: hexDigits(of: UInt32(truncatingIfNeeded: hash.low)).littleEndian, as: UInt64.self)
      return 8
    }
  }

  /// Appends the bytes that the body adds to an array.
  mutating func append(_ body: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    body(&bytes)
    append(bytes)
  }

  /// Appends a text as a JSON string, quotes included.
  mutating func append(quoted text: String) {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { appendPlain(UnsafeRawBufferPointer($0)) }
    if isPlain != true { append { appendJSONString(text, to: &$0) } }
  }

  /// Appends a text in quotes if it needs no escapes.
  private mutating func appendPlain(_ utf8: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while position < utf8.count {
      let byte = utf8[position]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
      position &+= 1
    }
    append(UInt8(ascii: "\""))
    append(utf8)
    append(UInt8(ascii: "\""))
    return true
  }

  // MARK: Removing

  /// Removes bytes from the start.
  mutating func removeFirst(_ count: Int) {
    if count < self.count {
      storage.removeSubrange(..<count)
      self.count -= count
    } else {
      if storage.count > LineBuffer.keptCapacity { storage = [] }
      self.count = 0
    }
  }

  /// Keeps only so many bytes.
  mutating func removeLast(to count: Int) { self.count = count }
}
