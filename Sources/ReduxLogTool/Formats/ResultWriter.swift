import CommandLineKit
import ReduxInspection
import ReduxJournal
import ReduxNotation
import StateTree

/// The command whose results are written, and which journals they are of.
struct ResultHead {
  let command: String
  /// The schema of the JSON document.
  let schema: String
  /// Which part of the journals these are; `nil` for all.
  var shard: Shard?
  /// How to read the sessions of journals for an index.
  var sessions: JournalReader.Options?
}

extension Formats where Head == ResultHead, Value == JournalResult {
  /// The formats of a command that checks journals one by one.
  static let results: Formats = [
    .human: { LineWriter($0, in: $1) }, .json: { DocumentWriter($0, in: $1) },
    .ndjson: { ResultLineWriter($0, in: $1) },
    .github: { GitHubWriter($0, in: $1) }, .junit: { JUnitWriter($0, in: $1) },
  ]
}

/// Writes a line for each result, with explanations on standard error, and the counts.
struct LineWriter: FormatWriter {
  private let head: ResultHead
  private let context: CommandContext
  private var statuses = StatusCounts()

  init(_ head: ResultHead, in context: CommandContext) {
    self.head = head
    self.context = context
  }

  mutating func add(_ result: JournalResult) throws {
    try line(result)
    try context.explain(result.messages)
  }

  /// Writes the line alone: `ok run.jsonl: 412 actions, 413 states proven, 1 session, closed`.
  mutating func line(_ result: JournalResult) throws {
    let style: Style =
      switch result.status {
      case "ok": .added
      case "intact": .warning
      // States that changed their shape, not a journal that can't be replayed.
      case "schema" where result.exitCode == .finding: .warning
      default: .error
      }
    try context.output.line(
      "\(StyledText(result.status, style)) \(result.path)\(result.summary.map { ": \($0)" } ?? "")")
    statuses.add(result.status)
  }

  func finish() throws {
    guard statuses.total > 1 || head.shard != nil else { return }
    try context.output.line("\(statuses.summary(of: head.shard))")
  }
}

/// Writes one JSON document.
struct DocumentWriter: FormatWriter {
  private let head: ResultHead
  private let context: CommandContext
  private var journals: [JSONValue] = []

  init(_ head: ResultHead, in context: CommandContext) {
    self.head = head
    self.context = context
  }

  mutating func add(_ result: JournalResult) throws {
    try context.explain(result.messages)
    journals.append(result.json)
  }

  func finish() throws {
    try context.output.json(
      JSONReport.object(schema: head.schema, ["shard": head.shard.map { "\($0)" }, "journals": journals]))
  }
}

/// Writes result lines, from which `merge` makes reports.
struct ResultLineWriter: FormatWriter {
  private let head: ResultHead
  private let context: CommandContext

  init(_ head: ResultHead, in context: CommandContext) {
    self.head = head
    self.context = context
  }

  func add(_ result: JournalResult) throws {
    let session = head.sessions.flatMap { ResultLine.session(ofJournalAt: result.path, options: $0) }
    try context.output.json(
      ResultLine.limited(result, of: head.command, id: result.path, session: session), layout: .compact)
    try context.explain(result.messages)
  }

  func finish() {}
}

extension CommandContext {
  /// Writes messages about a journal to standard error.
  func explain(_ messages: [JournalMessage]) throws {
    for message in messages {
      switch message {
      case .warning(let text, let file, let line): try warn("\(text)", file: file, line: line)
      case .note(let text): try note("\(text)")
      case .failure(let failure): try report(failure.report(tool: toolName))
      case .report(let text): try report(text)
      }
    }
  }
}
