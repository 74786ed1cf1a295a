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

/// An entry of a log.
enum LogEntry {
  /// A session's start, before its first line.
  case session(LogLine)
  /// A line, with the action's changes to the state if wanted and known.
  case line(LogLine, change: LogChange?)
}

/// The changes that an action made to the state.
struct LogChange {
  let patch: JSONPatch
  private(set) var list: ChangeList

  /// Marks the volatile places if they are given.
  init(_ changes: (patch: JSONPatch, replaced: [JSONValue?]), volatile: PointerPatterns? = nil) {
    patch = changes.patch
    var list = ChangeList(changes)
    list.volatile = volatile
    self.list = list
  }

  /// Notes dates by their types.
  mutating func note(_ dates: PointerPatterns) { list.dates = dates }
}

/// Prints a log for people: one line per event, in columns.
struct HumanLogWriter: FormatWriter {
  private let output: TextOutput
  private let lines: LogLineText

  init(_ head: LogHead, in context: CommandContext) {
    output = context.output
    lines = LogLineText(
      times: context.times, lastSeq: (try? head.file.lastStateSeq ?? 0) ?? 0, columns: output.width ?? 120,
      showsJSON: head.showsJSON)
  }

  func add(_ entry: LogEntry) throws {
    switch entry {
    case .session(let line): try output.line(lines.text(ofSession: line))
    case .line(let line, let change):
      try output.line(lines.text(of: line))
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
    case .session(let line): try session(line)
    case .line(let line, let change): try self.line(line, change: change)
    }
  }

  private mutating func session(_ line: LogLine) throws {
    let header = line.session
    try write([
      "kind": "session", "seq": header.seq,
      "line": line.startsSession ? line.line : nil,
      "session": header.session, "app": header.app.name,
      "version": header.app.version, "schema-version": header.app.schema,
      "started": JSONValue(microsecondsSince1970: header.started.microseconds), "platform": header.platform,
      "context": header.context.isEmpty ? nil : header.context,
    ])
  }

  private mutating func line(_ line: LogLine, change: LogChange?) throws {
    let kind = line.kind
    let number = line.line
    let time = JSONValue(microsecondsSince1970: line.time)
    switch line.event {
    case .notClosed: try write(["kind": kind, "session": line.session.session, "time": time])
    case .torn(let torn): try write(torn, kind, number, time)
    case .record(let entry):
      let seq = entry.seq
      switch entry.record {
      case .action(let action): try write(action, kind, number, time, change, isUncertain: line.isUncertain)
      case .snapshot(let snapshot):
        var earlier: Int?
        if case .sameAs(let seq) = snapshot.content { earlier = seq }
        try write([
          "kind": kind, "seq": seq, "line": number, "time": time, "same-as": earlier,
          "hash": snapshot.hash.description,
        ])
      case .rewind(let rewind):
        try write([
          "kind": kind, "seq": seq, "line": number, "time": time, "to": rewind.to,
          "hash": rewind.hash.description,
        ])
      case .mark(let mark):
        try write([
          "kind": kind, "seq": seq, "line": number, "time": time, "to": mark.to,
          "name": mark.name, "text": mark.text,
        ])
      case .gap(let gap):
        try write([
          "kind": kind, "seq": seq, "line": number, "time": time, "why": gap.why,
          "missing": gap.missing, "bytes": gap.bytes.map { $0.count },
        ])
      case .header, .seal, .unknown:
        try write(["kind": kind, "seq": seq, "line": number, "time": time, "name": entry.record.kind])
      }
    }
  }

  mutating func finish() throws {
    guard isOneDocument else { return }
    if count == 0 { try begin() }
    try output.write(count == 0 ? "]}\n" : "\n]}\n")
  }

  // MARK: Records

  private mutating func write(
    _ action: ActionRecord, _ kind: String, _ number: Int?, _ time: JSONValue, _ change: LogChange?,
    isUncertain: Bool
  ) throws {
    try write([
      "kind": kind, "seq": action.seq, "line": number, "time": time, "at": action.at,
      "type": action.type, "action": action.action.value,
      "swift": action.swiftType, "site": action.site,
      "cause": action.cause,
      "inputs": action.inputs.map(\.json),
      "replay": action.replayability == .replayable ? nil : action.replayability.rawValue,
      "interrupted": action.interrupted ? true : nil, "error": action.error,
      "hash": action.hash.map { $0.description }, "unhashed": action.unhashed,
      "changed": action.changed.map { $0.pointer },
      "touches": isUncertain ? "perhaps" : nil,
      "us": action.reducerMicroseconds, "patch": change?.patch.json,
    ])
  }

  private mutating func write(_ torn: TornLine, _ kind: String, _ number: Int?, _ time: JSONValue) throws {
    guard let action = torn.action else {
      return try write([
        "kind": kind, "line": number, "time": time, "being-written": torn.beingWritten,
        "bytes": torn.bytes.count,
      ])
    }
    try write([
      "kind": kind, "seq": action.seq, "line": number, "time": time, "at": action.at,
      "type": action.type, "action": action.action.value, "being-written": torn.beingWritten,
    ])
  }

  private mutating func write(_ members: KeyValuePairs<String, (any JSONConvertible)?>) throws {
    guard isOneDocument else {
      try output.json(JSONReport.object(schema: "reduxlog.log/1", members), layout: .compact)
      return
    }
    if count == 0 { try begin() } else { try output.write(",") }
    try output.write("\n")
    try output.data(JSONPrinter.bytes(of: JSONReport.object(members), layout: .compact, isColored: output.isColored))
    count += 1
  }

  private func begin() throws {
    let path = StyledText(trusted: JSONPrinter.literal(path))
    try output.write("{\"schema\":\"reduxlog.log/1\",\"journal\":\(path),\"entries\":[")
  }
}
