import Expectations
import ReduxViews
import TerminalText
import Testing

@Suite("A screen of cells")
struct CellGridTests {
  @Test("shows text in rows, without trailing spaces")
  func rows() {
    var grid = CellGrid(columns: 12, rows: 3)
    let end = grid.put("\("ab", .bold) 漢", row: 0, column: 2)
    grid.fill("─", row: 1, from: 0, to: 12)
    expectEqual(end, 7)
    expectEqual(grid.text, "  ab 漢\n────────────\n\n")
    expectEqual(grid[0, 5], Cell(text: "漢", style: .plain))
    expectEqual(grid[0, 6], Cell(text: "", style: .plain))
  }

  @Test("cuts text that doesn't fit", arguments: [(4, "abc…"), (5, "abc …"), (6, "abc漢…"), (7, "abc漢字")])
  func cut(width: Int, text: String) {
    var grid = CellGrid(columns: 12, rows: 1)
    expectEqual(grid.put("abc漢字", row: 0, column: 0, width: width), width)
    expectEqual(grid.text, text + "\n")
  }

  @Test("ignores text outside of it")
  func outside() {
    var grid = CellGrid(columns: 3, rows: 1)
    grid.put("x", row: 1, column: 0)
    grid.put("x", row: -1, column: 0)
    grid.put("x", row: 0, column: 3)
    grid.fill("x", row: 4, from: 0, to: 9)
    grid.reverse(row: 0, from: 2, to: 9)
    expectEqual(grid.text, "\n")
  }

  @Test("replaces frames and escapes other characters on a terminal that shows only ASCII")
  func ascii() {
    var grid = CellGrid(columns: 30, rows: 2, isASCII: true)
    grid.put("▸✗ \("é漢")… → b", row: 0, column: 0)
    grid.fill("━", row: 1, from: 0, to: 4)
    expectEqual(grid.text, "> x \\u{e9}\\u{6f22}~ > b\n====\n".replacing("> x", with: ">x"))
  }

  @Test("keeps at most eight scalars of a character with many accents")
  func accents() {
    var grid = CellGrid(columns: 3, rows: 1)
    grid.put(StyledText("a" + String(repeating: "\u{301}", count: 200)), row: 0, column: 0)
    expectEqual(grid[0, 0].text.unicodeScalars.count, 8)
  }
}
