/// A key that a person pressed.
package enum Key: Hashable, Sendable {
  /// A character, with the accents that followed it in one piece.
  case character(Character)
  /// A letter with Control, in lowercase.
  case control(Character)
  case up, down, left, right
  case pageUp, pageDown, home, end
  case enter, escape, tab, backTab, backspace, delete
  /// Text that was pasted.
  case paste(String)
}
