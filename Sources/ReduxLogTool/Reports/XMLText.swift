/// Text for an XML 1.0 document.
package enum XMLText {
  /// Escapes characters that XML 1.0 can't contain or would treat as markup, for attributes and content.
  ///
  /// Characters that XML 1.0 can't represent, such as most control characters, become Swift escapes like `\u{1b}`. Line
  /// ends and tabs become references, so that an attribute keeps them.
  package static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case _ where isCharacter(scalar): result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result
  }

  /// The production `Char` of XML 1.0, section 2.2, without the discouraged control characters.
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7e, 0xa0...0xd7ff, 0xe000...0xfffd, 0x10000...0x10ffff: true
    default: false
    }
  }
}
