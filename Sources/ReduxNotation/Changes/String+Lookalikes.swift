extension String {
  /// Letters of other scripts, each after the Latin letter that it looks like.
  private static let letters = """
    aаαcсdԁeеhһiіıjјlӏnոoоοpрρqԛsѕuսvνwԝxхyуAАΑBВΒCСEЕΕGԌHНΗIІΙJЈKКΚMМΜNΝOОΟPРΡQԚSЅTТΤVѴWԜXХΧYҮΥZΖ
    """

  /// The Latin letters by those that look like them.
  private static let latin: [Unicode.Scalar: Unicode.Scalar] = {
    var (found, last) = ([Unicode.Scalar: Unicode.Scalar](), Unicode.Scalar(0))
    for letter in letters.unicodeScalars { if letter.isASCII { last = letter } else { found[letter] = last } }
    return found
  }()

  /// Whether the text looks like another one, though they differ: by kinds of spaces and hyphens, by letters of other scripts, or
  /// by the way in which letters with marks are composed. O(n).
  package func looksLike(_ other: String) -> Bool {
    guard !unicodeScalars.elementsEqual(other.unicodeScalars) else { return false }
    // Strings are equal if they are canonically equivalent.
    return appearance == other.appearance
  }

  /// The text with the most common of the characters that look the same.
  package var appearance: String {
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "\u{2800}": shown.append(" ")
      case "\u{2010}", "\u{2011}": shown.append("-")
      case _ where scalar.properties.generalCategory == .spaceSeparator: shown.append(" ")
      default: shown.append(String.latin[scalar] ?? scalar)
      }
    }
    return String(shown)
  }

  /// The text with its characters outside of ASCII as `\u{A0}`.
  package var showingCodePoints: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isASCII {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
  }
}
