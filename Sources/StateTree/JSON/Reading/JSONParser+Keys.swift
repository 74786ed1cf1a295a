import SystemSupport

/// Refuses objects with duplicate keys.
extension JSONParser {
  /// The largest number of keys to compare with each other; for more, hashes take less time.
  private static let fewKeys = 16

  func checkKeys(of object: Int, count: Int, in index: UnsafePointer<Node>) throws(JSONError) {
    if count <= JSONParser.fewKeys {
      if areFewKeysUnique(from: object + 1, count: count, in: index) { return }
    } else if areAscending(from: object + 1, count: count, in: index) {
      return
    }
    try checkManyKeys(from: object + 1, count: count, in: index)
  }

  /// Returns whether a few keys certainly differ; keys with escapes need a full comparison.
  private func areFewKeysUnique(from first: Int, count: Int, in index: UnsafePointer<Node>) -> Bool {
    var key = first
    // Two bits per fingerprint show that nearly every key is new, without comparing it with the others.
    var seen: UInt64 = 0
    var alsoSeen: UInt64 = 0
    var rest = count
    while rest > 0 {
      if index[key].isEscaped { return false }
      let print = print(of: index + key)
      let mixed = print &* 0x9e37_79b9_7f4a_7c15
      if (seen &>> (mixed &>> 58)) & (alsoSeen &>> (mixed &>> 52 & 63)) & 1 != 0,
        isRepeated(print, before: key, from: first, in: index)
      {
        return false
      }
      seen |= 1 &<< (mixed &>> 58)
      alsoSeen |= 1 &<< (mixed &>> 52 & 63)
      key = Int(truncatingIfNeeded: index[key &+ 1].next)
      rest &-= 1
    }
    return true
  }

  /// Returns whether an earlier key has a fingerprint. Computing these again is rare, and keeping them takes memory.
  private func isRepeated(_ print: UInt64, before key: Int, from first: Int, in index: UnsafePointer<Node>) -> Bool {
    var other = first
    while other < key {
      if self.print(of: index + other) == print { return true }
      other = Int(truncatingIfNeeded: index[other &+ 1].next)
    }
    return false
  }

  /// Returns a number that is equal for equal keys, and unique for keys of up to eight bytes.
  private func print(of key: UnsafePointer<Node>) -> UInt64 {
    let start = Int(truncatingIfNeeded: key.pointee.start)
    let length = Int(truncatingIfNeeded: key.pointee.end) &- start
    if length > 8 {
      return word(at: start) ^ (word(at: start &+ length &- 8) &* 0xff51_afd7_ed55_8ccd)
        &+ UInt64(truncatingIfNeeded: length)
    }
    // A key never ends a valid text, but it may be near the end.
    if start &+ 8 > self.end {
      return length == 8 ? word(at: start) : UnsafeRawPointer(bytes).partialWord(at: start, count: length)
    }
    return length == 0 ? 0 : word(at: start) & (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* length))
  }

  /// Returns whether keys ascend, as large collections may be written; then none can repeat.
  private func areAscending(from first: Int, count: Int, in index: UnsafePointer<Node>) -> Bool {
    var previous = first
    if index[first].isEscaped { return false }
    for _ in 1..<count {
      let key = Int(index[previous + 1].next)
      if index[key].isEscaped || !Platform.isLess(raw(index[previous]), raw(index[key])) { return false }
      previous = key
    }
    return true
  }

  private func checkManyKeys(from first: Int, count: Int, in index: UnsafePointer<Node>) throws(JSONError) {
    // Sorting the hashes takes less time and memory than a table, where every slot is another cache line.
    var hashes: [Int] = []
    hashes.reserveCapacity(count)
    var key = first
    for _ in 0..<count {
      if index[key].isEscaped { return try checkEscapedKeys(from: first, count: count, in: index) }
      hashes.append(KeyBytes(bytes: raw(index[key])).hashValue)
      key = Int(index[key + 1].next)
    }
    hashes.sort()
    for position in 1..<count where hashes[position] == hashes[position - 1] {
      return try findDuplicate(from: first, count: count, in: index)
    }
  }

  private func findDuplicate(from first: Int, count: Int, in index: UnsafePointer<Node>) throws(JSONError) {
    var seen = Set<KeyBytes>(minimumCapacity: count)
    var key = first
    for _ in 0..<count {
      guard seen.insert(KeyBytes(bytes: raw(index[key]))).inserted else { throw duplicate(index[key]) }
      key = Int(index[key + 1].next)
    }
  }

  private func checkEscapedKeys(from first: Int, count: Int, in index: UnsafePointer<Node>) throws(JSONError) {
    var seen = Set<ByteString>(minimumCapacity: count)
    var key = first
    for _ in 0..<count {
      guard seen.insert(ByteString(text(of: index[key]))).inserted else { throw duplicate(index[key]) }
      key = Int(index[key + 1].next)
    }
  }

  private func duplicate(_ key: Node) -> JSONError {
    failure(.duplicateKey(text(of: key)), at: Int(key.start) - 1)
  }

  private func text(of key: Node) -> String {
    key.isEscaped ? JSONString.unescaped(raw(key)) : String(decoding: raw(key), as: UTF8.self)
  }

  private func raw(_ key: Node) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: bytes + Int(key.start), count: Int(key.end - key.start))
  }
}

/// A raw key from the text, equal by bytes; hashed with the process's secret, so that an attacker can't write a journal
/// with colliding keys.
private struct KeyBytes: Hashable {
  let bytes: UnsafeRawBufferPointer

  static func == (left: KeyBytes, right: KeyBytes) -> Bool { Platform.areEqual(left.bytes, right.bytes) }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes: bytes) }
}
