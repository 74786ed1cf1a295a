import CommandLineKit
import ReduxJournal
import StateTree

/// A search for a text in what rows say: types, arguments, places, values, errors and marks.
///
/// Letters of ASCII match in both cases.
struct TextFinder: Hashable, Sendable {
  /// The text as it was typed.
  let text: String
  private let folded: [UInt8]

  init(_ text: String) {
    self.text = text
    folded = text.utf8.map(TextFinder.fold)
  }

  private static func fold(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }

  /// Whether a row contains the text.
  func matches(_ row: JournalRows.Row) -> Bool {
    switch row {
    case .damage(let failure, _): return isIn(failure.message)
    case .line(let line):
      if let action = line.action { return matches(action) }
      guard case .record(let entry) = line.event else { return false }
      switch entry.record {
      case .mark(let mark): return isIn(mark.name) || mark.text.map(isIn) == true
      case .gap(let gap): return isIn(gap.why)
      case .header(let header): return isIn(header.app.name) || header.app.version.map(isIn) == true
      default: return false
      }
    }
  }

  private func matches(_ action: ActionRecord) -> Bool {
    if isIn(action.type) || action.error.map(isIn) == true || action.site.map(isIn) == true { return true }
    if action.changed.contains(where: { isIn($0.pointer) }) { return true }
    return isIn(action.action) || action.patch.map(isIn) == true
  }

  private func isIn(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isIn($0) }
  }

  /// Whether JSON contains the text, as it is written or as its strings read.
  private func isIn(_ node: JSONNode) -> Bool {
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

  private func isIn(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = folded.first else { return true }
    guard bytes.count >= folded.count else { return false }
    for start in 0...(bytes.count - folded.count) where TextFinder.fold(bytes[start]) == first {
      var index = 1
      while index < folded.count, TextFinder.fold(bytes[start + index]) == folded[index] { index += 1 }
      if index == folded.count { return true }
    }
    return false
  }
}
