extension JSONPatch {
  /// The operations that turn one document into another, as JSON text.
  ///
  /// It is a single replacement of the document if the operations would take far more text than that.
  package static func text(from old: JSONDocument, to new: JSONDocument) -> [UInt8] {
    var text: [UInt8] = []
    changes(from: old.root, to: new.root).patch.json.appendCompact(to: &text)
    guard text.count > 1024 + 2 * new.bytes.count else { return text }
    return Array(#"[{"op":"replace","path":"","value":"#.utf8) + new.bytes + Array("}]".utf8)
  }
}
