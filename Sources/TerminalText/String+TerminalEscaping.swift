extension String {
  /// The text with visible escapes for everything that could control or fool a terminal.
  ///
  /// Swift escapes such as `
  /// ` and `\u{1b}` replace control characters (C0, DEL, C1), bidirectional marks, characters without a width and line
  /// separators. Everything else stays, so escaping the result again doesn't change it.
  package var escapedForTerminal: String {
    // Nearly all text is printable ASCII.
    if utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return self }
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

  /// The number of columns on a terminal: 2 for wide East Asian characters and emoji, 0 for combining marks.
  package var terminalWidth: Int {
    var width = 0
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x20...0x7e: width += 1
      case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
        0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f680...0x1f6ff, 0x1f900...0x1f9ff,
        0x20000...0x3fffd:
        width += 2
      default:
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: break
        default: width += 1
        }
      }
    }
    return width
  }

  /// Returns the text cut to a number of columns, with `…` for omitted text.
  package func shortened(to columns: Int) -> String {
    if terminalWidth <= columns { return self }
    var result = ""
    var width = 0
    for character in self {
      let step = String(character).terminalWidth
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
