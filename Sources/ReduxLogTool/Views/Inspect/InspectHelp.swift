import TerminalText

/// The keys of `inspect`, for its own help and for the command's.
enum InspectHelp {
  /// Keys, and what they do.
  static let keys: [(keys: String, meaning: String)] = [
    ("↑ ↓  j k", "the next or previous row or line"),
    ("PgUp PgDn  ^U ^D", "a page, half a page"),
    ("Home End  g G", "the first or last; with a number, that state: 138G"),
    ("Tab", "between the list and the details"),
    ("[ ]", "the previous or next tab"),
    ("Enter", "open the details, a value, or a step of a history"),
    ("→ ←", "open or close a value in the state"),
    ("/ n N", "search actions, places and recorded values; next, previous match"),
    ("f", "list only rows that contain a text; no text lists all"),
    ("e E", "the next or previous problem"),
    ("b", "who set this value: every action that did, old → new"),
    ("c", "pin this state: Changes shows the differences from it"),
    ("y Y", "copy FILE@SEQ:/place, or the command that shows it"),
    ("^C", "stop what is running; again: quit"),
    ("^Z", "suspend"),
    ("q Esc", "close what is open; q quits"),
  ]

  /// The marks of rows.
  static let marks: [(mark: String, meaning: String)] = [
    ("✗", "today's app differs or fails here, or the line is damaged"),
    ("?", "not proven: it follows from a state that differs"),
    ("!", "the reducer refused the action"),
    ("†", "the action was in flight when the process died"),
  ]

  /// The lines of the help on the screen.
  static let lines: [StyledText] =
    ["\("Keys", .bold)", ""]
    + keys.map { "  \(column($0.keys), .key)  \($0.meaning)" }
    + ["", "\("Marks", .bold)", ""]
    + marks.map { "  \(column($0.mark), .key)  \($0.meaning)" }

  private static func column(_ text: String) -> String {
    text + String(repeating: " ", count: max(0, 17 - text.terminalWidth))
  }
}
