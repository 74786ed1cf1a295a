import CommandLineKit
import ReduxJournal
import ReduxNotation
import StateTree

extension JournalSummary {
  /// The summary as a document.
  ///
  /// - Throws: `JournalError` if the file can't be read any more.
  func json() throws -> JSONValue {
    let app = events.header.app
    return JSONReport.object(
      schema: "reduxlog.summary/1",
      [
        "file": .string(file.path),
        "app": JSONReport.object([
          "name": .string(app.name), "version": app.version.map { .string($0) },
          "schema": app.schema.map { JSONValue($0) },
        ]),
        "context": events.header.context.isEmpty ? JSONValue?.none : .object(events.header.context),
        "platform": .string(events.header.platform), "journal": .string(stats.header.journal.text),
        "key": stats.header.key.map { .string($0) }, "authentic": stats.header.key.map { _ in .bool(file.key != nil) },
        "started": JSONValue(microsecondsSince1970: stats.header.started.microseconds),
        "duration-us": JSONValue(stats.duration), "bytes": JSONValue(stats.bytes),
        "segments": JSONValue(stats.segments),
        "last-seq": stats.lastSeq.map { JSONValue($0) }, "end": end, "actions": stats.actionCounts,
        "uncoded": stats.uncodedJSON(limit: 1), "self-contained": .bool(events.areSelfContained),
        "redacted": .bool(events.areRedacted), "detail": .string(events.header.detail), "sessions": sessions,
        "lines": try log(), "interrupted": try list(events[.interrupted]),
        "refused": try list(events[.refused]), "gaps": try list(events[.gaps]), "unhashed": try list(events[.unhashed]),
        "rewinds": try list(events[.rewinds]), "slowest": stats.slowestJSON, "marks": stats.marksJSON,
        "next": .array(
          nextSteps(name: file.path).map { step in
            JSONReport.object(["command": .string(step.command), "why": .string(step.why)])
          }),
      ])
  }

  private var end: JSONValue {
    if let damage {
      return JSONReport.object([
        "kind": "damaged", "line": damage.line.map { JSONValue($0) }, "segment": .string(damage.path),
        "message": .string("\(damage.problem)"),
      ])
    }
    guard case .object(var end) = stats.endJSON else { return stats.endJSON }
    if let suspect { end["seq"] = JSONValue(suspect) }
    return .object(end)
  }

  private var sessions: JSONValue {
    let earlier = events.earlierSessions
    return JSONReport.object([
      "count": JSONValue(earlier.count + 1),
      "last": .array((earlier.elements + [events.lastSession]).map(JournalSummary.json)),
    ])
  }

  private static func json(_ session: JournalEvents.Session) -> JSONValue {
    var seq: Int?
    let end: String
    switch session.end {
    case .closed: end = "closed"
    case .notClosed: end = "not-closed"
    case .interrupted(let action):
      end = "interrupted"
      seq = action
    }
    return JSONReport.object([
      "session": JSONValue(session.number), "started": JSONValue(microsecondsSince1970: session.started),
      "duration-us": JSONValue(session.length), "actions": JSONValue(session.actions),
      "version": session.version.map { .string($0) }, "end": .string(end), "seq": seq.map { JSONValue($0) },
    ])
  }

  private func log() throws(JournalError) -> JSONValue {
    var entries: [JSONValue] = []
    try readLog { line, seq in entries.append(json(line, seq: seq)) }
    return JSONReport.object(["count": JSONValue(logCount), "last": .array(entries)])
  }

  /// Returns the count of a kind of events, and the last of them in the log's notation.
  private func list(_ places: Recent<LogPlace>) throws(JournalError) -> JSONValue {
    var entries: [JSONValue] = []
    for place in places.elements {
      if let line = try place.read(from: file) { entries.append(json(line, seq: place.seq)) }
    }
    return JSONReport.object(["count": JSONValue(places.count), "last": .array(entries)])
  }

  private func json(_ line: LogLine, seq: Int?) -> JSONValue {
    let text = LogLineText(times: .utc, lastSeq: 0, columns: 120).body(line).plain
    return JSONReport.object([
      "kind": .string(line.kind), "seq": seq.map { JSONValue($0) },
      "line": line.line.map { JSONValue($0) }, "time": JSONValue(microsecondsSince1970: line.time),
      "text": .string(text.excerpt(columns: Self.longestLine)),
    ])
  }
}
