extension String {
  /// Beyond what a writer makes of a reason or an error's text.
  private static let keptByteCount = 16 << 10

  /// The text as it is kept where those of a whole journal are, each of which may be as long as a line: its start.
  package var shortenedToKeep: String {
    guard let end = utf8.index(startIndex, offsetBy: String.keptByteCount, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return self[..<end] + "…"
  }
}
