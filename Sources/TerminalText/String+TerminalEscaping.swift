extension String {
  /// The text with visible escapes for everything that could control or fool a terminal.
  ///
  /// Swift escapes such as `
  /// ` and `\u{1b}` replace control characters (C0, DEL, C1), bidirectional marks, characters without a width and line
  /// separators. Everything else stays, so escaping the result again doesn't change it.
  package var escapedForTerminal: String {
    if isPrintableASCII { return self }
    var result = ""
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars { result.append(escaping: scalar) }
    return result
  }

  /// Appends a scalar, escaped if it could control or fool a terminal.
  package mutating func append(escaping scalar: Unicode.Scalar) {
    switch scalar {
    case "\n": self += "\\n"
    case "\r": self += "\\r"
    case "\t": self += "\\t"
    case _ where scalar.isHostileToTerminals: self += "\\u{" + String(scalar.value, radix: 16) + "}"
    default: unicodeScalars.append(scalar)
    }
  }

  /// The number of columns on a terminal: see `Character.terminalWidth`.
  package var terminalWidth: Int {
    if isPrintableASCII { return utf8.count }
    return reduce(0) { $0 + $1.terminalWidth }
  }

  /// Whether the text is printable ASCII, as nearly all text is. Sequences would be slow in a debug build.
  private var isPrintableASCII: Bool {
    var text = self
    return text.withUTF8 { bytes in
      var index = 0
      while index < bytes.count, bytes[index] >= 0x20, bytes[index] <= 0x7e { index &+= 1 }
      return index == bytes.count
    }
  }

  /// Returns the text cut to a number of columns, with `…` for omitted text.
  package func shortened(to columns: Int) -> String {
    if terminalWidth <= columns { return self }
    var result = ""
    var width = 0
    for character in self {
      let step = character.terminalWidth
      if width + step > columns - 1 { break }
      result.append(character)
      width += step
    }
    return columns > 0 ? result + "…" : ""
  }
}

extension Unicode.Scalar {
  /// Whether the scalar could control a terminal, or hide or reorder its text.
  package var isHostileToTerminals: Bool {
    switch value {
    case 0x20...0x7e: return false
    case 0..<0x20, 0x7f...0x9f: return true
    // Variation selectors only choose between appearances of the previous character.
    case 0xfe00...0xfe0f: return false
    default:
      if properties.isDefaultIgnorableCodePoint { return true }
      switch properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
      default: return false
      }
    }
  }
}
