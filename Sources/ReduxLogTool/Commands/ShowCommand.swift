import CommandLineKit
import JSONQuery
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateCoding
import StateTree

/// `show`: prints the state at a revision of a journal, or the record that led to it.
struct ShowCommand: Command {
  private static let journal = ArgumentSpecification(
    "FILE[@REV]", help: "A journal and a state in it (default: the last). See 'help revisions'.")
  private static let action = OptionSpecification(
    "action", help: "Print the action that led to the state, or was in flight at the end, as JSON.")
  private static let state = OptionSpecification("state", help: "Print the state (default).")
  private static let meta = OptionSpecification(
    "meta", help: "Print the record without its payload: line, time, hash and changes.")
  private static let path = OptionSpecification(
    "path", value: "PTR", help: "Print only the value at a JSON Pointer, like ':PTR' after REV.")

  static let specification = CommandSpecification(
    name: "show",
    abstract: "Print a state, or the record that led to it.",
    traits: [.readsJournal, .needsReducers],
    overview: """
      show starts at the nearest snapshot, replays the actions after it, and checks the result against the recorded
      hash, so it takes the same time anywhere in a journal. It needs the app's reducers unless the journal holds the
      state itself.

      States and actions are printed as plain JSON with exact numbers. On a terminal, a number whose type or name says
      that it is a date has the date beside it; of a single number, a note has the date. --format json wraps values in
      a document that names their source.
      """,
    examples: [
      .init("show session.jsonl", "the last state"),
      .init("show session.jsonl@120:/cart/items/0", "one value of state 120"),
      .init("show session.jsonl@:/tasks.create --action", "the last action whose type contains tasks.create"),
      .init("show session.jsonl@-2 --meta", "when and where the last state but one was recorded"),
      .init("show session.jsonl --select '$.items[?@.done == false].title'", "the titles of all open items"),
    ],
    arguments: [journal],
    options: [
      action, state, meta, path, select, paths, .format([.human, .json]), .utc, .relative, .maximumLine, .keyFile,
    ],
    rules: [
      .needs(.relative, meta), .relativeTimes,
      .exclusive(action, state, meta), .needs(paths, select, as: "'--select QUERY'"), .exclusive(meta, select),
    ])

  func isPaged(_ arguments: ParsedArguments) -> Bool { true }

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let context = context.showingTimes(as: arguments)
    let journal = try OpenJournal(
      arguments.required(Self.journal), options: arguments.readingOptions(in: context), times: context.times)
    let query = try arguments.query(of: Self.select)
    let revision = try journal.revision()
    let pointer = try Self.pointer(of: revision, arguments)
    let seq =
      try arguments.has(Self.action) ? journal.resolver.actionSeq(of: revision) : journal.resolver.seq(of: revision)
    if case .mark(let name) = revision.anchor, let text = try journal.file.mark(named: name)?.text {
      let note = text.excerpt(columns: EventText.noteColumns)
      try context.note("\(journal.file.path): note: the mark '\(name)' says: \(note)")
    }
    let isDocument = arguments.format() == .json
    if !isDocument, pointer == nil, query == nil, !arguments.has(Self.meta), !arguments.has(Self.action) {
      let lookup = StateLookup(file: journal.file, apps: context.apps)
      let text = try lookup.text(at: seq)
      let state = try JSONDocument(text).root
      if context.output.sink.isTerminal {
        try context.output.json(
          journal.file.redactedPlaces(at: seq).masked(state.value), at: .root, notingDates: lookup.dates(in: state))
      } else {
        try context.output.json(text: text)
      }
      try Self.note(recomputedIn: state, at: seq, nil, lookup, in: context)
      return .fine
    }
    if arguments.has(Self.meta) {
      guard pointer == nil else { throw UsageError("option '--meta' prints no values; leave out the pointer") }
      let entry = try Self.entry(seq, of: journal.file)
      let details = try RecordDetails(entry, in: journal.file)
      if isDocument {
        try context.output.json(details.json)
      } else {
        try context.output.write(details.text(times: context.times))
      }
      return .fine
    }
    let lookup = StateLookup(file: journal.file, apps: context.apps)
    if let query {
      let node =
        arguments.has(Self.action)
        ? try Self.action(seq, of: journal.file, pointer)
        : try lookup.values(of: query, at: seq, pointer)
      if !arguments.has(Self.action) {
        try Self.note(recomputedIn: lookup.node(at: seq, nil), at: seq, pointer, lookup, in: context)
      }
      try Self.print(query, in: node, at: seq, pointer, of: journal.file, arguments, context)
      return .fine
    }
    let (name, value) =
      arguments.has(Self.action)
      ? ("action", try Self.action(seq, of: journal.file, pointer).value)
      : ("state", try lookup.value(at: seq, pointer))
    if !arguments.has(Self.action) {
      try Self.note(recomputedIn: lookup.node(at: seq, nil), at: seq, pointer, lookup, in: context)
    }
    guard isDocument else {
      func dates() throws -> PointerPatterns? {
        arguments.has(Self.action) ? nil : try lookup.dates(in: lookup.node(at: seq, nil))
      }
      func shown(_ value: JSONValue, at place: JSONPointer) throws -> JSONValue {
        guard context.output.sink.isTerminal else { return value }
        return try Self.redactedPlaces(seq, of: journal.file, arguments).masked(value, at: place)
      }
      if let pointer, case .number = value {
        try context.output.json(shown(value, at: pointer))
        let dates = DateHint.isPossible(value) ? try dates() : nil
        if let date = DateHint.text(of: value, at: pointer, knowing: dates) {
          try context.note("\(journal.file.path): note: \(pointer.description) is \(date)")
        }
      } else if context.output.sink.isTerminal {
        let place = pointer ?? .root
        try context.output.json(shown(value, at: place), at: place, notingDates: dates())
      } else {
        try context.output.json(value)
      }
      return .fine
    }
    try context.output.json(Self.document(of: journal.file, at: seq, pointer, [(name, value)]))
    return .fine
  }

  /// A document with values, and where they come from.
  static func document(
    of file: JournalFile, at seq: Int, _ pointer: JSONPointer?, _ values: [(name: String, value: JSONValue)]
  ) throws -> JSONValue {
    var document = JSONObject([
      ("schema", "reduxlog.show/1"), ("journal", .string(file.path)), ("seq", JSONValue(seq)),
    ])
    document["hash"] = try file.entry(settingSeq: seq)?.record.hash.map { .string($0.description) }
    document["path"] = pointer.map { .string($0.description) }
    for (name, value) in values { document[name] = value }
    return .object(document)
  }

  /// Notes the shown volatile places whose values aren't the recorded ones.
  private static func note(
    recomputedIn state: @autoclosure () throws -> JSONNode, at seq: Int, _ pointer: JSONPointer?,
    _ lookup: StateLookup, in context: CommandContext
  ) throws {
    guard !lookup.file.isSelfContained, !lookup.file.redaction().volatile.isEmpty else { return }
    let places = try lookup.recomputedPlaces(in: state(), at: seq).filter { place in
      zip(place.tokens, pointer?.tokens ?? []).allSatisfy { $0 == "*" || $0 == $1 }
    }
    guard !places.isEmpty else { return }
    let list = places.map { "\($0) (volatile)" }.joined(separator: ", ")
    try context.note("\(lookup.file.path): note: today's reducers computed \(list); the recorded values may differ")
  }

  private static func pointer(of revision: Revision, _ arguments: ParsedArguments) throws(UsageError)
    -> JSONPointer?
  {
    guard let text = arguments.value(of: path) else { return revision.pointer }
    guard revision.pointer == nil else {
      throw UsageError("REV and '--path' both have a pointer; pass only one")
    }
    do { return try JSONPointer(text) } catch {
      throw UsageError("option '--path': expected a JSON Pointer, found '\(text)': \(error)")
    }
  }

  private static func entry(_ seq: Int, of file: JournalFile) throws -> JournalEvent {
    guard let entry = try file.entry(settingSeq: seq) else {
      throw CommandFailure("state \(seq) doesn't exist", file: file.path)
    }
    return entry
  }

  /// The places of stand-ins in the state or the action that is shown.
  private static func redactedPlaces(
    _ seq: Int, of file: JournalFile, _ arguments: ParsedArguments
  ) throws -> RedactedPlaces {
    guard arguments.has(action) else { return file.redactedPlaces(at: seq) }
    guard let action = try actionRecord(seq, of: file) else { return RedactedPlaces() }
    return RedactedPlaces(inActionOf: action)
  }

  /// The action with a seq, which may have been in flight when the journal ended; `nil` if no action led to that state.
  private static func actionRecord(_ seq: Int, of file: JournalFile) throws -> ActionRecord? {
    if let action = try file.actionInFlight(seq) { return action }
    guard case .action(let action) = try entry(seq, of: file).record else { return nil }
    return action
  }

  private static func action(_ seq: Int, of file: JournalFile, _ pointer: JSONPointer?) throws -> JSONNode {
    func failure(_ message: String, advice: String) throws -> CommandFailure {
      let place = try file.entry(settingSeq: seq).map { file.location(ofLine: $0.line, at: $0.offset) }
      return CommandFailure(message, file: place?.path ?? file.path, line: place?.line, advice: advice)
    }
    guard let action = try actionRecord(seq, of: file) else {
      let kind = try entry(seq, of: file).record.kind
      throw try failure(
        "no action led to state \(seq): it was set by a \(kind)", advice: "Name another state, or leave out --action.")
    }
    guard let pointer else { return action.action }
    guard let part = action.action[pointer] else {
      throw try failure(
        "action \(seq) has no value at \(pointer)", advice: "Leave out the pointer to see the whole action.")
    }
    return part
  }
}

/// `show --select`: the values that a query selects.
extension ShowCommand {
  static let select = OptionSpecification(
    "select", value: "QUERY",
    help: "Print one JSON array of the values that a JSONPath query selects. See 'help expressions'.")
  static let paths = OptionSpecification(
    "paths", help: "With --select, print the normalized paths of the values instead.")

  /// Prints the values that a query selects in a state or an action, or their paths.
  static func print(
    _ query: JSONPath, in node: JSONNode, at seq: Int, _ pointer: JSONPointer?, of file: JournalFile,
    _ arguments: ParsedArguments, _ context: CommandContext
  ) throws {
    let matches: [QueryMatch]
    do { matches = try query.matches(in: node) } catch let error as QueryLimitError {
      throw CommandFailure(error.explanation, file: file.path)
    }
    let showsPaths = arguments.has(paths)
    // A document is for programs, on a terminal too.
    let isShown = context.output.sink.isTerminal && arguments.format() != .json
    let places = isShown ? try redactedPlaces(seq, of: file, arguments) : RedactedPlaces()
    let found = JSONValue.array(
      matches.map { match in
        if showsPaths || places.isEmpty { return showsPaths ? .string(match.path) : match.node.value }
        let place = JSONPointer(tokens: (pointer ?? .root).tokens + match.pointer.tokens)
        return places.masked(match.node.value, at: place)
      })
    guard arguments.format() == .json else { return try context.output.json(found) }
    let text = arguments.value(of: select) ?? ""
    try context.output.json(
      document(of: file, at: seq, pointer, [("select", .string(text)), (showsPaths ? "paths" : "values", found)]))
  }
}

extension StateLookup {
  /// Returns what a query reads of a state, or of the value in it at a revision's pointer.
  func values(of query: JSONPath, at seq: Int, _ pointer: JSONPointer?) throws -> JSONNode {
    if let pointer { return try node(at: seq, pointer) }
    return try values(query.scopes, at: seq)
  }
}

/// A record without its payload, for `show --meta`.
struct RecordDetails {
  private let started: Int
  private let time: Int?
  private let members: [(key: String, value: JSONValue)]
  private let path: String

  init(_ entry: JournalEvent, in file: JournalFile) throws {
    path = file.path
    let header = try file.lastHeader(before: entry.offset).header
    let at = entry.record.at
    started = header.started.microseconds
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
    members += entry.members(isMeta: true).map { ($0.key, $0.value?.json) }
    self.members = members.compactMap { key, value in value.map { (key, $0) } }
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
      let (time, start) = (Timestamp(microseconds: Int64(time)), Timestamp(microseconds: Int64(started)))
      rows.append((key: "time", text: times.display(time, since: start)))
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
