import TerminalText

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
  ///
  /// - Parameter isColored: Whether to use colors. Bold and reversed text needs none.
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
