import ReduxJournal
import ReduxNotation
import TerminalScreen
import TerminalText

/// Draws the model of `inspect`.
struct InspectScreen {
  let model: InspectModel
  let isASCII: Bool
  private var grid: CellGrid
  private let layout: InspectLayout

  /// Draws a model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - isASCII: Whether the terminal shows only ASCII.
  /// - Returns: The screen.
  static func draw(_ model: InspectModel, isASCII: Bool) -> CellGrid {
    var screen = InspectScreen(model, isASCII: isASCII)
    screen.draw()
    return screen.grid
  }

  private init(_ model: InspectModel, isASCII: Bool) {
    self.model = model
    self.isASCII = isASCII
    layout = model.layout
    grid = CellGrid(columns: model.size.columns, rows: model.size.rows, isASCII: isASCII)
  }

  private mutating func draw() {
    if let top = model.helpTop {
      for (row, line) in InspectHelp.lines.dropFirst(top).prefix(max(1, grid.rows - 1)).enumerated() {
        grid.put(line, row: row, column: 1)
      }
      grid.put("any other key closes the help", row: grid.rows - 1, column: 1, isReversed: true)
      return
    }
    drawHeader()
    drawList()
    drawTabs()
    drawDetails()
    drawScrubber()
    drawKeys()
  }

  // MARK: Frame

  private mutating func drawHeader() {
    guard let row = layout.header else { return }
    let header = model.rows.file.header
    var right = model.followingText + model.progress
    if let count = model.findings?.problems.count, count > 0 { right += "  \("✗\(count)", .error)" }
    let width = right.plain.terminalWidth
    let start = max(0, grid.columns - width)
    grid.put(right, row: row, column: start)
    var left: StyledText = "\(header.app.name, .bold)"
    if let version = header.app.version { left += " \(version)" }
    left += "  \(model.name)"
    if case .line(let line)? = model.row { left += "  session \(line.session.session)/\(model.sessionCount)" }
    grid.put(left, row: row, column: 0, width: start - 2)
    guard let row = layout.verdict else { return }
    let hint = model.verdictHint
    let end = max(0, grid.columns - hint.terminalWidth)
    grid.put(StyledText(trusted: hint), row: row, column: end)
    grid.put(model.verdictText, row: row, column: 0, width: hint.isEmpty ? nil : end - 2)
  }

  private mutating func drawScrubber() {
    guard let row = layout.scrubber else { return }
    let seqs = model.rows.seqs
    let start = grid.put("\(seqs.lowerBound)", row: row, column: 0) + 1
    let last = String(seqs.upperBound)
    let end = grid.columns - last.count - 1
    grid.put(StyledText(trusted: last), row: row, column: end + 1)
    guard end > start else { return }
    func column(_ seq: Int) -> Int {
      let part = Double(seq - seqs.lowerBound) / Double(max(1, seqs.count - 1))
      return start + Int((part * Double(end - start - 1)).rounded())
    }
    let here = column(model.seq)
    grid.fill("─", row: row, from: start, to: end)
    grid.fill("━", row: row, from: start, to: here)
    grid.fill("●", row: row, from: here, to: here + 1, style: .bold)
    for problem in model.findings?.problems ?? [] {
      let place = column(problem.seq)
      grid.fill("✗", row: row, from: place, to: place + 1, style: place == here ? Style.error.reversed : .error)
    }
  }

  private mutating func drawKeys() {
    let row = layout.keys
    if let prompt = model.prompt {
      let label = prompt.purpose == .search ? "/" : "filter: "
      let end = grid.put("\(StyledText(trusted: label))\(prompt.text)", row: row, column: 0, width: grid.columns - 1)
      grid.cursor = (row, end)
    } else if let message = model.message {
      grid.put(StyledText(message.text, message.isError ? .error : nil), row: row, column: 0)
    } else {
      let keys: StyledText =
        "\("↑↓", .bold) step  \("Enter", .bold) open  \("/", .bold) search  \("f", .bold) filter  \("b", .bold) history  "
        + "\("e", .bold) problem  \("?", .bold) help  \("q", .bold) quit"
      grid.put(keys, row: row, column: 0)
      if let count = model.count { grid.put("\(count)", row: row, column: grid.columns - String(count).count) }
    }
  }

  // MARK: List

  private mutating func drawList() {
    let area = layout.list
    guard area.rows > 0 else { return }
    if layout.isSideBySide {
      for row in area.row..<area.row + area.rows { grid.put("│", row: row, column: area.columns) }
    }
    let positions = model.list.window(from: model.top, count: area.rows)
    if positions.isEmpty {
      let reached = model.filter.map { $0.isDone ? "" : " up to \($0.reached)" } ?? ""
      grid.put("no row contains '\(model.filter?.finder.text ?? "")'\(reached)", row: area.row, column: 2)
    }
    let texts = RowText(model, columns: area.columns)
    for (index, position) in positions.enumerated() {
      let row = area.row + index
      let isSelected = position == model.selected
      if let content = model.rows.row(at: position) {
        texts.draw(content, isSelected: isSelected, in: &grid, row: row, column: area.column)
      }
      guard isSelected else { continue }
      if model.focus == .rows { grid.reverse(row: row, from: area.column, to: area.column + area.columns) }
    }
  }

  // MARK: Details

  private mutating func drawTabs() {
    let area = layout.tabs
    guard area.rows > 0 else { return }
    grid.fill("─", row: area.row, from: area.column, to: area.column + area.columns)
    let status = model.statusText
    let end = area.column + area.columns
    let start = end - status.plain.terminalWidth - 3
    var column = area.column + 1
    for tab in InspectModel.Tab.allCases {
      var title = tab.title
      if tab == .changes, let pinned = model.pinned { title += " since \(pinned)" }
      let text: StyledText = tab == model.tab ? "[\(title, .bold)]" : " \(title) "
      guard column + text.plain.terminalWidth < end else { break }
      column = grid.put(text, row: area.row, column: column) + 1
    }
    if start > column { grid.put(" \(status) ", row: area.row, column: start) }
  }

  private mutating func drawDetails() {
    let area = layout.details
    let lines = model.detailLines
    for index in 0..<area.rows {
      let number = model.detailTop + index
      guard lines.indices.contains(number) else { break }
      let row = area.row + index
      grid.put(lines[number].text(columns: area.columns), row: row, column: area.column, width: area.columns)
      if model.focus == .details, number == model.detailLine {
        grid.reverse(row: row, from: area.column, to: area.column + area.columns)
      }
    }
  }
}
