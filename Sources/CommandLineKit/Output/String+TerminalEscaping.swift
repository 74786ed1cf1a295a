extension String {
  /// The text with everything that could steer or fool a terminal made visible.
  ///
  /// Control characters (C0, DEL, C1), the marks that turn the direction of text, characters without a width and
  /// line separators come out as Swift would write them: `\n`, `\u{1b}`. Nothing else is changed, so the result is the
  /// same when it is escaped again.
  package var escapedForTerminal: String {
    // Nearly every text is printable ASCII.
    if utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return self }
    var result = ""
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars { result.append(escaping: scalar) }
    return result
  }

  /// Appends a scalar, escaped if it could steer or fool a terminal.
  package mutating func append(escaping scalar: Unicode.Scalar) {
    switch scalar {
    case "\n": self += "\\n"
    case "\r": self += "\\r"
    case "\t": self += "\\t"
    case _ where scalar.isHostileToTerminals: self += "\\u{" + String(scalar.value, radix: 16) + "}"
    default: unicodeScalars.append(scalar)
    }
  }

  /// How many columns the text takes on a terminal: 2 for wide East Asian characters and emoji, 0 for combining marks.
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

  /// The text cut to a number of columns, with `…` where something is missing.
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
  /// Whether the scalar could steer a terminal, or hide or reorder what it shows.
  package var isHostileToTerminals: Bool {
    switch value {
    case 0x20...0x7e: return false
    case 0..<0x20, 0x7f...0x9f: return true
    // Variation selectors only choose between the looks of the character before.
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
