/// The appearance of a text on a terminal.
package struct Style: Hashable, Sendable {
  /// A color that every terminal has, and that its user's theme chooses.
  package enum Color: UInt8, Sendable {
    case red = 1
    case green, yellow, blue, magenta, cyan
  }

  /// The color; `nil` for the terminal's own.
  package var color: Color?
  package var isBold = false
  package var isFaint = false
  /// Whether text and background exchange their colors.
  package var isReversed = false

  private init(_ color: Color? = nil, bold: Bool = false, faint: Bool = false) {
    self.color = color
    isBold = bold
    isFaint = faint
  }

  /// The escape sequence that turns the style on.
  package var start: String {
    var codes: [String] = []
    if isBold { codes.append("1") }
    if isFaint { codes.append("2") }
    if isReversed { codes.append("7") }
    if let color { codes.append("3\(color.rawValue)") }
    return "\u{1b}[\(codes.joined(separator: ";"))m"
  }

  /// The escape sequence that turns every style off.
  package static let end = "\u{1b}[0m"

  /// The style with text and background exchanged.
  package var reversed: Style {
    var style = self
    style.isReversed = true
    return style
  }

  /// The terminal's own appearance.
  package static let plain = Style()
  /// Bold.
  package static let bold = Style(bold: true)
  /// Faint.
  package static let dim = Style(faint: true)
  /// Red: removed.
  package static let removed = Style(.red)
  /// Green: added.
  package static let added = Style(.green)
  /// Yellow: changed.
  package static let changed = Style(.yellow)
  /// Bold red: an error.
  package static let error = Style(.red, bold: true)
  /// Bold yellow: a warning.
  package static let warning = Style(.yellow, bold: true)
  /// Cyan: a type label.
  package static let label = Style(.cyan)
  /// Yellow: a seq.
  package static let seq = Style(.yellow)
  /// Blue: a key or a pointer.
  package static let key = Style(.blue)
  /// Green: a string.
  package static let string = Style(.green)
}
