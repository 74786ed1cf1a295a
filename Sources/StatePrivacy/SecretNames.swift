import StateTree

/// Recognises keys that are names of secrets.
///
/// The encoder checks every key once, and the keys of a dictionary each time. A check reads the bytes in place and takes
/// about a nanosecond for each byte of the key, and for each byte before a word with the ending of a known one.
package struct SecretNames: Sendable {
  /// The effect of a key on its value.
  package enum Match: UInt8 {
    /// A text is written, whatever its form.
    case harmless
    case none
    /// A text is secret if it is random.
    case random
    /// A text is secret if it looks like a key.
    case key
    /// A text is secret.
    case text
    /// A number of three or more digits is secret, and a text with as many.
    case digits
    case everything
  }

  /// The lists that an entry is in.
  private struct Lists: OptionSet {
    let rawValue: UInt8
    static let names = Lists(rawValue: 1)
    static let texts = Lists(rawValue: 2)
    static let words = Lists(rawValue: 4)
    static let near = Lists(rawValue: 8)
    static let exceptions = Lists(rawValue: 16)
    static let harmless = Lists(rawValue: 32)
    static let digits = Lists(rawValue: 64)

    /// The effect of the strongest of them, for the last words of a key.
    var match: Match {
      if contains(.names) { return .everything }
      if contains(.digits) { return .digits }
      return contains(.texts) ? .text : matchAnywhere
    }

    /// The effect of the strongest of them, for other words. A word that qualifies another says less: the value decides.
    var matchAnywhere: Match {
      if !isDisjoint(with: [.words, .texts, .digits]) { return .key }
      return contains(.near) ? .random : .none
    }
  }

  /// The lists of each entry, by the fingerprint of its letters from the last to the first: an open hash table.
  private var slots: [(fingerprint: UInt64, lists: Lists)] = []
  private var shift: UInt64 = 0
  /// Whether an entry ends with two letters, by five bits of each: this rejects most words after two bytes.
  private var endings = [Bool](repeating: false, count: 1 << 10)
  private var longest = 0
  /// The most letters of an entry that may stand anywhere in a key.
  private var longestWord = 0

  /// Longer words match only at the end of a key, so that no rules make the check of a key quadratic.
  private static let wordLimit = 64
  /// Random in every process, so that no journal can choose names that collide.
  private static let factor = UInt64.random(in: .min ... .max) | 1

  init(_ names: [String], _ detection: SecretDetection = .none) {
    var entries: [UInt64: Lists] = [:]
    func add(_ names: [String], to list: Lists) {
      for name in names {
        // Plain loops: with lazy collections, the first recorder of a debug build took milliseconds for its names.
        var fingerprint = Fingerprint()
        var last: UInt8?
        var previous: UInt8?
        name.withBytes { key in
          var index = key.count - 1
          while index >= 0, SecretNames.isDigit(key[index]) { index -= 1 }
          while index >= 0 {
            let byte = key[index]
            index -= 1
            guard SecretNames.isLetter(byte) else { continue }
            if fingerprint.count == 0 { last = byte }
            if fingerprint.count == 1 { previous = byte }
            fingerprint.add(byte)
          }
        }
        guard let last, fingerprint.count <= SecretNames.wordLimit || list == .names else { continue }
        entries[fingerprint.number, default: []].insert(list)
        for index in SecretNames.endings(last, previous) { endings[index] = true }
        longest = max(longest, fingerprint.count)
        if list.matchAnywhere != .none { longestWord = max(longestWord, fingerprint.count) }
      }
    }
    add(names, to: .names)
    add(detection.texts, to: .texts)
    add(detection.digits, to: .digits)
    add(detection.words, to: .words)
    add(detection.near, to: .near)
    add(detection.exceptions, to: .exceptions)
    add(detection.harmless, to: .harmless)
    if entries.isEmpty { return }
    let bits = Int.bitWidth - (2 * entries.count).leadingZeroBitCount
    shift = UInt64(UInt64.bitWidth - bits)
    slots = Array(repeating: (0, []), count: 1 << bits)
    for (fingerprint, lists) in entries {
      var slot = slot(of: fingerprint)
      while !slots[slot].lists.isEmpty { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = (fingerprint, lists)
    }
  }

  /// Whether there are no names.
  package var isEmpty: Bool { slots.isEmpty }

  /// The effect of a key on its value.
  package func match(_ key: String) -> Match {
    if slots.isEmpty { return .none }
    return key.withBytes(match)
  }

  /// The effect of a key on its value.
  package func match(_ key: UnsafeRawBufferPointer) -> Match {
    guard !slots.isEmpty, let key = identifier(in: key) else { return .none }
    var end = SecretNames.wordEnd(in: key, before: key.count)
    guard end >= 0 else { return .none }
    // An app's own names match as they are.
    var ignored: Lists = []
    while let before = SecretNames.end(before: end, in: key) { (end, ignored) = (before, .names) }
    var best = Match.none
    var exception = (match: Match.none, length: 0)
    var bestAtEnd = 0
    forEachEntry(endingAt: end, in: key, limit: longest) { found, count, start in
      let lists = found.subtracting(ignored)
      // `passwordsByUser` holds passwords.
      if !lists.isDisjoint(with: [.exceptions, .harmless]), !SecretNames.followsBy(start, key) {
        exception = (lists.contains(.harmless) ? .harmless : .none, count)
      }
      let match = lists.match
      if match != .none { bestAtEnd = count }
      if match.rawValue > best.rawValue { best = match }
    }
    if exception.length > 0, exception.length >= bestAtEnd { return exception.match }
    while longestWord > 0, best.rawValue < Match.key.rawValue {
      while end > 0, !SecretNames.beginsWord(at: end, key) { end -= 1 }
      end = SecretNames.wordEnd(in: key, before: end)
      if end < 0 { break }
      forEachEntry(endingAt: end, in: key, limit: longestWord) { lists, _, _ in
        let match = lists.matchAnywhere
        if match.rawValue > best.rawValue { best = match }
      }
    }
    return best
  }

  /// Calls the body with the lists of each entry that ends at an index, the number of its letters, and its start.
  @_transparent
  private func forEachEntry(
    endingAt end: Int, in key: UnsafeRawBufferPointer, limit: Int, _ body: (Lists, Int, Int) -> Void
  ) {
    var index = end
    var fingerprint = Fingerprint()
    var previous = end - 1
    while previous >= 0, !SecretNames.isLetter(key[previous]) { previous -= 1 }
    let ending = SecretNames.ending(key[end], previous < 0 ? 0 : key[previous])
    guard endings[ending] else { return }
    while index >= 0, fingerprint.count < limit {
      let byte = key[index]
      if SecretNames.isLetter(byte) {
        fingerprint.add(byte)
        if SecretNames.beginsWord(at: index, key) {
          let lists = lists(of: fingerprint.number)
          if !lists.isEmpty { body(lists, fingerprint.count, index) }
        }
      }
      index -= 1
    }
  }

  /// Words at the end of a name that say what is done with its value, or how it is kept, and nothing of the value itself.
  private static let neutral: Set<UInt64> = Set(
    [
      "again", "changed", "confirm", "confirmed", "edited", "entered", "entry", "field", "input", "plain", "raw",
      "received",
      "repeat", "set", "string", "submitted", "text", "typed", "updated", "value",
    ].map { word in
      var fingerprint = Fingerprint()
      for byte in word.utf8.reversed() { fingerprint.add(byte) }
      return fingerprint.number
    })

  /// The end of the word before the one that ends at an index, if that is neutral and not the first.
  private static func end(before end: Int, in key: UnsafeRawBufferPointer) -> Int? {
    var fingerprint = Fingerprint()
    var start = end
    while start >= 0, isLetter(key[start]) {
      fingerprint.add(key[start])
      if beginsWord(at: start, key) { break }
      start -= 1
    }
    guard start > 0, neutral.contains(fingerprint.number) else { return nil }
    let before = wordEnd(in: key, before: start)
    return before < 0 ? nil : before
  }

  /// The longest name.
  private static let nameLimit = 64

  /// The part of a key that may be a name, or a path of names with dots between. A key with a space, a slash or another
  /// character that names of members and fields don't have is data, and so are a long one and a name of a file or host; only
  /// an ending such as `key` counts.
  private func identifier(in key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard key.count <= SecretNames.nameLimit else { return nil }
    var dot: Int?
    for index in 0..<key.count where !SecretNames.isLetter(key[index]) {
      switch key[index] {
      case UInt8(ascii: "."): dot = index
      case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "["), UInt8(ascii: "]"): break
      default: return nil
      }
    }
    guard let dot else { return key }
    let part = UnsafeRawBufferPointer(rebasing: key[(dot + 1)...])
    return FileEndings.isEnding(part) ? part : key
  }

  private func slot(of fingerprint: UInt64) -> Int {
    Int(truncatingIfNeeded: (fingerprint &* SecretNames.factor) &>> shift)
  }

  private func lists(of fingerprint: UInt64) -> Lists {
    var slot = slot(of: fingerprint)
    while !slots[slot].lists.isEmpty {
      if slots[slot].fingerprint == fingerprint { return slots[slot].lists }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return []
  }

  /// The index of the last letter before an index, without digits; -1 if none.
  private static func wordEnd(in key: UnsafeRawBufferPointer, before index: Int) -> Int {
    var end = index - 1
    while end >= 0, isDigit(key[end]) || !isLetter(key[end]) { end -= 1 }
    return end
  }

  private static func ending(_ last: UInt8, _ previous: UInt8) -> Int { Int(last & 31) << 5 | Int(previous & 31) }

  /// The endings of an entry: a single letter may follow anything.
  private static func endings(_ last: UInt8, _ previous: UInt8?) -> [Int] {
    previous.map { [ending(last, $0)] } ?? (0..<32).map { ending(last, $0) }
  }

  /// Whether a word begins with the letter at an index: `apiKey`, `API_key`, `URLToken`.
  private static func beginsWord(at index: Int, _ key: UnsafeRawBufferPointer) -> Bool {
    guard index > 0, isLetter(key[index - 1]) else { return true }
    guard isUpper(key[index]) else { return false }
    return !isUpper(key[index - 1]) || index + 1 < key.count && isLower(key[index + 1])
  }

  /// Whether the word before an index is `by`.
  private static func followsBy(_ start: Int, _ key: UnsafeRawBufferPointer) -> Bool {
    let end = wordEnd(in: key, before: start)
    return end > 0 && key[end] | 0x20 == UInt8(ascii: "y") && key[end - 1] | 0x20 == UInt8(ascii: "b")
      && beginsWord(at: end - 1, key)
  }

  private static func isUpper(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5a }
  private static func isLower(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7a }
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
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
