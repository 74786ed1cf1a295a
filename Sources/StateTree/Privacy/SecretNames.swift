/// Recognises keys that are names of secrets.
///
/// The encoder checks every key once, and the keys of a dictionary each time. A check reads the bytes in place and takes a
/// nanosecond for each byte of the key, up to the length of the longest name.
struct SecretNames: Sendable {
  /// The fingerprints of the names' letters, from the last to the first.
  private var fingerprints: Set<UInt64> = []
  private var longest = 0

  init(_ names: [String]) {
    for name in names {
      var fingerprint = Fingerprint()
      let letters = name.utf8.reversed().drop(while: SecretNames.isDigit)
      for byte in letters where SecretNames.isLetter(byte) { fingerprint.add(byte) }
      guard fingerprint.count > 0 else { continue }
      fingerprints.insert(fingerprint.number)
      longest = max(longest, fingerprint.count)
    }
  }

  var isEmpty: Bool { fingerprints.isEmpty }

  /// Whether a key is a name, or its last words are. Ignores digits at its end.
  func contains(_ key: String) -> Bool {
    if fingerprints.isEmpty { return false }
    return key.withBytes(contains)
  }

  /// Whether a key is a name, or its last words are. Ignores digits at its end.
  func contains(_ key: UnsafeRawBufferPointer) -> Bool {
    var fingerprint = Fingerprint()
    var index = key.count - 1
    while index >= 0, SecretNames.isDigit(key[index]) { index -= 1 }
    while index >= 0, fingerprint.count < longest {
      let byte = key[index]
      if SecretNames.isLetter(byte) {
        fingerprint.add(byte)
        if SecretNames.beginsWord(at: index, key), fingerprints.contains(fingerprint.number) { return true }
      }
      index -= 1
    }
    return false
  }

  /// Whether a word begins with the letter at an index: `apiKey`, `API_key`, `URLToken`.
  private static func beginsWord(at index: Int, _ key: UnsafeRawBufferPointer) -> Bool {
    guard index > 0, isLetter(key[index - 1]) else { return true }
    guard isUpper(key[index]) else { return false }
    return !isUpper(key[index - 1]) || index + 1 < key.count && isLower(key[index + 1])
  }

  private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
  private static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  /// Whether a byte belongs to a word. Non-ASCII bytes do.
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || isUpper(byte) || isLower(byte) || isDigit(byte)
  }

  /// The FNV-1a hash of letters without their case.
  private struct Fingerprint {
    var number: UInt64 = 0xcbf2_9ce4_8422_2325
    var count = 0

    mutating func add(_ byte: UInt8) {
      let folded = isUpper(byte) ? byte | 0x20 : byte
      number = (number ^ UInt64(folded)) &* 0x100_0000_01b3
      count += 1
    }
  }
}
