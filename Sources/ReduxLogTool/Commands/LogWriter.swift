import CommandLineKit
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateCoding
import StateTree

/// The journal that a log lists, and how.
struct LogHead {
  let file: JournalFile
  /// Whether actions are shown as JSON to people.
  let showsJSON: Bool
}

/// A line of a log.
struct LogLine {
  var event: JournalEvent
  /// Whether the line was selected by a place that its action may not have changed.
  var isUncertain = false
  /// The branch of a tree that connects the line to that of its cause.
  var branch = ""
}

/// An entry of a log.
enum LogEntry {
  /// A session's start, before its first line, with the number of the header's line if the log has it, and whether people
  /// learn there that no action can be replayed.
  case session(HeaderRecord, line: Int?, isInspectOnly: Bool)
  /// A line, with the action's changes to the state if wanted and known.
  case line(LogLine, change: LogChange?)
}

/// The changes that an action made to the state.
struct LogChange {
  let patch: JSONPatch
  /// The changes as people read them.
  var list: ChangeList

  /// Shows `‹redacted›` in place of stand-ins to people.
  mutating func mask(_ places: RedactedPlaces, secrets: [JSONPointer]) { list.mask(places, secrets: secrets) }

  /// Notes dates by their types.
  mutating func note(_ dates: PointerPatterns) { list.dates = dates }
}

/// Prints a log for people: one line per event, in columns, and a rule where the date or the clocks change.
struct HumanLogWriter: FormatWriter {
  private let output: TextOutput
  private var lines: EventText
  /// The day of the last line.
  private var day: EventText.Day?

  init(_ head: LogHead, in context: CommandContext) {
    output = context.output
    lines = EventText(
      times: context.times, lastSeq: (try? head.file.lastStateSeq ?? 0) ?? 0, columns: output.width ?? 120,
      showsJSON: head.showsJSON)
  }

  mutating func add(_ entry: LogEntry) throws {
    switch entry {
    case .session(let header, _, let isInspectOnly):
      lines.isInspectOnly = isInspectOnly
      day = lines.day(at: header.started.microseconds)
      try output.line(lines.text(ofSession: header))
    case .line(let line, let change):
      let day = lines.day(at: line.event.time)
      if let rule = lines.rule(at: day, after: self.day) { try output.line(rule) }
      self.day = day
      try output.line(lines.text(of: line.event, branch: line.branch, isUncertain: line.isUncertain))
      for text in change?.list.lines(indent: lines.indent, columns: lines.columns) ?? [] { try output.line(text) }
    }
  }

  func finish() {}
}

/// Prints a log as JSON: one document, or one document per line.
struct JSONLogWriter: FormatWriter {
  private let output: TextOutput
  private let path: String
  private let isOneDocument: Bool
  private var count = 0

  init(_ head: LogHead, in context: CommandContext, isOneDocument: Bool) {
    output = context.output
    path = head.file.path
    self.isOneDocument = isOneDocument
  }

  mutating func add(_ entry: LogEntry) throws {
    switch entry {
    case .session(let header, let line, _):
      try write([
        ("kind", "session"), ("seq", header.seq), ("line", line), ("session", header.session),
        ("app", header.app.name), ("version", header.app.version), ("schema-version", header.app.schema),
        ("started", JSONValue(microsecondsSince1970: header.started.microseconds)), ("platform", header.platform),
        ("context", header.context.isEmpty ? nil : header.context),
      ])
    case .line(let line, let change): try self.line(line, change)
    }
  }

  private mutating func line(_ line: LogLine, _ change: LogChange?) throws {
    let event = line.event
    let isEnd = if case .notClosed = event.record { true } else { false }
    var members = event.members(isMeta: false)
    if line.isUncertain, let place = members.firstIndex(where: { $0.key == "us" }) {
      members.insert(("touches", "perhaps"), at: place)
    }
    let head: [(String, (any JSONConvertible)?)] = [
      ("kind", event.name), ("seq", event.byteCount > 0 || event.isInFlight ? event.seq : nil), ("line", event.line),
      ("session", isEnd ? event.sessionNumber : nil), ("time", JSONValue(microsecondsSince1970: event.time)),
    ]
    try write(head + members + [("patch", change?.patch.json)])
  }

  mutating func finish() throws {
    guard isOneDocument else { return }
    if count == 0 { try begin() }
    try output.write(count == 0 ? "]}\n" : "\n]}\n")
  }

  private mutating func write(_ members: [(key: String, value: (any JSONConvertible)?)]) throws {
    guard isOneDocument else {
      let schema: [(String, (any JSONConvertible)?)] = [("schema", "reduxlog.log/1")]
      try output.json(.object(JSONObject(members: schema + members.map { ($0, $1) })), layout: .compact)
      return
    }
    if count == 0 { try begin() } else { try output.write(",") }
    try output.write("\n")
    let object = JSONValue.object(JSONObject(members: members.map { ($0, $1) }))
    try output.data(JSONPrinter.bytes(of: object, layout: .compact, isColored: output.isColored))
    count += 1
  }

  private func begin() throws {
    let path = StyledText(trusted: JSONPrinter.literal(path))
    try output.write("{\"schema\":\"reduxlog.log/1\",\"journal\":\(path),\"entries\":[")
  }
}
