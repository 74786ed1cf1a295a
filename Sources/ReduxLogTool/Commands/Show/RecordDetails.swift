import CommandLineKit
import ReduxJournal
import ReduxNotation
import StateCoding
import StateTree

/// A record without its payload, for `show --meta`.
struct RecordDetails {
  private let time: Int?
  private let members: [(key: String, value: JSONValue)]
  private let path: String

  init(_ entry: JournalEntry, in file: JournalFile) throws {
    path = file.path
    let header = try file.lastHeader(before: entry.offset).header
    let at = entry.record.at
    time = at.map { header.started.microseconds + $0 }
    var members: [(String, JSONValue?)] = [
      ("kind", .string(entry.record.kind)),
      ("seq", JSONValue(entry.seq)),
      ("line", (entry.line ?? file.lineNumber(atOffset: entry.offset)).map { JSONValue($0) }),
      ("offset", JSONValue(entry.offset)),
      ("bytes", JSONValue(entry.byteCount)),
      ("session", JSONValue(header.session)),
      ("at", at.map { JSONValue($0) }),
    ]
    switch entry.record {
    case .action(let action): members += RecordDetails.members(of: action)
    case .rewind(let rewind):
      members += [("to", JSONValue(rewind.to)), ("hash", .string(rewind.hash.description))]
    case .snapshot(let snapshot):
      if case .sameAs(let seq) = snapshot.content { members.append(("same-as", JSONValue(seq))) }
      members += [("whole", .bool(snapshot.isWhole)), ("hash", .string(snapshot.hash.description))]
    case .header, .mark, .gap, .seal, .unknown: break
    }
    self.members = members.compactMap { key, value in value.map { (key, $0) } }
  }

  private static func members(of action: ActionRecord) -> [(String, JSONValue?)] {
    [
      ("type", .string(action.type)),
      ("swift", action.swiftType.map { .string($0) }),
      ("module", action.module.map { .string($0) }),
      ("site", action.site.map { .string($0) }),
      ("cause", action.cause.map { JSONValue($0) }),
      ("inputs", action.inputs.map(\.json)),
      ("replay", .string(action.replayability.rawValue)),
      ("interrupted", action.interrupted ? JSONValue?.some(.bool(true)) : .none),
      ("error", action.error.map { .string($0) }),
      ("hash", action.hash.map { .string($0.description) }),
      ("unhashed", action.unhashed.map { .string($0) }),
      ("changed", .object(JSONObject(action.changed.map { ($0.pointer, $0.short.map { .string($0) } ?? .null) }))),
      ("us", action.reducerMicroseconds.map { JSONValue($0) }),
      ("base", action.base.map { JSONValue($0) }),
    ]
  }

  /// A document with the journal's member names.
  var json: JSONValue {
    var object = JSONObject([("schema", "reduxlog.show/1"), ("journal", .string(path))])
    var record = JSONObject(members.map { ($0.key, $0.value) })
    if let time { record["time"] = JSONValue(microsecondsSince1970: time) }
    object["meta"] = .object(record)
    return .object(object)
  }

  /// The details as text, one member per line.
  func text(times: TimeFormat) -> StyledText {
    var rows = members.map { (key: $0.key, text: RecordDetails.text(of: $0.value)) }
    if let time {
      let shown = times.display(Timestamp(microseconds: Int64(time)))
      rows.append((key: "time", text: shown))
    }
    let width = rows.map(\.key.count).max() ?? 0
    return rows.reduce("") { text, row in
      let gap = StyledText(trusted: String(repeating: " ", count: width - row.key.count + 2))
      return text + "\(row.key, .key)\(gap)\(row.text)\n"
    }
  }

  private static func text(of value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .object(let object):
      object.isEmpty
        ? "nothing" : object.map { "\($0.key)" + ($0.value == .null ? " (removed)" : "") }.joined(separator: " ")
    default: JSONPrinter.text(of: value, layout: .compact)
    }
  }
}

extension ActionInputs {
  /// The inputs as in the record.
  var json: JSONValue { .object(JSONObject([("now", JSONValue(now)), ("seed", .string(seed.description))])) }
}

extension JournalRecord {
  /// Microseconds since the session's start, if the record states them.
  var at: Int? {
    switch self {
    case .action(let record): record.at
    case .snapshot(let record): record.at
    case .rewind(let record): record.at
    case .mark(let record): record.at
    case .gap(let record): record.at
    case .seal(let record): record.at
    case .header, .unknown: nil
    }
  }
}
