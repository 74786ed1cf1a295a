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
  /// The event, with its session.
  package let event: JournalEvent

  package init(to event: JournalEvent, in file: JournalFile) throws {
    let session = try file.session(atOffset: event.offset)
    var located = event
    located.session = session
    located.time = session.started &+ (event.record.at ?? 0)
    self.event = located
    switch event.record {
    case .action(let action):
      kind = action.interrupted ? .interrupted : action.replayability == .replayable ? .action : .notReplayable
    case .rewind(let rewind): kind = .rewind(to: rewind.to)
    default:
      let (header, offset) = (session.header, session.offset)
      guard header.startsSession, header.seq == event.seq - 1 || offset == 0 && header.seq == event.seq else {
        kind = .gap(missing: try HistoryStep.missing(before: event, in: file))
        return
      }
      let earlier = offset > 0 ? try file.lastHeader(before: offset).header.app.schema : header.app.schema
      kind =
        earlier == header.app.schema
        ? .sessionStart(header.session) : .schemaChange(from: earlier ?? 0, to: header.app.schema ?? 0)
    }
  }

  /// The number of actions that a gap before a state misses.
  private static func missing(before event: JournalEvent, in file: JournalFile) throws -> Int? {
    let reader = try file.entries(fromOffset: file.entry(settingSeq: event.seq - 1)?.offset ?? 0)
    var missing: Int?
    while let next = try reader.next(), next.offset < event.offset {
      if case .gap(let gap) = next.record { missing = gap.missing }
    }
    return missing
  }

  /// The step in a clause, which follows "after" or "by", and its name in JSON documents.
  private var words: (clause: String, label: String, name: String) {
    let action = "action \(event.seq)" + (type.map { " (\($0))" } ?? "")
    switch kind {
    case .action: return (action, type ?? "", "action")
    case .interrupted: return (action, type ?? "", "interrupted")
    case .notReplayable: return (action, type ?? "", "not-replayable")
    case .rewind(let target): return ("the rewind to state \(target)", "rewind to \(target)", "rewind")
    case .sessionStart(let session):
      return (
        "the start of \(session == 1 ? "the first session" : "session \(session)")", "session \(session)", "session"
      )
    case .schemaChange(let old, let new):
      let session = "session \(event.sessionNumber)"
      return (
        "the start of \(session), with schema \(new) after \(old)", "\(session), schema \(old) to \(new)", "schema"
      )
    case .gap(let missing):
      let clause =
        missing.map { $0 > 0 ? "a gap of \($0.counted("missing action"))" : nil } ?? nil
      return (clause ?? "a state that was set without an action", "set without an action", "gap")
    }
  }

  /// The step in a clause, which follows "after" or "by".
  package var name: String { words.clause }

  /// The step in a column.
  var label: String { words.label }

  /// The type of the action; `nil` for other steps.
  var type: String? { event.action?.type }

  /// The members of a JSON document.
  package var json: JSONValue {
    var missing: Int?
    if case .gap(let count) = kind { missing = count }
    return JSONReport.object([
      "kind": words.name, "seq": event.seq, "type": type, "missing": missing, "session": event.sessionNumber,
      "time": JSONValue(microsecondsSince1970: event.time),
    ])
  }
}
