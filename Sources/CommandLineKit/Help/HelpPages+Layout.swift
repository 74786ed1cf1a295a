import TerminalText

extension HelpPages {
  /// Keeps the paragraphs' line breaks, or wraps them if lines are too long for the terminal.
  static func text(_ paragraphs: String, _ columns: Int) -> StyledText {
    let lines = paragraphs.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.allSatisfy({ $0.count <= columns }) { return StyledText(trusted: paragraphs) }
    let broken = paragraphs.split(separator: "\n\n").map { wrapped(String($0), to: columns).joined(separator: "\n") }
    return StyledText(trusted: broken.joined(separator: "\n\n"))
  }

  /// Lays out two columns; a term that is too long for the first gets its own line. On a narrow terminal, every term
  /// does. The first column has room for the terms of other tables, too.
  static func table(
    _ rows: [(term: String, meaning: String)], _ columns: Int, asWideAs others: [String] = []
  ) -> StyledText {
    let limit = columns < 60 ? 0 : 26
    let width = limit == 0 ? 4 : (rows.map(\.term) + others).map(\.count).filter { $0 <= limit }.max() ?? 0
    var text: StyledText = ""
    for (term, meaning) in rows {
      let indent = "\n" + String(repeating: " ", count: width + 4)
      let gap = term.count <= limit ? String(repeating: " ", count: width - term.count + 2) : indent
      let room = min(96 - width, columns - width - 4)
      text += StyledText(trusted: "  \(term)\(gap)\(wrapped(meaning, to: room).joined(separator: indent))\n")
    }
    return text
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
