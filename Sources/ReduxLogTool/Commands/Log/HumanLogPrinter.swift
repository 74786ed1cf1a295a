import CommandLineKit
import ReduxJournal
import ReduxNotation
import StateTree

/// Prints a log for people: one line per event, in columns.
struct HumanLogPrinter: LogPrinter {
  private let output: TextOutput
  private let lines: LogLineText

  init(_ output: TextOutput, times: TimeFormat, lastSeq: Int, showsJSON: Bool) {
    self.output = output
    lines = LogLineText(times: times, lastSeq: lastSeq, columns: output.width ?? 120, showsJSON: showsJSON)
  }

  func session(_ line: LogLine) throws { try output.line(lines.text(ofSession: line)) }

  func line(_ line: LogLine, change: LogChange?) throws {
    try output.line(lines.text(of: line))
    guard let change else { return }
    for text in change.list.lines(indent: lines.indent, columns: lines.columns) { try output.line(text) }
  }

  func finish() {}
}
