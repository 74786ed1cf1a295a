extension JSONPatch {
  /// The operations that turn one document into another as JSON text. Many small operations can take more than the new
  /// document; where they take far more, it is one that replaces the whole.
  package static func text(from old: JSONDocument, to new: JSONDocument) -> [UInt8] {
    var text: [UInt8] = []
    changes(from: old.root, to: new.root).patch.json.appendCompact(to: &text)
    guard text.count > 1024 + 2 * new.bytes.count else { return text }
    return Array(#"[{"op":"replace","path":"","value":"#.utf8) + new.bytes + Array("}]".utf8)
  }
}
