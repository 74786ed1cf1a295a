import CommandLineKit
import ReduxJournal
import ReduxNotation
import StateTree

/// Prints a log as JSON: one document, or one document per line.
struct JSONLogPrinter: LogPrinter {
  private let output: TextOutput
  private let path: String
  private let isOneDocument: Bool
  private var count = 0

  init(_ output: TextOutput, path: String, isOneDocument: Bool) {
    self.output = output
    self.path = path
    self.isOneDocument = isOneDocument
  }

  mutating func session(_ line: LogLine) throws {
    let header = line.session
    try write([
      "kind": "session", "seq": JSONValue(header.seq),
      "line": line.startsSession ? line.line.map { JSONValue($0) } : .none,
      "session": JSONValue(header.session), "app": .string(header.app.name),
      "version": header.app.version.map { .string($0) }, "schema-version": header.app.schema.map { JSONValue($0) },
      "started": JSONValue(microsecondsSince1970: header.started.microseconds), "platform": .string(header.platform),
      "context": header.context.isEmpty ? .none : .object(header.context),
    ])
  }

  mutating func line(_ line: LogLine, change: LogChange?) throws {
    let kind = JSONValue.string(line.kind)
    let number = line.line.map { JSONValue($0) }
    let time = JSONValue(microsecondsSince1970: line.time)
    switch line.event {
    case .notClosed: try write(["kind": kind, "session": JSONValue(line.session.session), "time": time])
    case .torn(let torn): try write(torn, kind, number, time)
    case .record(let entry):
      let seq = JSONValue(entry.seq)
      switch entry.record {
      case .action(let action): try write(action, kind, number, time, change, isUncertain: line.isUncertain)
      case .snapshot(let snapshot):
        var earlier: JSONValue?
        if case .sameAs(let seq) = snapshot.content { earlier = JSONValue(seq) }
        try write([
          "kind": kind, "seq": seq, "line": number, "time": time, "same-as": earlier,
          "hash": .string(snapshot.hash.description),
        ])
      case .rewind(let rewind):
        try write([
          "kind": kind, "seq": seq, "line": number, "time": time, "to": JSONValue(rewind.to),
          "hash": .string(rewind.hash.description),
        ])
      case .mark(let mark):
        try write([
          "kind": kind, "seq": seq, "line": number, "time": time, "to": JSONValue(mark.to),
          "name": .string(mark.name), "text": mark.text.map { .string($0) },
        ])
      case .gap(let gap):
        try write([
          "kind": kind, "seq": seq, "line": number, "time": time, "why": .string(gap.why),
          "missing": gap.missing.map { JSONValue($0) }, "bytes": gap.bytes.map { JSONValue($0.count) },
        ])
      case .header, .seal, .unknown:
        try write(["kind": kind, "seq": seq, "line": number, "time": time, "name": .string(entry.record.kind)])
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
    _ action: ActionRecord, _ kind: JSONValue, _ number: JSONValue?, _ time: JSONValue, _ change: LogChange?,
    isUncertain: Bool
  ) throws {
    try write([
      "kind": kind, "seq": JSONValue(action.seq), "line": number, "time": time, "at": JSONValue(action.at),
      "type": .string(action.type), "action": action.action.value,
      "swift": action.swiftType.map { .string($0) }, "site": action.site.map { .string($0) },
      "cause": action.cause.map { JSONValue($0) },
      "inputs": action.inputs.map(\.json),
      "replay": action.replayability == .replayable ? .none : .string(action.replayability.rawValue),
      "interrupted": action.interrupted ? .bool(true) : .none, "error": action.error.map { .string($0) },
      "hash": action.hash.map { .string($0.description) }, "unhashed": action.unhashed.map { .string($0) },
      "changed": .array(action.changed.map { .string($0.pointer) }),
      "touches": isUncertain ? .string("perhaps") : .none,
      "us": action.reducerMicroseconds.map { JSONValue($0) }, "patch": change?.patch.json,
    ])
  }

  private mutating func write(_ torn: TornLine, _ kind: JSONValue, _ number: JSONValue?, _ time: JSONValue) throws {
    guard let action = torn.action else {
      return try write([
        "kind": kind, "line": number, "time": time, "being-written": .bool(torn.beingWritten),
        "bytes": JSONValue(torn.bytes.count),
      ])
    }
    try write([
      "kind": kind, "seq": JSONValue(action.seq), "line": number, "time": time, "at": JSONValue(action.at),
      "type": .string(action.type), "action": action.action.value, "being-written": .bool(torn.beingWritten),
    ])
  }

  private mutating func write(_ members: KeyValuePairs<String, JSONValue?>) throws {
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
