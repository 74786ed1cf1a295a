import CommandLineKit
import ReduxJournal
import ReduxNotation
import ReduxReplay

extension JournalStats {
  /// The statistics for people: a table, and lists.
  func text(times: TimeFormat) -> StyledText {
    var text: StyledText = .table(facts(times: times))
    text += section("fit", (fit?.reasons ?? []).map { ($0.verdict.rawValue, "\("\($0)")") })
    text += section("actions by type", typesByCount.map { ("\($0.count)", "\($0.type, .label)") })
    text += section(
      "how to make more actions replayable",
      uncodedByCount.prefix(5).map { type in
        let (before, after) = type.advice
        return ("+\(type.count)", "\(before)\(type.name ?? "the type of actions", .label)\(after)")
      })
    text += section(
      "slowest reducers",
      slowest.map { action in
        (DurationFormat.rounded(microseconds: Int64(action.microseconds)), "\(action.type, .label) at \(action.seq)")
      })
    text += section(
      "marks",
      marks.map { mark in
        ("\(mark.seq)", "\(mark.name, .label)" + (mark.text.map { "  \($0)" } ?? ""))
      })
    return text
  }

  private func facts(times: TimeFormat) -> [(name: String, text: StyledText)] {
    var app: StyledText = "\(header.app.name, .bold)"
    if let version = header.app.version { app += " \(version)" }
    if let schema = header.app.schema { app += ", schema \(schema)" }
    var rows: [(name: String, text: StyledText)] = [
      ("app", app), ("journal", "\(header.journal.text)"), ("state hash", "\(header.hash)"),
      ("started", "\(times.display(Timestamp(microseconds: Int64(header.started.microseconds))))"),
      ("duration", "\(DurationFormat.rounded(microseconds: Int64(duration)))"),
      ("sessions", "\(sessions)"), ("records", "\(records)"), ("bytes", "\(bytes)"),
      ("actions", actions), ("states", "\(lastSeq.map { $0 - header.seq + 1 } ?? 0)"),
      ("snapshots", "\(kinds["snapshot"] ?? 0), \(snapshotBytes) bytes"),
    ]
    if patched > 0 { rows.append(("patches", "\(patched)")) }
    if let key = header.key { rows.append(("key", "\(key)")) }
    if segments > 1 { rows.append(("segments", "\(segments)")) }
    if let rewinds = kinds["rewind"] { rows.append(("rewinds", "\(rewinds)")) }
    if let gaps = kinds["gap"] {
      rows.append(("gaps", missing > 0 ? "\(gaps), \(missing) actions missing" : "\(gaps)"))
    }
    rows.append(("end", end))
    if let fit, !fit.reasons.isEmpty { rows.append(("fit", "\(fit.verdict.rawValue)")) }
    return rows
  }

  private var actions: StyledText {
    var parts: [String] = []
    if let count = replayability[.inspectOnly] { parts.append("\(count) inspect-only") }
    if let count = replayability[.opaque] { parts.append("\(count) opaque") }
    if refused > 0 { parts.append("\(refused) refused") }
    if interrupted > 0 { parts.append("\(interrupted) interrupted") }
    if unhashed > 0 { parts.append("\(unhashed) without a hash") }
    let count = kinds["action"] ?? 0
    return parts.isEmpty ? "\(count)" : "\(count), of them \(parts.joined(separator: ", "))"
  }

  private var end: StyledText {
    switch tail {
    case .closed: return "closed"
    case .notClosed: return "\("not closed", .warning)"
    case .torn(let torn):
      let what: StyledText = torn.action.map { "action \($0.type, .label)" } ?? "\(torn.bytes.count) bytes"
      if torn.beingWritten { return what + " being written" }
      if torn.isWhole, torn.action == nil { return "\("a last line without its line end", .warning)" }
      return torn.action == nil
        ? "\("a last line cut short", .error), \(torn.bytes.count) bytes"
        : what + " \("in flight when the process died", .error)"
    }
  }

  private func section(_ title: String, _ rows: [(String, StyledText)]) -> StyledText {
    guard !rows.isEmpty else { return "" }
    let width = rows.map { $0.0.terminalWidth }.max() ?? 0
    return rows.reduce(into: "\n\(title, .bold)\n") { text, row in
      let gap = StyledText(trusted: String(repeating: " ", count: width - row.0.terminalWidth))
      text += "  \(gap)\(row.0)  \(row.1)\n"
    }
  }
}
