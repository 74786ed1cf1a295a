package import ReduxJournal
import ReduxNotation
package import StateTree

/// The step that led to a state.
package struct HistoryStep {
  /// The kinds of steps.
  package enum Kind: Hashable {
    case action
    /// An action whose reducer never returned.
    case interrupted
    /// An action that can't be reduced again.
    case notReplayable
    case rewind(to: Int)
    case sessionStart(Int)
    case schemaChange(from: Int, to: Int)
    /// A state that was set without an action, such as after an outage, with the number of missing actions if known.
    case gap(missing: Int?)
  }

  package let kind: Kind
  package let entry: JournalEntry
  let session: HeaderRecord

  package init(to entry: JournalEntry, in file: JournalFile) throws {
    self.entry = entry
    let (header, offset) = try file.lastHeader(before: entry.offset)
    session = header
    switch entry.record {
    case .action(let action):
      kind = action.interrupted ? .interrupted : action.replayability == .replayable ? .action : .notReplayable
    case .rewind(let rewind): kind = .rewind(to: rewind.to)
    default:
      guard header.startsSession, header.seq == entry.seq - 1 || offset == 0 && header.seq == entry.seq else {
        kind = .gap(missing: try HistoryStep.missing(before: entry, in: file))
        return
      }
      let earlier = offset > 0 ? try file.lastHeader(before: offset).header.app.schema : header.app.schema
      kind =
        earlier == header.app.schema
        ? .sessionStart(header.session) : .schemaChange(from: earlier ?? 0, to: header.app.schema ?? 0)
    }
  }

  /// The number of actions that a gap before a state misses.
  private static func missing(before entry: JournalEntry, in file: JournalFile) throws -> Int? {
    let reader = try file.entries(fromOffset: file.entry(settingSeq: entry.seq - 1)?.offset ?? 0)
    var missing: Int?
    while let next = try reader.next(), next.offset < entry.offset {
      if case .gap(let gap) = next.record { missing = gap.missing }
    }
    return missing
  }

  /// The step in a clause, which follows "after" or "by".
  package var name: String {
    switch kind {
    case .action, .interrupted, .notReplayable: "action \(entry.seq)" + (type.map { " (\($0))" } ?? "")
    case .rewind(let target): "the rewind to state \(target)"
    case .sessionStart(1): "the start of the first session"
    case .sessionStart(let session): "the start of session \(session)"
    case .schemaChange(let old, let new): "the start of session \(session.session), with schema \(new) after \(old)"
    case .gap(1?): "a gap of 1 missing action"
    case .gap(let missing?) where missing > 0: "a gap of \(missing) missing actions"
    case .gap: "a state that was set without an action"
    }
  }

  /// The step in a column.
  var label: String {
    switch kind {
    case .action, .interrupted, .notReplayable: type ?? ""
    case .rewind(let target): "rewind to \(target)"
    case .sessionStart(let session): "session \(session)"
    case .schemaChange(let old, let new): "session \(session.session), schema \(old) to \(new)"
    case .gap: "set without an action"
    }
  }

  /// The type of the action; `nil` for other steps.
  var type: String? { if case .action(let action) = entry.record { action.type } else { nil } }

  /// The line of the log.
  package var line: LogLine {
    let time = session.started.microseconds &+ (entry.record.at ?? 0)
    return LogLine(event: .record(entry), session: session, time: time, line: entry.line)
  }

  /// The members of a JSON document.
  package var json: JSONValue {
    let name =
      switch kind {
      case .action: "action"
      case .interrupted: "interrupted"
      case .notReplayable: "not-replayable"
      case .rewind: "rewind"
      case .sessionStart: "session"
      case .schemaChange: "schema"
      case .gap: "gap"
      }
    var missing: Int?
    if case .gap(let count) = kind { missing = count }
    return JSONReport.object([
      "kind": name, "seq": entry.seq, "type": type, "missing": missing, "session": session.session,
      "time": JSONValue(microsecondsSince1970: line.time),
    ])
  }
}
