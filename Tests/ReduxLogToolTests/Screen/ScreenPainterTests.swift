import Expectations
import ReduxViews
import TerminalText
import TestSupport
import Testing

@Suite("Painting a screen")
struct ScreenPainterTests {
  private func grid(_ rows: StyledText..., columns: Int = 20, cursor: (Int, Int)? = nil) -> CellGrid {
    var grid = CellGrid(columns: columns, rows: rows.count)
    for (row, text) in rows.enumerated() { grid.put(text, row: row, column: 0) }
    grid.cursor = cursor.map { (row: $0.0, column: $0.1) }
    return grid
  }

  private func paint(_ painter: inout ScreenPainter, _ grid: CellGrid) -> String {
    String(decoding: painter.paint(grid), as: UTF8.self).replacing("\u{1b}", with: "^")
  }

  @Test("draws the whole screen first, then only what changed")
  func changes() {
    var painter = ScreenPainter(isColored: true)
    expectEqual(paint(&painter, grid("ab", "cd")), "^[0m^[2J^[?25l^[1;1Hab^[2;1Hcd")
    expectEqual(paint(&painter, grid("ab", "cd")), "")
    expectEqual(paint(&painter, grid("ab", "ce")), "^[2;2He")
    expectEqual(paint(&painter, grid("", "ce")), "^[1;1H^[K")
    expectEqual(paint(&painter, grid("abcdefghij", "ce")), "^[1;1Habcdefghij")
    expectEqual(paint(&painter, grid("aXcdefghiX", "ce")), "^[1;2HX^[1;10HX")
    expectEqual(paint(&painter, grid("aXcYefghiX", "ce")), "^[1;4HY")
    painter.forget()
    expectEqual(paint(&painter, grid("ab", "cd")), "^[0m^[2J^[?25l^[1;1Hab^[2;1Hcd")
  }

  @Test("draws styles, and without colors those that need none")
  func styles() {
    let text: StyledText = "\("a", .error)\("b", .label)\("c", .dim)d"
    var painter = ScreenPainter(isColored: true)
    expectEqual(paint(&painter, grid(text)), "^[0m^[2J^[?25l^[1;1H^[0;1;31ma^[0;36mb^[0mcd")
    painter = ScreenPainter(isColored: false)
    expectEqual(paint(&painter, grid(text)), "^[0m^[2J^[?25l^[1;1H^[0;1ma^[0mbcd")
    var reversed = CellGrid(columns: 5, rows: 1)
    reversed.put("ab", row: 0, column: 0, isReversed: true)
    painter = ScreenPainter(isColored: false)
    expectEqual(paint(&painter, reversed), "^[0m^[2J^[?25l^[1;1H^[0;7mab^[0m")
  }

  @Test("places what follows a character outside of ASCII by its position")
  func positions() {
    var painter = ScreenPainter(isColored: true)
    expectEqual(paint(&painter, grid("a漢b")), "^[0m^[2J^[?25l^[1;1Ha漢^[1;4Hb")
    // The second half of a wide character is drawn with the first.
    expectEqual(paint(&painter, grid("axyb")), "^[1;2Hxy")
    expectEqual(paint(&painter, grid("a漢b")), "^[1;2H漢")
  }

  @Test("shows and hides the cursor")
  func cursor() {
    var painter = ScreenPainter(isColored: true)
    expectEqual(paint(&painter, grid("a", cursor: (0, 1))), "^[0m^[2J^[?25l^[1;1Ha^[1;2H^[?25h")
    expectEqual(paint(&painter, grid("ab", cursor: (0, 2))), "^[?25l^[1;2Hb^[1;3H^[?25h")
    expectEqual(paint(&painter, grid("ab")), "^[?25l")
  }

  @Test("draws a screen of another size as a whole")
  func size() {
    var painter = ScreenPainter(isColored: true)
    _ = painter.paint(grid("ab", "cd"))
    expectEqual(paint(&painter, grid("ab", columns: 5)), "^[0m^[2J^[?25l^[1;1Hab".replacing("^[?25l", with: ""))
  }

  @Test("leads from any screen to any other")
  func random() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let words: [StyledText] = ["a", "漢字", "──", "xyz abc", "\("b", .bold)", "👍🏽", "            ", "é"]
    var painter = ScreenPainter(isColored: false)
    var terminal = PlainTerminal(columns: 16, rows: 3)
    for _ in 0..<500 {
      var grid = CellGrid(columns: 16, rows: 3)
      for row in 0..<3 {
        var column = Int.random(in: 0...8, using: &generator)
        while let word = words.randomElement(using: &generator), column < 16 {
          column = grid.put(word, row: row, column: column) + Int.random(in: 0...3, using: &generator)
        }
      }
      terminal.write(String(decoding: painter.paint(grid), as: UTF8.self))
      expectEqual(terminal.text, grid.text, "seed \(seed)")
    }
  }
}

/// A terminal that knows positions and erasing, but no styles.
private struct PlainTerminal {
  var cells: [[String]]
  private var row = 0
  private var column = 0

  init(columns: Int, rows: Int) { cells = Array(repeating: Array(repeating: " ", count: columns), count: rows) }

  var text: String {
    cells.map { row in
      var line = row.joined()
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  mutating func write(_ text: String) {
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "\u{1b}" else {
        put(character)
        continue
      }
      rest.removeFirst()
      let parameters = rest.prefix { !$0.isLetter }
      let final = rest.dropFirst(parameters.count).first
      rest = rest.dropFirst(parameters.count + 1)
      let numbers = parameters.split(separator: ";").compactMap { Int($0) }
      switch final {
      case "H": (row, column) = (numbers[0] - 1, numbers[1] - 1)
      case "K": for index in column..<cells[row].count { cells[row][index] = " " }
      case "J": for index in cells.indices { cells[index] = cells[index].map { _ in " " } }
      default: break
      }
    }
  }

  private mutating func put(_ character: Character) {
    let width = character.terminalWidth
    // Writing over half of a wide character erases the other half.
    if cells[row][column].isEmpty { cells[row][column - 1] = " " }
    let end = column + width
    if end < cells[row].count, cells[row][end].isEmpty { cells[row][end] = " " }
    cells[row][column] = String(character)
    if width == 2 { cells[row][column + 1] = "" }
    column = end
  }
}
