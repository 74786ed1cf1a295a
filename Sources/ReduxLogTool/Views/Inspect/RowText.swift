import CommandLineKit
import ReduxJournal
import ReduxNotation
import StateTree
import TerminalScreen
import TerminalText

/// Draws rows of the list: a mark, the seq, what happened, and where.
struct RowText {
  private static let marksWidth = 3
  /// Rows of abandoned states are indented by so much.
  private static let indent = 2

  private let model: InspectModel
  private let columns: Int
  private let seqWidth: Int
  private let texts: LogLineText
  private let actions: ActionLine
  /// The columns of an action's type and arguments, before its places.
  private let room: Int

  init(_ model: InspectModel, columns: Int) {
    self.model = model
    self.columns = columns
    seqWidth = String(model.rows.seqs.upperBound).count
    texts = model.texts(columns: columns)
    actions = ActionLine(columns: columns, room: columns)
    let width = columns - RowText.marksWidth - seqWidth - 1
    room = width < 40 ? max(8, width) : width * 3 / 5
  }

  /// Draws a row.
  func draw(_ content: JournalRows.Row, isSelected: Bool, in grid: inout CellGrid, row: Int, column: Int) {
    let end = column + columns
    if case .line(let line) = content, line.startsSession {
      grid.fill("─", row: row, from: column + 2, to: end)
      if isSelected { grid.put("▸", row: row, column: column) }
      let text = texts.text(ofSession: line)
      grid.put(" \(text) ", row: row, column: column + 4, width: columns - 6)
      return
    }
    if case .line(let line) = content, case .record(let entry) = line.event, case .gap = entry.record {
      grid.fill("┄", row: row, from: column + 2, to: end)
      if isSelected { grid.put("▸", row: row, column: column) }
      grid.put(" \(texts.body(line)) ", row: row, column: column + 4, width: columns - 6)
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
    case .line(let line):
      guard let action = line.action, case .record = line.event else {
        grid.put(RowText.rewind(line) ?? texts.body(line), row: row, column: position, width: end - position)
        return
      }
      var call: StyledText = "\(action.type, .label)"
      let arguments = SwiftNotation.arguments(
        type: action.type, swiftType: action.swiftType, action: action.action.value,
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
  private static func rewind(_ line: LogLine) -> StyledText? {
    guard case .record(let entry) = line.event, case .rewind(let rewind) = entry.record else { return nil }
    let (first, last) = (rewind.to + 1, entry.seq - 1)
    if first > last { return "back to \(rewind.to)" }
    return "abandoned \(first == last ? "\(first)" : "\(first)–\(last)") → back to \(rewind.to)"
  }
}
