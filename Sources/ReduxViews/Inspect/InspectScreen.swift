import CommandLineKit
import ReduxInspection
import ReduxJournal
import ReduxNotation
import StateTree
import TerminalText

/// Draws the model of `inspect`.
struct InspectScreen {
  let model: InspectModel
  let isASCII: Bool
  private var grid: CellGrid
  private let layout: InspectLayout

  /// Draws a model.
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
    if let text = model.openedText {
      draw(text)
      return drawKeys()
    }
    drawHeader()
    drawList()
    drawTabs()
    drawDetails()
    drawScrubber()
    drawKeys()
  }

  private mutating func draw(_ text: OpenedText) {
    let rows = InspectLayout.textRows(of: grid.rows)
    if rows.lowerBound > 0 {
      let shown = "\(text.top + 1)–\(min(text.lines.count, text.top + rows.count)) of \(text.lines.count)"
      let isWhole = text.lines.count <= rows.count || shown.count > grid.columns / 2
      let end = isWhole ? grid.columns : grid.columns - shown.count - 1
      grid.put(text.title, row: 0, column: 0, width: end)
      if !isWhole { grid.put(StyledText(trusted: shown), row: 0, column: end + 1) }
      grid.reverse(row: 0, from: 0, to: grid.columns)
    }
    for (row, line) in zip(rows, text.top..<text.lines.count) {
      grid.put(text.lines[line].text, row: row, column: 0)
      if line == text.matchedLine { grid.reverse(row: row, from: 0, to: grid.columns) }
    }
  }

  // MARK: Frame

  private mutating func drawHeader() {
    guard let row = layout.header else { return }
    let header = model.rows.file.header
    var right = model.followingText + model.progress
    let problems = model.findings?.problems ?? []
    let open = problems.count(where: \.kind.isOpen)
    if problems.count > open { right += "  \("✗\(problems.count - open)", .error)" }
    if open > 0 { right += "  \("?\(open)", .warning)" }
    let width = right.plain.terminalWidth
    let start = max(0, grid.columns - width)
    grid.put(right, row: row, column: start)
    var left: StyledText = "\(header.app.name, .bold)"
    if let version = header.app.version { left += " \(version)" }
    left += "  \(model.name)"
    if case .event(let event)? = model.row { left += "  session \(event.sessionNumber)/\(model.sessionCount)" }
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
    // What is wrong comes last, over what is only missing in the same column.
    let problems = model.findings?.problems ?? []
    for problem in problems.filter(\.kind.isOpen) + problems.filter({ !$0.kind.isOpen }) {
      let place = column(problem.seq)
      let (sign, style) = problem.kind.mark
      grid.fill(sign, row: row, from: place, to: place + 1, style: place == here ? style.reversed : style)
    }
  }

  private mutating func drawKeys() {
    let row = layout.keys
    if let prompt = model.prompt {
      let label = prompt.purpose == .filter ? "filter: " : "/"
      let end = grid.put("\(StyledText(trusted: label))\(prompt.text)", row: row, column: 0, width: grid.columns - 1)
      grid.cursor = (row, end)
    } else if let message = model.message {
      grid.put(StyledText(message.text, message.isError ? .error : nil), row: row, column: 0)
    } else if let text = model.openedText {
      let goal: StyledText =
        switch text.goal {
        case .place: "\("Enter", .bold) in the state  "
        case .seq(let seq): "\("Enter", .bold) go to \(seq)  "
        case nil: ""
        }
      let keys: StyledText =
        "\("Esc", .bold) close  \(goal)\("↑↓", .bold) scroll  \("/", .bold) search  \("y", .bold) copy  \("?", .bold) help"
      grid.put(keys, row: row, column: 0)
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

/// Draws rows of the list: a mark, the seq, what happened, and where.
struct RowText {
  private static let marksWidth = 3
  /// Rows of abandoned states are indented by so much.
  private static let indent = 2

  private let model: InspectModel
  private let columns: Int
  private let seqWidth: Int
  private let texts: EventText
  private let actions: ActionLine
  /// The columns of an action's type and arguments, before its places.
  private let room: Int

  init(_ model: InspectModel, columns: Int) {
    self.model = model
    self.columns = columns
    seqWidth = String(model.rows.seqs.upperBound).count
    texts = model.texts(columns: columns)
    var actions = ActionLine(columns: columns, room: columns)
    // The tab Action says it.
    actions.hidesReplayability = true
    self.actions = actions
    let width = columns - RowText.marksWidth - seqWidth - 1
    room = width < 40 ? max(8, width) : width * 3 / 5
  }

  /// Draws a row.
  func draw(_ content: JournalRows.Row, isSelected: Bool, in grid: inout CellGrid, row: Int, column: Int) {
    let end = column + columns
    if case .event(let event) = content, event.startsSession, let header = event.session?.header {
      grid.fill("─", row: row, from: column + 2, to: end)
      if isSelected { grid.put("▸", row: row, column: column) }
      let text = texts.text(ofSession: header)
      grid.put(" \(text) ", row: row, column: column + 4, width: columns - 6)
      return
    }
    if case .event(let event) = content, event.kind == .gap {
      grid.fill("┄", row: row, from: column + 2, to: end)
      if isSelected { grid.put("▸", row: row, column: column) }
      grid.put(" \(texts.body(event)) ", row: row, column: column + 4, width: columns - 6)
      return
    }
    if isSelected { grid.put("▸", row: row, column: column) }
    grid.put(model.mark(of: content), row: row, column: column + 1)
    var position = column + RowText.marksWidth
    let seq = content.setsState || content.action != nil ? String(content.seq) : ""
    grid.put("\(seq, .seq)", row: row, column: position + seqWidth - seq.count)
    position += seqWidth + 1
    if model.abandoned?.rewind(abandoning: content.seq) != nil { position += RowText.indent }
    switch content {
    case .damage(let failure, _):
      grid.put("\(failure.message, .error)", row: row, column: position, width: end - position)
    case .event(let event):
      guard let action = event.action, !event.isInFlight else {
        grid.put(RowText.rewind(event) ?? texts.body(event), row: row, column: position, width: end - position)
        return
      }
      var call: StyledText = "\(action.type, .label)"
      let arguments = SwiftNotation.arguments(
        type: action.type, swiftType: action.swiftType,
        action: action.shownAction,
        columns: max(8, room - action.type.terminalWidth - 2))
      if !arguments.isEmpty { call += "  \(arguments)" }
      let next = grid.put(call, row: row, column: position, width: min(room, end - position))
      let places = actions.rest(of: action)
      // Places stand below each other, unless there is no room beside the call.
      let start = columns - position + column < 40 ? next : max(next, position + room)
      grid.put(places, row: row, column: start, width: end - start)
    }
  }

  /// A rewind, as the page words it.
  private static func rewind(_ event: JournalEvent) -> StyledText? {
    guard case .rewind(let rewind) = event.record else { return nil }
    let (first, last) = (rewind.to + 1, event.seq - 1)
    if first > last { return "back to \(rewind.to)" }
    return "abandoned \(first == last ? "\(first)" : "\(first)–\(last)") → back to \(rewind.to)"
  }
}

/// Where the parts of the screen are.
package struct InspectLayout: Hashable {
  /// A part with several rows and columns.
  struct Area: Hashable {
    var row: Int
    var column: Int
    var rows: Int
    var columns: Int
  }

  /// Terminals with so many columns show the list and the details side by side.
  private static let sideBySide = 100

  /// The row of the app, the file and the progress; `nil` if there is no room.
  private(set) var header: Int?
  /// The row of the verdict.
  private(set) var verdict: Int?
  private(set) var list: Area
  /// The tabs, above the details.
  private(set) var tabs: Area
  private(set) var details: Area
  /// The row of the scrubber.
  private(set) var scrubber: Int?
  /// The row of the keys, of messages and of what is typed.
  let keys: Int
  /// Whether a line stands between the list and the details.
  private(set) var isSideBySide = false

  /// The rows of an opened text on a screen with so many rows: below its title, if there is room for one, and above the keys.
  static func textRows(of rows: Int) -> Range<Int> {
    let first = rows >= 4 ? 1 : 0
    return first..<max(first + 1, rows - 1)
  }

  init(columns: Int, rows: Int, showsDetails: Bool) {
    keys = max(0, rows - 1)
    var top = 0
    var bottom = keys
    if rows >= 5 {
      header = 0
      top = 1
    }
    if rows >= 8 {
      verdict = top
      top += 1
    }
    if rows >= 12 {
      bottom -= 1
      scrubber = bottom
    }
    let height = max(1, bottom - top)
    let none = Area(row: top, column: 0, rows: 0, columns: columns)
    if columns >= InspectLayout.sideBySide, height >= 4 {
      isSideBySide = true
      let left = columns / 2
      list = Area(row: top, column: 0, rows: height, columns: left)
      tabs = Area(row: top, column: left + 1, rows: 1, columns: columns - left - 1)
      details = Area(row: top + 1, column: left + 2, rows: height - 1, columns: columns - left - 2)
    } else if height >= 5 {
      let first = height / 2
      list = Area(row: top, column: 0, rows: first, columns: columns)
      tabs = Area(row: top + first, column: 0, rows: 1, columns: columns)
      details = Area(row: top + first + 1, column: 0, rows: height - first - 1, columns: columns)
    } else if showsDetails, height >= 2 {
      list = none
      tabs = Area(row: top, column: 0, rows: 1, columns: columns)
      details = Area(row: top + 1, column: 0, rows: height - 1, columns: columns)
    } else {
      list = Area(row: top, column: 0, rows: height, columns: columns)
      tabs = none
      details = none
    }
  }
}
