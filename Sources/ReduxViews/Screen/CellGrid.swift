package import TerminalText

/// One column of a row on a screen.
package struct Cell: Hashable, Sendable {
  /// The character; empty for the second column of a wide one.
  package var text: String
  /// Its appearance.
  package var style: Style

  package init(text: String, style: Style) {
    self.text = text
    self.style = style
  }

  /// An empty column.
  package static let blank = Cell(text: " ", style: .plain)
}

/// The content of a screen: rows of cells. It does no output itself.
package struct CellGrid: Hashable, Sendable {
  /// The number of columns.
  package let columns: Int
  /// The number of rows.
  package let rows: Int
  /// Where the cursor blinks; `nil` to hide it.
  package var cursor: (row: Int, column: Int)? {
    get { place.map { ($0.row, $0.column) } }
    set { place = newValue.map { Place(row: $0.row, column: $0.column) } }
  }

  private struct Place: Hashable, Sendable {
    var row: Int
    var column: Int
  }

  private var place: Place?
  private var cells: [Cell]
  private let isASCII: Bool

  /// Creates an empty screen.
  package init(columns: Int, rows: Int, isASCII: Bool = false) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    self.isASCII = isASCII
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  package subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

  /// Draws a text in a row, cut at the end of a part of it with `…`.
  @discardableResult
  package mutating func put(
    _ text: StyledText, row: Int, column: Int, width: Int? = nil, isReversed: Bool = false
  ) -> Int {
    let end = min(columns, column + max(0, width ?? columns))
    guard (0..<rows).contains(row), column >= 0, column < end else { return column }
    var position = column
    for (part, style) in text.parts {
      let base = style ?? .plain
      let style = isReversed ? base.reversed : base
      for character in isASCII ? ASCIIGlyphs.text(of: part) : part {
        let width = character.terminalWidth
        guard width > 0 else { continue }
        guard position + width <= end else {
          cut(row: row, before: end, after: column, style)
          return end
        }
        set(row, position, CellGrid.limited(character), style)
        if width == 2 { set(row, position + 1, "", style) }
        position += width
      }
    }
    return position
  }

  /// Exchanges the colors of text and background in a part of a row.
  package mutating func reverse(row: Int, from start: Int, to end: Int) {
    guard (0..<rows).contains(row) else { return }
    for column in parts(from: start, to: end) { cells[row * columns + column].style.isReversed = true }
  }

  /// Fills a part of a row with a character of one column.
  package mutating func fill(
    _ character: Character, row: Int, from start: Int, to end: Int, style: Style = .plain
  ) {
    guard (0..<rows).contains(row) else { return }
    let text = isASCII ? ASCIIGlyphs.text(of: String(character)) : String(character)
    for column in parts(from: start, to: end) { set(row, column, text, style) }
  }

  /// The rows as text, without styles and trailing spaces.
  package var text: String {
    (0..<rows).map { row in
      var line = cells[row * columns..<(row + 1) * columns].map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private func parts(from start: Int, to end: Int) -> Range<Int> {
    let first = min(max(0, start), columns)
    return first..<max(first, min(end, columns))
  }

  private mutating func set(_ row: Int, _ column: Int, _ text: String, _ style: Style) {
    cells[row * columns + column] = Cell(text: text, style: style)
  }

  /// Puts `…` into the last column of a part of a row.
  private mutating func cut(row: Int, before end: Int, after start: Int, _ style: Style) {
    // A wide character has no half.
    if end - 2 >= start, self[row, end - 1].text.isEmpty { set(row, end - 2, " ", style) }
    set(row, end - 1, isASCII ? "~" : "…", style)
  }

  /// A character can have any number of accents.
  private static func limited(_ character: Character) -> String {
    let text = String(character)
    return text.utf8.count <= 64 ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(8)))
  }
}

/// The replacements that a terminal shows if it can display only ASCII.
enum ASCIIGlyphs {
  private static let replacements: [Character: Character] = [
    "─": "-", "┄": ".", "–": "-", "│": "|", "┬": "+", "┴": "+", "├": "+", "┤": "+", "┼": "+", "└": "`", "━": "=",
    "✗": "x", "✓": "v",
    "▸": ">", "▾": "v", "…": "~", "→": ">", "←": "<", "↑": "^", "↓": "v", "†": "+", "−": "-", "·": ".", "●": "*",
    "█": "#",
  ]

  static func text(of text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var result = ""
    for character in text {
      if character.isASCII {
        result.append(character)
      } else if let replacement = replacements[character] {
        result.append(replacement)
      } else {
        for scalar in character.unicodeScalars { result += "\\u{" + String(scalar.value, radix: 16) + "}" }
      }
    }
    return result
  }
}

/// Finds the fewest bytes that turn what a terminal shows into another screen. It does no output itself.
///
/// It places each run of changed cells by its position, also after every character outside of ASCII: terminals disagree about
/// the columns that such characters take.
package struct ScreenPainter: Sendable {
  /// A run goes on over this many unchanged cells, which cost less than a new position.
  private static let gap = 4

  private let isColored: Bool
  private var shown: CellGrid?
  private var output: [UInt8] = []
  private var style = Style.plain

  /// Creates a painter for a terminal that shows anything.
  package init(isColored: Bool) { self.isColored = isColored }

  /// Forgets what the terminal shows, so that the next screen is drawn as a whole.
  package mutating func forget() { shown = nil }

  /// Returns the bytes that show a screen.
  package mutating func paint(_ grid: CellGrid) -> [UInt8] {
    output = []
    style = .plain
    var old = shown
    if old?.columns != grid.columns || old?.rows != grid.rows {
      old = nil
      append("\u{1b}[0m\u{1b}[2J")
    }
    if old != grid {
      if shown == nil || old?.cursor != nil { append("\u{1b}[?25l") }
      let before = old ?? CellGrid(columns: grid.columns, rows: grid.rows)
      for row in 0..<grid.rows { paint(row, of: grid, over: before) }
      apply(.plain)
      if let cursor = grid.cursor {
        move(cursor.row, cursor.column)
        append("\u{1b}[?25h")
      }
    }
    shown = grid
    return output
  }

  private mutating func paint(_ row: Int, of grid: CellGrid, over old: CellGrid) {
    // A blank rest is erased at once.
    var end = grid.columns
    while end > 0, grid[row, end - 1] == .blank { end -= 1 }
    var column = 0
    while let start = (column..<end).first(where: { grid[row, $0] != old[row, $0] }) {
      var last = start
      for next in start + 1..<max(end, start + 1) {
        if next - last > ScreenPainter.gap { break }
        if grid[row, next] != old[row, next] { last = next }
      }
      run(row, first(start, row, of: grid)...last, of: grid)
      column = last + 1
    }
    guard end < grid.columns, (end..<grid.columns).contains(where: { old[row, $0] != .blank }) else { return }
    apply(.plain)
    move(row, end)
    append("\u{1b}[K")
  }

  /// The column in which the character at a column starts.
  private func first(_ column: Int, _ row: Int, of grid: CellGrid) -> Int {
    column > 0 && grid[row, column].text.isEmpty ? column - 1 : column
  }

  private mutating func run(_ row: Int, _ range: ClosedRange<Int>, of grid: CellGrid) {
    var isPlaced = false
    for column in range {
      let cell = grid[row, column]
      guard !cell.text.isEmpty else { continue }
      if !isPlaced { move(row, column) }
      apply(cell.style)
      append(cell.text)
      isPlaced = cell.text.utf8.count == 1
    }
  }

  private mutating func move(_ row: Int, _ column: Int) { append("\u{1b}[\(row + 1);\(column + 1)H") }

  private mutating func apply(_ wanted: Style) {
    // Faint text is unreadable in many themes.
    var wanted = wanted
    wanted.isFaint = false
    if !isColored { wanted.color = nil }
    guard wanted != style else { return }
    style = wanted
    append(wanted == .plain ? Style.end : Style.end.dropLast() + ";" + wanted.start.dropFirst(2))
  }

  private mutating func append(_ text: some StringProtocol) { output += text.utf8 }
}
