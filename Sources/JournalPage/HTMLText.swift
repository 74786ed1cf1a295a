/// HTML in which interpolated text is escaped, so that nothing in a journal becomes markup.
///
/// A literal's own characters are markup: `"<b>\(name)</b>"` makes any name bold and does no more. Interpolated `HTMLText`
/// stays as it is.
package struct HTMLText: ExpressibleByStringInterpolation, Sendable {
  package private(set) var markup: String

  package init(stringLiteral value: String) { markup = value }

  package init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }

  /// Creates text without markup.
  package init(_ text: some StringProtocol) { markup = HTMLText.escaped(text) }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    package init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity) }

    package mutating func appendLiteral(_ literal: String) { markup += literal }

    package mutating func appendInterpolation(_ html: HTMLText) { markup += html.markup }

    package mutating func appendInterpolation(_ text: some StringProtocol) { markup += HTMLText.escaped(text) }

    package mutating func appendInterpolation(_ number: Int) { markup += String(number) }
  }

  package static func += (text: inout HTMLText, more: HTMLText) { text.markup += more.markup }

  /// Joins parts.
  package static func joined(_ parts: some Sequence<HTMLText>) -> HTMLText {
    parts.reduce(into: "") { $0 += $1 }
  }

  /// Replaces what has a meaning in markup. Characters that HTML can't hold become U+FFFD; so do the controls that change
  /// the direction of text, which could make a line read as something else.
  private static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case "\u{0}"..." ", "\u{7F}"..."\u{9F}": result += scalar == " " ? " " : "\u{FFFD}"
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{200E}", "\u{200F}", "\u{61C}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
