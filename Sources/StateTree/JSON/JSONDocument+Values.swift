extension JSONDocument {
  /// The text of a scalar as it stands.
  func text(at position: Int) -> String {
    withRawText(at: position) { String(decoding: $0, as: UTF8.self) }
  }

  /// The text that a string or a key stands for.
  func string(at position: Int) -> String {
    let isEscaped = nodes[position].isEscaped
    return withRawText(at: position) { isEscaped ? JSONText.unescaped($0) : String(decoding: $0, as: UTF8.self) }
  }

  /// The number at a position, if it is a whole number that fits.
  func integer(at position: Int) -> Int? {
    withRawText(at: position) { JSONNumber.plainInteger($0) } ?? JSONNumber(checked: text(at: position)).integer()
  }

  /// Whether a key is equal to a string by bytes.
  func isKey(at position: Int, equalTo key: String) -> Bool {
    var key = key
    return key.withUTF8 { isKey(at: position, equalTo: UnsafeRawBufferPointer($0)) }
  }

  /// Whether a key is equal to a text by bytes.
  func isKey(at position: Int, equalTo key: UnsafeRawBufferPointer) -> Bool {
    let node = nodes[position]
    if node.isEscaped { return withUTF8(at: position) { Platform.areEqual($0, key) } }
    guard Int(node.end - node.start) == key.count else { return false }
    return withRawText(at: position) { Platform.areEqual($0, key) }
  }

  /// Passes on the UTF-8 bytes that a string or a key stands for.
  func withUTF8<Result, Failure: Error>(
    at position: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard nodes[position].isEscaped else { return try withRawText(at: position, body) }
    return try Array(string(at: position).utf8).withUnsafeBufferPointer { text throws(Failure) in
      try body(UnsafeRawBufferPointer(text))
    }
  }

  /// Passes on the bytes of a scalar as they stand; of a string, those between the quotes.
  func withRawText<Result, Failure: Error>(
    at position: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let node = nodes[position]
    return try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[Int(node.start)..<Int(node.end)])))
    }
  }
}
