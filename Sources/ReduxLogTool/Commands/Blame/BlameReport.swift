import CommandLineKit
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// The steps that set values, for people and as JSON.
struct BlameReport {
  private static let longestLabel = 32
  /// Terminals with fewer columns don't show the time, as in a log.
  private static let narrow = 60

  private let inquiry: BlameInquiry
  private let file: JournalFile
  private let context: CommandContext
  private let hasOlder: Bool
  private let isStopped: Bool
  private let rows: [BlameRow]

  init(
    _ answer: BlameInquiry.Answer, of inquiry: BlameInquiry, in file: JournalFile, _ context: CommandContext
  ) throws {
    self.inquiry = inquiry
    self.file = file
    self.context = context
    hasOlder = answer.hasOlder
    isStopped = answer.stoppedAt != nil
    rows = try BlameRow.rows(of: answer, isHistory: inquiry.historyLimit != nil, in: file)
  }

  // MARK: For people

  /// Writes a line for each step.
  func write() throws {
    let seqWidth = max(4, rows.map { String($0.setting.seq).count }.max() ?? 0)
    let labelWidth = min(Self.longestLabel, rows.map { $0.label.terminalWidth }.max() ?? 0)
    // The time of day says enough in a journal of one session.
    let isOneSession = try file.lastHeader().header.session == file.header.session
    let isNarrow = context.output.width.map { $0 < Self.narrow } ?? false
    for row in rows {
      let time = Timestamp(microseconds: Int64(row.step.line.time))
      let moment = isOneSession ? context.times.displayTime(time) : context.times.display(time)
      let start = isNarrow ? "" : moment + "  "
      let seq = String(row.setting.seq)
      let label = row.label.shortened(to: labelWidth)
      let padding = String(repeating: " ", count: labelWidth - label.terminalWidth)
      let room = context.output.width.map { max(24, $0 - seqWidth - start.count - labelWidth - 4) }
      for text in ChangeList([row.change]).lines(columns: room) {
        var line: StyledText = "\(String(repeating: " ", count: seqWidth - seq.count) + seq, .seq)  \(start)"
        line += "\(label, .label)\(padding)  " + text
        if row.setting.isUncertain, let previous = row.setting.previous {
          line += "  \("(or a step after \(previous): the states between are unknown)", .warning)"
        }
        try context.output.line(line)
      }
    }
  }

  // MARK: JSON

  var json: JSONValue {
    JSONReport.object(
      schema: "reduxlog.blame/1",
      [
        "journal": .string(file.path), "seq": JSONValue(inquiry.seq), "path": .string(inquiry.place),
        "steps": .array(
          rows.map { row in
            JSONReport.object([
              "path": (row.setting.place ?? row.setting.oldPlace).map { .string($0) },
              "from": row.setting.hasMoved ? row.setting.oldPlace.map { .string($0) } : .none,
              "step": row.step.json, "previous": row.setting.previous.map { JSONValue($0) },
              "uncertain": row.setting.isUncertain ? true : .none,
              "old": row.old, "new": row.new,
            ])
          }),
        "older": hasOlder ? true : .none, "stopped": isStopped ? true : .none,
      ])
  }
}

extension BlameInquiry.Answer.Setting {
  /// Whether the value's place is another one before the step.
  fileprivate var hasMoved: Bool { place != nil && place != oldPlace }
}
