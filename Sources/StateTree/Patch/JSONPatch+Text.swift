extension JSONPatch {
  /// The operations that turn one document into another, as JSON text.
  ///
  /// It is a single replacement of the document if the operations would take far more text than that.
  package static func text(from old: JSONDocument, to new: JSONDocument) -> [UInt8] {
    var text: [UInt8] = []
    changes(from: old.root, to: new.root).patch.appendCompact(to: &text)
    return self.text(text, orReplacementBy: new.bytes)
  }

  /// The size of a text that is never too large.
  package static let freeTextSize = 1024

  /// The text of operations, or of a replacement by the new document if that takes far less.
  package static func text(_ text: [UInt8], orReplacementBy new: [UInt8]) -> [UInt8] {
    guard text.count > freeTextSize + 2 * new.count else { return text }
    return Array(#"[{"op":"replace","path":"","value":"#.utf8) + new + Array("}]".utf8)
  }
}

extension JSONPatch {
  /// Appends the text of `json`, without making that.
  package func appendCompact(to text: inout [UInt8]) {
    text.append(UInt8(ascii: "["))
    for index in operations.indices {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      operations[index].appendCompact(to: &text)
    }
    text.append(UInt8(ascii: "]"))
  }
}

extension JSONPatch.Operation {
  fileprivate func appendCompact(to text: inout [UInt8]) {
    text += #"{"op":""#.utf8
    text += name.utf8
    switch self {
    case .move(let from, _), .copy(let from, _):
      text += #"","from":"#.utf8
      from.appendQuoted(to: &text)
      text += #","path":"#.utf8
    default: text += #"","path":"#.utf8
    }
    path.appendQuoted(to: &text)
    switch self {
    case .add(_, let value), .replace(_, let value), .test(_, let value):
      text += #","value":"#.utf8
      value.appendCompact(to: &text)
    case .remove, .move, .copy: break
    }
    text.append(UInt8(ascii: "}"))
  }
}

extension JSONPointer {
  /// Appends the description as a JSON string.
  fileprivate func appendQuoted(to text: inout [UInt8]) {
    let start = text.count
    text.append(UInt8(ascii: "\""))
    for token in tokens {
      text.append(UInt8(ascii: "/"))
      let isPlain = token.withBytes { token in
        text.append(contentsOf: token)
        return StateOutline.isPlain(token)
      }
      guard isPlain else {
        text.removeLast(text.count - start)
        return appendJSONString(description, to: &text)
      }
    }
    text.append(UInt8(ascii: "\""))
  }
}
