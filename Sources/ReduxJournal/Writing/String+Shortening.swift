extension String {
  /// Longer than any reason or error text that a writer creates.
  private static let keptByteCount = 16 << 10

  /// The start of the text, for lists that keep a text from every line: in a hostile journal, each may be as long as a
  /// line.
  package var shortenedToKeep: String {
    guard let end = utf8.index(startIndex, offsetBy: String.keptByteCount, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return self[..<end] + "…"
  }
}
