import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// `stats`: prints a journal's statistics.
struct StatsCommand: Command {
  private static let formats = Formats<Void, StatsReport>.humanAndJSON
  private static let journal = ArgumentSpecification("FILE", help: "A journal.")

  static let specification = CommandSpecification(
    name: "stats",
    abstract: "Print a journal's statistics.",
    traits: [.readsJournal, .readsFromStart],
    overview: """
      stats lists sessions, actions by type, snapshots, marks, gaps, the slowest reducers and how the journal ends. It
      reads and checks every line and needs no reducers. If this tool contains the app, stats also reports
      compatibility problems between journal and app: fine, risky or impossible, and why.
      """,
    examples: [
      .init("stats session.jsonl", "the numbers, for reading"),
      .init("stats session.jsonl --format json", "the same as one JSON document"),
    ],
    arguments: [journal], options: [formats.option, .utc, .maximumLine, .keyFile])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let context = context.showingTimes(as: arguments)
    let journal = try OpenJournal(
      arguments.required(Self.journal), options: arguments.readingOptions(in: context), times: context.times)
    guard journal.selection == .whole else { throw UsageError("expected a whole journal, found a revision") }
    let file = journal.file
    var progress = context.progress("Reading")
    var stats = JournalStats(of: file)
    try stats.read(file) { _, bytes in try progress.update(bytes, of: file.byteCount) }
    try progress.finish()
    stats.fit = try (try? context.apps.app(of: file))?.replayer(of: file).compatibility()
    try Self.formats.write(StatsReport(stats: stats, path: file.path), arguments, in: context)
    return .fine
  }
}

private struct StatsReport: PrintedReport {
  let stats: JournalStats
  let path: String

  func write(in context: CommandContext) throws { try context.output.write(stats.text(times: context.times)) }
  func json(in context: CommandContext) -> JSONValue { stats.json(path: path) }
}

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
        (
          "\(mark.seq)",
          "\(mark.name, .label)" + (mark.text.map { "  \($0.excerpt(columns: EventText.noteColumns))" } ?? "")
        )
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
      ("actions", actionText), ("states", "\(lastSeq.map { $0 - header.seq + 1 } ?? 0)"),
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

  private var actionText: StyledText {
    var parts: [String] = []
    if let count = replayability[.inspectOnly] { parts.append("\(count) inspect-only") }
    if let count = replayability[.opaque] { parts.append("\(count) opaque") }
    if refused > 0 { parts.append("\(refused) refused") }
    if interrupted > 0 { parts.append("\(interrupted) interrupted") }
    if unhashed > 0 { parts.append("\(unhashed) without a hash") }
    let changes = JournalStats.text(ofOutsideChanges: outside).map { "; \($0)" } ?? ""
    return parts.isEmpty ? "\(actions)\(changes)" : "\(actions), of them \(parts.joined(separator: ", "))\(changes)"
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
        : what + " \(String((torn.action?.ending ?? "").trimmingPrefix("was ")), .error)"
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

extension JournalStats {
  private static func json(_ fit: SchemaCompatibility) -> JSONValue {
    JSONReport.object([
      "verdict": fit.verdict.rawValue,
      "reasons": fit.reasons.map { reason in
        JSONReport.object(["verdict": reason.verdict.rawValue, "message": "\(reason)"])
      },
    ])
  }

  /// The statistics as a document.
  func json(path: String) -> JSONValue {
    JSONReport.object(
      schema: "reduxlog.stats/1",
      [
        "file": path,
        "app": JSONReport.object(["name": header.app.name, "version": header.app.version, "schema": header.app.schema]),
        "journal": header.journal.text, "hash": header.hash, "key": header.key,
        "started": JSONValue(microsecondsSince1970: header.started.microseconds), "duration-us": duration,
        "bytes": bytes, "records": records, "segments": segments, "last-seq": lastSeq,
        "kinds": JournalStats.counts(kinds.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }),
        "actions": actionCounts,
        "types": typesByCount.map { JSONReport.object(["type": $0.type, "count": $0.count]) },
        "uncoded": uncodedJSON(), "snapshot-bytes": snapshotBytes, "missing-actions": missing, "marks": marksJSON,
        "slowest": slowestJSON, "end": endJSON,
        "fit": fit.flatMap { $0.reasons.isEmpty ? JSONValue?.none : JournalStats.json($0) },
      ])
  }

  /// The types that aren't `Codable`, in the order of the most gain, up to a limit.
  func uncodedJSON(limit: Int = .max) -> JSONValue {
    .array(
      uncodedByCount.prefix(limit).map { uncoded in
        JSONReport.object(["type": uncoded.name, "count": uncoded.count])
      })
  }

  var marksJSON: JSONValue {
    .array(
      marks.map { mark in
        JSONReport.object(["name": mark.name, "seq": mark.seq, "text": mark.text])
      })
  }

  var slowestJSON: JSONValue {
    .array(
      slowest.map { action in
        JSONReport.object(["seq": action.seq, "type": action.type, "us": action.microseconds])
      })
  }

  var actionCounts: JSONValue {
    JournalStats.counts([
      ("all", actions), ("replayable", replayability[.replayable] ?? 0),
      ("inspect-only", replayability[.inspectOnly] ?? 0), ("opaque", replayability[.opaque] ?? 0),
      ("patched", patched), ("refused", refused), ("interrupted", interrupted), ("unhashed", unhashed),
      ("outside", outside),
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
        "kind": torn.action == nil ? "torn" : "in-flight", "type": torn.action.map(\.type),
        "bytes": torn.bytes.count, "being-written": torn.beingWritten,
      ])
    }
  }
}
