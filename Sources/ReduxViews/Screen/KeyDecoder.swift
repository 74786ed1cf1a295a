/// Turns the bytes of a terminal into keys. It does no input itself.
///
///     var decoder = KeyDecoder()
///     decoder.decode(Array("j\u{1b}[A".utf8))   // [.character("j"), .up]
///
/// An Escape may be a key or the start of a longer sequence. If nothing follows within `escapeTime`, call `flush`.
package struct KeyDecoder: Sendable {
  /// How long to wait after an Escape for the rest of a sequence.
  package static let escapeTime = Duration.milliseconds(25)
  /// Longer text that is pasted is cut.
  private static let pasteLimit = 4096
  private static let escape: UInt8 = 0x1b
  private static let pasteEnd = Array("\u{1b}[201~".utf8)

  private var bytes: [UInt8] = []
  private var pasted: [UInt8]?

  package init() {}

  /// Whether the bytes so far may be the start of a sequence, so that `flush` must follow.
  package var isWaiting: Bool { pasted == nil && bytes.first == KeyDecoder.escape }

  /// Decodes the next bytes.
  package mutating func decode(_ more: [UInt8]) -> [Key] {
    bytes += more
    var keys: [Key] = []
    while !bytes.isEmpty, let (count, key) = pasted == nil ? next() : nextPasted() {
      bytes.removeFirst(count)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Decodes what remains when no more bytes follow: an Escape is a key, and other incomplete sequences are none.
  package mutating func flush() -> [Key] {
    guard isWaiting else { return [] }
    let isKey = bytes.count == 1
    bytes = []
    return isKey ? [.escape] : []
  }

  /// Returns the number of bytes of the next key, and the key, unless it has no meaning here; `nil` for too few bytes.
  private mutating func next() -> (count: Int, key: Key?)? {
    switch bytes[0] {
    case KeyDecoder.escape: return sequence()
    case 0x0d, 0x0a: return (1, .enter)
    case 0x09: return (1, .tab)
    case 0x7f, 0x08: return (1, .backspace)
    case 0x01...0x1a: return (1, .control(Character(Unicode.Scalar(bytes[0] + 0x60))))
    case 0..<0x20: return (1, nil)
    case 0x20..<0x7f: return (1, .character(Character(Unicode.Scalar(bytes[0]))))
    default: return character()
    }
  }

  private func character() -> (count: Int, key: Key?)? {
    let count =
      switch bytes[0] {
      case 0xc2...0xdf: 2
      case 0xe0...0xef: 3
      case 0xf0...0xf4: 4
      default: 1
      }
    // A byte that can't follow ends a damaged character.
    if let end = bytes.prefix(count).dropFirst().firstIndex(where: { $0 & 0xc0 != 0x80 }) { return (end, nil) }
    guard bytes.count >= count else { return nil }
    guard let text = String(validating: bytes[..<count], as: UTF8.self), let character = text.first else {
      return (count, nil)
    }
    return (count, .character(character))
  }

  private mutating func sequence() -> (count: Int, key: Key?)? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case KeyDecoder.escape: return (1, .escape)
    case UInt8(ascii: "O"):
      return bytes.count > 2 ? (3, KeyDecoder.key(bytes[2])) : nil
    case UInt8(ascii: "["): return controlSequence()
    // A key with Alt.
    default: return (2, nil)
    }
  }

  private mutating func controlSequence() -> (count: Int, key: Key?)? {
    guard let end = bytes.dropFirst(2).firstIndex(where: { !(0x20...0x3f).contains($0) }) else { return nil }
    guard (0x40...0x7e).contains(bytes[end]) else { return (end, nil) }
    guard bytes[end] == UInt8(ascii: "~") else { return (end + 1, KeyDecoder.key(bytes[end])) }
    let number = bytes[2..<end].prefix { (0x30...0x39).contains($0) }
    switch String(decoding: number, as: UTF8.self) {
    case "1", "7": return (end + 1, .home)
    case "3": return (end + 1, .delete)
    case "4", "8": return (end + 1, .end)
    case "5": return (end + 1, .pageUp)
    case "6": return (end + 1, .pageDown)
    case "200":
      pasted = []
      return (end + 1, nil)
    default: return (end + 1, nil)
    }
  }

  private static func key(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "Z"): .backTab
    default: nil
    }
  }

  private mutating func nextPasted() -> (count: Int, key: Key?)? {
    guard let text = pasted else { return nil }
    if bytes.starts(with: KeyDecoder.pasteEnd) {
      pasted = nil
      return (KeyDecoder.pasteEnd.count, .paste(String(decoding: text, as: UTF8.self)))
    }
    // The end may be split between two reads.
    if KeyDecoder.pasteEnd.starts(with: bytes) { return nil }
    if text.count < KeyDecoder.pasteLimit { pasted?.append(bytes[0]) }
    return (1, nil)
  }
}

/// A key that a person pressed.
package enum Key: Hashable, Sendable {
  /// A character, with the accents that followed it in one piece.
  case character(Character)
  /// A letter with Control, in lowercase.
  case control(Character)
  case up, down, left, right
  case pageUp, pageDown, home, end
  case enter, escape, tab, backTab, backspace, delete
  /// Text that was pasted.
  case paste(String)
}
