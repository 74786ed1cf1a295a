import StateTree

/// Bytes that are written one after the other, in memory that is used again.
///
/// All bytes of the array count, and those up to `count` are in use: appending piece by piece to an array that grows with
/// each piece took three times the instructions.
struct LineBuffer: Sendable {
  private var storage: [UInt8] = []
  private(set) var count = 0

  /// What a big snapshot needed is not kept for the actions after it.
  private static let keptCapacity = 1 << 20

  /// The bytes, without a copy.
  var bytes: ArraySlice<UInt8> { storage[..<count] }

  // MARK: Pieces

  /// Calls the body with room for so many bytes, and takes as many as it says that it has written.
  @inline(__always)
  private mutating func write(room: Int, _ body: (UnsafeMutableRawPointer) -> Int) {
    if storage.count &- count < room { grow(by: room) }
    let start = count
    let written = storage.withUnsafeMutableBytes { $0.baseAddress.map { body($0 + start) } ?? 0 }
    assert((0...room).contains(written))
    count = start &+ written
  }

  @inline(never)
  private mutating func grow(by room: Int) {
    let more = max(512, storage.count, room)
    storage.append(contentsOf: repeatElement(0, count: more))
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

  @inline(__always)
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends a member's key in quotes and a colon, and a comma before it where one is needed.
  ///
  /// In one piece: piece by piece it is checked three times whether there is room, and there are a dozen keys in a line.
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
  @inline(__always)
  private mutating func append(hex word: UInt64) {
    write(room: 16) {
      $0.storeBytes(of: hexDigits(of: UInt32(truncatingIfNeeded: word)).littleEndian, as: UInt64.self)
      $0.storeBytes(
        of: hexDigits(of: UInt32(truncatingIfNeeded: word &>> 32)).littleEndian, toByteOffset: 8, as: UInt64.self)
      return 16
    }
  }

  /// Appends what a hash's `description` says.
  mutating func append(_ hash: StateHash) {
    append(hex: hash.low)
    append(hex: hash.high)
  }

  /// Appends what a hash's `short` says.
  mutating func append(short hash: StateHash) {
    write(room: 8) {
      $0.storeBytes(of: hexDigits(of: UInt32(truncatingIfNeeded: hash.low)).littleEndian, as: UInt64.self)
      return 8
    }
  }

  /// Appends what is written to an array.
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
    guard utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) else { return false }
    append(UInt8(ascii: "\""))
    append(utf8)
    append(UInt8(ascii: "\""))
    return true
  }

  // MARK: Taking back

  /// Forgets bytes from the first on.
  mutating func removeFirst(_ count: Int) {
    if count < self.count {
      storage.removeSubrange(..<count)
      self.count -= count
    } else {
      if storage.count > LineBuffer.keptCapacity { storage = [] }
      self.count = 0
    }
  }

  /// Forgets all but so many bytes.
  mutating func removeLast(to count: Int) { self.count = count }
}
