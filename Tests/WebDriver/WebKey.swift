/// A key without a character, by its code point in the WebDriver protocol.
///
/// Source: <https://www.w3.org/TR/webdriver2/#keyboard-actions>.
package enum WebKey: String, Sendable {
  case backspace = "\u{E003}"
  case tab = "\u{E004}"
  case enter = "\u{E007}"
  case shift = "\u{E008}"
  case control = "\u{E009}"
  case escape = "\u{E00C}"
  case space = " "
  case pageUp = "\u{E00E}"
  case pageDown = "\u{E00F}"
  case end = "\u{E010}"
  case home = "\u{E011}"
  case left = "\u{E012}"
  case up = "\u{E013}"
  case right = "\u{E014}"
  case down = "\u{E015}"
}
