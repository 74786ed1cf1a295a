import ReduxJournal
import ReduxReplay
import StateTree

extension JournalStats {
  private static func json(_ fit: SchemaCompatibility) -> JSONValue {
    JSONReport.object([
      "verdict": .string(fit.verdict.rawValue),
      "reasons": .array(
        fit.reasons.map { reason in
          JSONReport.object(["verdict": .string(reason.verdict.rawValue), "message": .string("\(reason)")])
        }),
    ])
  }

  /// The statistics as a document.
  func json(path: String) -> JSONValue {
    JSONReport.object(
      schema: "reduxlog.stats/1",
      [
        "file": .string(path),
        "app": JSONReport.object([
          "name": .string(header.app.name), "version": header.app.version.map { .string($0) },
          "schema": header.app.schema.map { JSONValue($0) },
        ]),
        "journal": .string(header.journal.text), "hash": .string(header.hash),
        "key": header.key.map { .string($0) },
        "started": JSONValue(microsecondsSince1970: header.started.microseconds),
        "duration-us": JSONValue(duration), "bytes": JSONValue(bytes), "records": JSONValue(records),
        "segments": JSONValue(segments),
        "last-seq": lastSeq.map { JSONValue($0) },
        "kinds": JournalStats.counts(kinds.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }),
        "actions": actionCounts,
        "types": .array(
          typesByCount.map { JSONReport.object(["type": .string($0.type), "count": JSONValue($0.count)]) }),
        "uncoded": uncodedJSON(),
        "snapshot-bytes": JSONValue(snapshotBytes), "missing-actions": JSONValue(missing),
        "marks": marksJSON, "slowest": slowestJSON,
        "end": endJSON,
        "fit": fit.flatMap { $0.reasons.isEmpty ? JSONValue?.none : JournalStats.json($0) },
      ])
  }

  /// The types that aren't `Codable`, in the order of the most gain, up to a limit.
  func uncodedJSON(limit: Int = .max) -> JSONValue {
    .array(
      uncodedByCount.prefix(limit).map { uncoded in
        JSONReport.object(["type": uncoded.name.map { .string($0) }, "count": JSONValue(uncoded.count)])
      })
  }

  var marksJSON: JSONValue {
    .array(
      marks.map { mark in
        JSONReport.object([
          "name": .string(mark.name), "seq": JSONValue(mark.seq), "text": mark.text.map { .string($0) },
        ])
      })
  }

  var slowestJSON: JSONValue {
    .array(
      slowest.map { action in
        JSONReport.object([
          "seq": JSONValue(action.seq), "type": .string(action.type), "us": JSONValue(action.microseconds),
        ])
      })
  }

  var actionCounts: JSONValue {
    JournalStats.counts([
      ("all", kinds["action"] ?? 0), ("replayable", replayability[.replayable] ?? 0),
      ("inspect-only", replayability[.inspectOnly] ?? 0), ("opaque", replayability[.opaque] ?? 0),
      ("patched", patched), ("refused", refused), ("interrupted", interrupted), ("unhashed", unhashed),
    ])
  }

  private static func counts(_ counts: [(String, Int)]) -> JSONValue {
    .object(JSONObject(counts.map { ($0.0, JSONValue($0.1)) }))
  }

  var endJSON: JSONValue {
    switch tail {
    case .closed: return JSONReport.object(["kind": "closed"])
    case .notClosed: return JSONReport.object(["kind": "not-closed"])
    case .torn(let torn):
      return JSONReport.object([
        "kind": torn.action == nil ? "torn" : "in-flight", "type": torn.action.map { .string($0.type) },
        "bytes": JSONValue(torn.bytes.count), "being-written": .bool(torn.beingWritten),
      ])
    }
  }
}
