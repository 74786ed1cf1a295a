extension JSONPatch {
  /// The operations that turn one document into another, as JSON text.
  ///
  /// It is a single replacement of the document if the operations would take far more text than that.
  package static func text(from old: JSONDocument, to new: JSONDocument) -> [UInt8] {
    var text: [UInt8] = []
    changes(from: old.root, to: new.root).patch.json.appendCompact(to: &text)
    return self.text(text, orReplacementBy: new.bytes)
  }

  /// The size of a text that is never too large.
  static let freeTextSize = 1024

  /// The text of operations, or of a replacement by the new document if that takes far less.
  static func text(_ text: [UInt8], orReplacementBy new: [UInt8]) -> [UInt8] {
    guard text.count > freeTextSize + 2 * new.count else { return text }
    return Array(#"[{"op":"replace","path":"","value":"#.utf8) + new + Array("}]".utf8)
  }
}
