/// The appearance of a text on a terminal.
package struct Style: Hashable, Sendable {
  private let code: String

  private init(_ code: String) { self.code = code }

  /// The escape sequence that turns the style on.
  package var start: String { "\u{1b}[\(code)m" }
  /// The escape sequence that turns every style off.
  package static let end = "\u{1b}[0m"

  /// Bold.
  package static let bold = Style("1")
  /// Faint.
  package static let dim = Style("2")
  /// Red: removed.
  package static let removed = Style("31")
  /// Green: added.
  package static let added = Style("32")
  /// Yellow: changed.
  package static let changed = Style("33")
  /// Bold red: an error.
  package static let error = Style("1;31")
  /// Bold yellow: a warning.
  package static let warning = Style("1;33")
  /// Cyan: a type label.
  package static let label = Style("36")
  /// Yellow: a seq.
  package static let seq = Style("33")
  /// Blue: a key or a pointer.
  package static let key = Style("34")
  /// Green: a string.
  package static let string = Style("32")
}
