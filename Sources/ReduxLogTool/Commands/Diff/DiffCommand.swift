package import CommandLineKit
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// `diff`: compares two states.
package struct DiffCommand: Command {
  private static let first = ArgumentSpecification(
    "A", help: "A state, FILE[@REV], or two states of one journal, FILE@A..B. See 'help revisions'.")
  private static let second = ArgumentSpecification(
    "B", arity: .optional, help: "The other state, FILE[@REV], of the same or another journal.")

  package static let specification = CommandSpecification(
    name: "diff",
    abstract: "Compare two states.",
    overview: """
      diff prints one line per difference, as steps from A to B: + added, - removed, ~ changed, > moved, = copied. B
      may be the earlier state. A pointer after REV compares only the values there. It marks volatile places, which
      today's reducers may have computed otherwise than the recorded ones.

      --format json-patch prints an RFC 6902 patch that turns A into B.
      """,
    examples: [
      .init("diff session.jsonl@10..20", "what changed from state 10 to state 20"),
      .init("diff session.jsonl@start other.jsonl@-1", "a marked state and the last one of another journal"),
      .init("diff session.jsonl@3..9:/cart", "one value of both states"),
      .init("diff session.jsonl@9 session.jsonl@3 --format json-patch", "a patch that takes state 9 back to state 3"),
    ],
    arguments: [first, second], options: [.format([.human, .json, .jsonPatch]), .maximumLine, .keyFile],
    sections: [
      HelpSection(
        "EXIT CODES",
        [
          "0": "The states are equal.",
          "1": "The states differ.",
        ])
    ])

  private struct Side: Sendable {
    var path: String
    var seq: Int
    var pointer: JSONPointer?
    var node: JSONNode
    /// The volatile places, from the pointer on.
    var volatile: PointerPatterns
    let lookup: StateLookup

    /// The places of dates, from the pointer on.
    func dates() throws -> PointerPatterns {
      try lookup.dates(in: lookup.node(at: seq, nil)).inside(pointer ?? .root)
    }

    var json: JSONValue {
      JSONReport.object([
        "journal": .string(path), "seq": JSONValue(seq), "path": pointer.map { .string($0.description) },
      ])
    }
  }

  /// Creates the command.
  package init() {}

  package func isPaged(_ arguments: ParsedArguments) -> Bool { true }

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let (old, new) = try sides(arguments, in: context)
    let changes = JSONPatch.changes(from: old.node, to: new.node)
    let patch = changes.patch
    switch arguments.format() {
    case .jsonPatch: try context.output.json(patch.json)
    case .json:
      try context.output.json(
        JSONReport.object(
          schema: "reduxlog.diff/1",
          ["from": old.json, "to": new.json, "equal": .bool(patch.isEmpty), "patch": patch.json]))
    default:
      var list = ChangeList(changes)
      list.volatile = old.volatile.united(with: new.volatile)
      if !list.possibleDates.isEmpty { list.dates = try old.dates().united(with: new.dates()) }
      try context.output.write(try list.text(columns: context.output.width))
    }
    return patch.isEmpty ? .fine : .finding
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
    let places =
      try journal.file.isSelfContained
      ? [] : journal.file.redaction(before: journal.file.entry(settingSeq: seq)?.offset).volatile
    let volatile = PointerPatterns(places).inside(revision.pointer ?? .root)
    return Side(
      path: journal.file.path, seq: seq, pointer: revision.pointer, node: node, volatile: volatile, lookup: lookup)
  }
}
