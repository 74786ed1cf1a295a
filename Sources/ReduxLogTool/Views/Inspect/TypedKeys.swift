import CommandLineKit
import TerminalScreen

/// Keys as words: `138G Tab /coffee Enter`.
enum TypedKeys {
  private static let names: [String: Key] = [
    "Up": .up, "Down": .down, "Left": .left, "Right": .right, "PgUp": .pageUp, "PgDn": .pageDown, "Home": .home,
    "End": .end, "Enter": .enter, "Esc": .escape, "Tab": .tab, "BackTab": .backTab, "Backspace": .backspace,
    "Space": .character(" "),
  ]

  /// Parses keys. A word is the name of a key, `^` with a letter, or characters to type.
  static func parse(_ text: String) -> [Key] {
    text.split(separator: " ").flatMap { word -> [Key] in
      if let key = names[String(word)] { return [key] }
      if word.count == 2, word.first == "^", let letter = word.last, letter.isASCII, letter.isLetter {
        return [.control(Character(letter.lowercased()))]
      }
      return word.map { .character($0) }
    }
  }

  /// The names of keys, for the help.
  static let help = names.keys.sorted().joined(separator: ", ")
}
