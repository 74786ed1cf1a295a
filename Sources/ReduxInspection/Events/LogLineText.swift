package import CommandLineKit
import ReduxJournal
package import ReduxNotation
import StateTree

/// The lines of a log for people, in columns.
package struct LogLineText {
  private static let elapsedWidth = 10

  package let columns: Int
  private let times: TimeFormat
  private let seqWidth: Int
  /// Whether the terminal is too narrow for the time of day.
  private let isNarrow: Bool
  private let actions: ActionLine

  package init(times: TimeFormat, lastSeq: Int, columns: Int, showsJSON: Bool = false) {
    self.columns = columns
    self.times = times
    seqWidth = max(4, String(lastSeq).count)
    isNarrow = columns < 60
    let prefixWidth = seqWidth + 2 + (isNarrow ? 0 : 12 + 2) + Self.elapsedWidth + 2
    actions = ActionLine(
      columns: columns, room: max(isNarrow ? 20 : 40, columns - prefixWidth), showsJSON: showsJSON)
  }

  /// The indentation of continuation lines.
  package var indent: String { String(repeating: " ", count: seqWidth + 2) }

  /// The line of a session's start.
  package func text(ofSession line: LogLine) -> StyledText {
    let header = line.session
    var text: StyledText = "\("session \(header.session)", .bold)  \(header.app.name)"
    if let version = header.app.version { text += " \(version)" }
    let started = times.display(Timestamp(microseconds: Int64(header.started.microseconds)))
    return text + "  \(started)  \(header.platform, .dim)"
  }

  /// The line of any other event.
  package func text(of line: LogLine) -> StyledText { prefix(line) + "\(line.branch, .dim)" + body(line) }

  // MARK: Columns

  private func prefix(_ line: LogLine) -> StyledText {
    var seq = ""
    switch line.event {
    case .record(let entry): if entry.setsState { seq = String(entry.seq) }
    case .torn(let torn): if let action = torn.action { seq = String(action.seq) }
    case .notClosed: break
    }
    let elapsed = DurationFormat.elapsed(microseconds: Int64(line.time - line.session.started.microseconds))
    let time = times.displayTime(Timestamp(microseconds: Int64(line.time)))
    return "\(pad(seq, seqWidth), .seq)  \(isNarrow ? "" : time + "  ")\(pad(elapsed, Self.elapsedWidth), .dim)  "
  }

  private func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// The event, without its seq and its times.
  package func body(_ line: LogLine) -> StyledText {
    switch line.event {
    case .notClosed: return "\("not closed:", .warning) the session is still running, or its process is gone"
    case .torn(let torn): return text(of: torn)
    case .record(let entry):
      switch entry.record {
      case .action(let action): return actions.text(of: action, isUncertain: line.isUncertain)
      case .snapshot(let snapshot):
        if case .sameAs(let seq) = snapshot.content { return "the state is that of \(seq)" }
        if entry.seq == 0 { return "initial state" }
        return line.session.startsSession || line.session.seq != entry.seq
          ? "a state that was set without an action" : "the first remaining state; earlier ones were dropped"
      case .rewind(let rewind): return "\("rewind", .bold) to state \(rewind.to)"
      case .mark(let mark):
        let text: StyledText = "\("mark", .bold) '\(mark.name, .label)' at state \(mark.to)"
        return text + (mark.text.map { ": \($0)" } ?? "")
      case .gap(let gap): return text(of: gap)
      case .unknown(let record): return "a record of the unknown kind '\(record.kind)'"
      case .header, .seal: return StyledText(entry.record.kind)
      }
    }
  }

  // MARK: Events

  private func text(of torn: TornLine) -> StyledText {
    guard let action = torn.action else {
      let what: StyledText =
        torn.isWhole ? "a last line without its line end" : "a last line cut short, \(torn.bytes.count) bytes"
      return torn.beingWritten ? "\("being written:", .warning) \(what)" : "\("torn:", .warning) \(what)"
    }
    return actions.call(action)
      + (torn.beingWritten
        ? "  \("being written", .warning)" : "  \("in flight when the process died", .error)")
  }

  private func text(of gap: GapRecord) -> StyledText {
    var details: [String] = []
    if let missing = gap.missing, missing > 0 {
      details.append(missing == 1 ? "1 action missing" : "\(missing) actions missing")
    }
    if let bytes = gap.bytes { details.append("\(bytes.count) bytes kept") }
    let text: StyledText = "\("gap:", .warning) \(gap.why)"
    return details.isEmpty ? text : text + " (\(details.joined(separator: ", ")))"
  }
}
