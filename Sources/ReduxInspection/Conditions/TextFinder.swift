package import StateTree

/// A search for a text in other texts and in JSON.
package struct TextFinder: Hashable, Sendable {
  /// The text as it was typed.
  package let text: String
  private let bytes: [UInt8]
  private let foldsCase: Bool

  /// Creates a search. If it folds case, letters of ASCII match in both cases.
  package init(_ text: String, foldsCase: Bool = true) {
    self.text = text
    self.foldsCase = foldsCase
    bytes = text.utf8.map { TextFinder.fold($0, foldsCase) }
  }

  private static func fold(_ byte: UInt8, _ folds: Bool) -> UInt8 {
    folds && (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
  }

  /// Whether a text contains it.
  package func isIn(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isIn($0) }
  }

  /// Whether JSON contains it, as it is written or as its strings read.
  package func isIn(_ node: JSONNode) -> Bool {
    let bytes = node.bytes
    if bytes.withUnsafeBufferPointer({ isIn($0) }) { return true }
    return bytes.contains(UInt8(ascii: "\\")) && isIn(node.value)
  }

  private func isIn(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let string): isIn(string)
    case .array(let elements): elements.contains { isIn($0) }
    case .object(let members): members.contains { isIn($0.key) || isIn($0.value) }
    default: false
    }
  }

  private func isIn(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    guard other.count >= bytes.count else { return false }
    for start in 0...(other.count - bytes.count) where TextFinder.fold(other[start], foldsCase) == first {
      var index = 1
      while index < bytes.count, TextFinder.fold(other[start + index], foldsCase) == bytes[index] { index += 1 }
      if index == bytes.count { return true }
    }
    return false
  }
}
