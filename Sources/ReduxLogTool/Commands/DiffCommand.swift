import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateCoding
import StateTree
import SystemSupport

/// `diff`: compares two states.
struct DiffCommand: Command {
  private static let formats: Formats<Void, Difference> = [
    .human: { ValueWriter($1) { try $0.write(in: $1) } },
    .json: { ValueWriter($1) { try $1.output.json($0.json) } },
    .jsonPatch: { ValueWriter($1) { try $1.output.json($0.changes.patch.json) } },
  ]
  private static let first = ArgumentSpecification(
    "A", help: "A state, FILE[@REV], or two states of one journal, FILE@A..B. See 'help revisions'.")
  private static let second = ArgumentSpecification(
    "B", arity: .optional, help: "The other state, FILE[@REV], of the same or another journal.")
  private static let history = OptionSpecification(
    "history", help: "Compare the actions that led to the states, and the hashes of the states on the way.")
  private static let ignoredAction = OptionSpecification(
    "ignore-action", value: "PTR", isRepeatable: true,
    help: "With --history: ignore the value at a JSON Pointer in actions; * matches any key or index. Repeatable.")

  static let specification = CommandSpecification(
    name: "diff",
    abstract: "Compare two states, or two histories.",
    traits: [.readsJournal, .needsReducers],
    overview: """
      diff prints one line per difference, as steps from A to B: + added, - removed, ~ changed, > moved, = copied. B
      may be the earlier state. ~ with ‹redacted› alone is a value of which the journal has only a stand-in, and which an
      action between the states changed. A pointer after REV compares only the values there. It marks volatile places, which
      today's reducers may have computed otherwise than the recorded ones.

      --format json-patch prints an RFC 6902 patch that turns A into B.

      With --history, diff compares how two sessions got there: it prints the first steps that differ, the first states
      that differ although all steps before are equal, and each step that only A (-) or only B (+) has, or that has other
      content in B (~). It needs no reducers.
      """,
    examples: [
      .init("diff session.jsonl@10..20", "what changed from state 10 to state 20"),
      .init("diff session.jsonl@start other.jsonl@-1", "a marked state and the last one of another journal"),
      .init("diff session.jsonl@3..9:/cart", "one value of both states"),
      .init("diff session.jsonl@9 session.jsonl@3 --format json-patch", "a patch that takes state 9 back to state 3"),
      .init("diff works.jsonl fails.jsonl --history", "where did two sessions part?"),
      .init(
        "diff monday.jsonl tuesday.jsonl --history --ignore-action '/*/id'",
        "the same, of two runs of one script, in which ids differ"),
    ],
    arguments: [first, second],
    options: [history, ignoredAction, formats.option, .utc, .relative, .maximumLine, .keyFile],
    rules: [
      .needs(ignoredAction, history), .needs(.relative, history), .relativeTimes,
      OptionRule {
        $0.has(history) && $0.value(of: second) == nil
          ? "'--history' compares two journals; name the other one, too" : nil
      },
      OptionRule {
        $0.has(history) && $0.format() == .jsonPatch
          ? "'--history' has no format 'json-patch': a patch turns one state into another" : nil
      },
    ],
    sections: [
      .specialCases([
        "Rewinds":
          "With --history, actions that a rewind abandoned don't count. FILE@A..B compares only the steps after A.",
        "Hashes":
          "With --history, states are compared by the recorded hashes, if both journals redact by the same rules.",
        "Long histories":
          "The list is the shortest one up to 2,048 differences. Beyond them, diff aligns the histories at steps that "
          + "occur once in each, and says so.",
      ]),
      .exitCodes([
        "0": "The states, or the histories, are equal. A note says so if an action may have changed a redacted value.",
        "1": "They differ, or an action between them changed a redacted value.",
      ]),
    ])

  private struct Side: Sendable {
    var path: String
    var seq: Int
    var pointer: JSONPointer?
    var node: JSONNode
    /// The volatile places, from the pointer on.
    var volatile: PointerPatterns
    /// The places of the members that identify elements, from the pointer on.
    var identity: PointerPatterns
    let lookup: StateLookup

    /// The places of stand-ins in the state.
    func redactedPlaces() -> RedactedPlaces { lookup.file.redactedPlaces(at: seq) }

    /// The places of dates, from the pointer on.
    func dates() throws -> PointerPatterns {
      try lookup.dates(in: lookup.node(at: seq, nil)).inside(pointer ?? .root)
    }

    var json: JSONValue {
      JSONReport.object(["journal": path, "seq": seq, "path": pointer.map(\.description)])
    }
  }

  private struct Difference {
    let old: Side
    let new: Side
    let changes: (patch: JSONPatch, replaced: [JSONValue?])
    /// The places whose secrets the actions between the states changed, from the pointer on.
    let secrets: [JSONPointer]

    var isEmpty: Bool { changes.patch.isEmpty && secrets.isEmpty }

    var json: JSONValue {
      JSONReport.object(
        schema: "reduxlog.diff/1",
        [
          "from": old.json, "to": new.json, "equal": isEmpty, "patch": changes.patch,
          "secrets": secrets.isEmpty ? nil : secrets.map(\.description),
        ])
    }

    func write(in context: CommandContext) throws {
      var list = ChangeList(
        ReshapedArrays.joined(changes, by: new.identity) { new.node.value }, by: new.identity)
      list.volatile = old.volatile.united(with: new.volatile)
      var places = old.redactedPlaces()
      places.formUnion(new.redactedPlaces())
      list.mask(places.inside(new.pointer ?? .root), secrets: secrets)
      if !list.possibleDates.isEmpty { list.dates = try old.dates().united(with: new.dates()) }
      try context.output.write(try list.text(columns: context.output.width))
    }
  }

  func isPaged(_ arguments: ParsedArguments) -> Bool { true }

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let context = context.showingTimes(as: arguments)
    if arguments.has(Self.history) { return try compareHistories(arguments, in: context) }
    let (old, new) = try sides(arguments, in: context)
    let changes = JSONPatch.changes(from: old.node, to: new.node)
    let (secrets, doubtful) = Self.changedSecrets(from: old, to: new)
    let difference = Difference(
      old: old, new: new, changes: changes, secrets: secrets.outside(of: changes.patch.operations.map(\.path)))
    try Self.formats.write(difference, arguments, in: context)
    if !doubtful.isEmpty, difference.isEmpty {
      let places = doubtful.map(\.description).joined(separator: ", ")
      try context.note("\(new.path): note: an action between changed some of the redacted values at \(places)")
    }
    return difference.isEmpty ? .fine : .finding
  }

  /// The places whose secrets actions changed on the way from one state of a journal to another, as far as the later one has
  /// them: their stand-ins may be the same.
  ///
  /// - Returns: The places from the pointer on; and patterns of which the pointer may be one or not.
  private static func changedSecrets(from old: Side, to new: Side) -> (places: [JSONPointer], doubtful: [JSONPointer]) {
    guard Platform.resolved(old.path) == Platform.resolved(new.path), old.pointer == new.pointer,
      !new.redactedPlaces().isEmpty
    else { return ([], []) }
    let outer = (new.pointer ?? .root).tokens
    var (places, doubtful): (Set<JSONPointer>, [JSONPointer]) = ([], [])
    for secret in new.lookup.file.changedSecrets(from: min(old.seq, new.seq), to: max(old.seq, new.seq)) {
      guard zip(secret.tokens, outer).allSatisfy({ $0 == "*" || $0 == $1 }) else { continue }
      let place = JSONPointer(tokens: Array(secret.tokens.dropFirst(outer.count)))
      guard new.node[JSONPointer(tokens: Array(place.tokens.prefix { $0 != "*" }))] != nil else { continue }
      if secret.tokens.prefix(outer.count).contains("*") { doubtful.append(secret) } else { places.insert(place) }
    }
    return (places.sorted { $0.description < $1.description }, doubtful.sorted { $0.description < $1.description })
  }

  private func compareHistories(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let options = try arguments.readingOptions(in: context)
    let ignored = try arguments.pointers(of: Self.ignoredAction)
    if let limit = RedactionRules.off.leavingOut(ignored).brokenLimit {
      throw UsageError("--ignore-action takes \(limit)")
    }
    let journals = try [arguments.required(Self.first), arguments.required(Self.second)].map {
      try OpenJournal($0, options: options, times: context.times)
    }
    let comparison = try HistoryComparison(journals[0], journals[1], ignoring: ignored, in: context)
    let report = HistoryReport(comparison, ignoring: ignored, context)
    try Formats.humanAndJSON.write(report, arguments, in: context)
    return comparison.isEqual ? .fine : .finding
  }

  /// Returns both states. Two threads find them, because rebuilding states is most of the work.
  private func sides(_ arguments: ParsedArguments, in context: CommandContext) throws -> (Side, Side) {
    let options = try arguments.readingOptions(in: context)
    let first = try OpenJournal(arguments.required(Self.first), options: options, times: context.times)
    let second: OpenJournal
    var start: Revision
    let end: Revision
    if let other = arguments.value(of: Self.second) {
      second = try OpenJournal(other, options: options, times: context.times)
      start = try first.revision()
      end = try second.revision()
    } else {
      guard case .range(let from, let to) = first.selection else {
        throw UsageError("expected a second state, or a range like FILE@A..B")
      }
      second = first
      start = from ?? Revision(.seq(UInt64(first.resolver.first)))
      end = to ?? .last
      // A pointer after a range applies to both states.
      start.pointer = end.pointer
    }
    let apps = context.apps
    return try Concurrently.both(
      { try DiffCommand.side(first, start, apps) }, { try DiffCommand.side(second, end, apps) })
  }

  private static func side(_ journal: OpenJournal, _ revision: Revision, _ apps: AppCatalog) throws -> Side {
    let seq = try journal.resolver.seq(of: revision)
    let lookup = StateLookup(file: journal.file, apps: apps)
    let node = try lookup.node(at: seq, revision.pointer)
    // Patches show what was recorded; reducers may compute other values today.
    let offset = try journal.file.entry(settingSeq: seq)?.offset
    let places = journal.file.isSelfContained ? [] : journal.file.redaction(before: offset).volatile
    let pointer = revision.pointer ?? .root
    return Side(
      path: journal.file.path, seq: seq, pointer: revision.pointer, node: node,
      volatile: PointerPatterns(places).inside(pointer),
      identity: PointerPatterns(journal.file.identity(before: offset)).inside(pointer), lookup: lookup)
  }
}
