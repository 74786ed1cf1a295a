import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import StateTree
import SystemSupport

/// `coverage`: shows what a set of journals exercises, and a smallest set that exercises the same.
struct CoverageCommand: Command {
  private static let formats = Formats<Void, CoverageReport>.humanAndJSON
  private static let files = ArgumentSpecification(
    "FILE", arity: .any, help: "A journal, or a folder: every journal in it and its subfolders.")
  private static let keep = OptionSpecification(
    "keep", value: "DIR", isPath: true, help: "Copy the journals of the smallest set into DIR.")

  static let specification = CommandSpecification(
    name: "coverage",
    abstract: "Show what journals exercise, and which of them suffice.",
    traits: [.readsJournal],
    overview: """
      coverage reads journals and lists, for each app, the types of actions that they hold, the types that a reducer
      refused, and the members of the state that actions changed, each with the number of journals that have it. It
      then lists what the app has and no journal exercises, and a smallest set of journals that covers all that the
      given ones cover.

      It needs reducers only to know which types of actions an app has.
      """,
    examples: [
      .init("coverage Tests/Journals", "what do these journals not test?"),
      .init("coverage Inbox --keep Tests/Journals", "keep as few sessions as cover everything that all of them do"),
    ],
    arguments: [files], options: [keep, .force, .batch, .batchJobs, formats.option, .maximumLine, .keyFile],
    rules: .batch(files, excluding: [keep, .force]) + [
      .needs(.force, keep, as: "'--keep DIR'"), .needs(.batchJobs, .batch),
    ],
    sections: [
      .specialCases([
        "Members":
          "Members are listed two levels deep where an object has the same members in all states that the journals hold, "
          + "at most 256. Otherwise, as in a dictionary, its members count as the object.",
        "Smallest set":
          "Of journals that cover the same, coverage chooses the shortest. If more than 20 journals are left after those "
          + "that are needed in any case and those that add nothing, it takes the journal that adds most, again and again, and says so.",
        "--batch":
          "coverage reads jobs and prints a result line for each, as verify does. merge prints the report that "
          + "coverage would print for all journals. Use a merge of your own tool: only that knows which types of actions the "
          + "app has.",
        "Actions with custom coding":
          "coverage learns the cases of an app's actions from their synthesised Codable conformances. It can't list actions "
          + "with a conformance of their own.",
      ]),
      .exitCodes([
        "0": "All journals were read.",
        "2": "A journal can't be read; the others are listed.",
      ]),
    ])

  func isPaged(_ arguments: ParsedArguments) -> Bool { !arguments.has(.batch) }

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let options = try arguments.readingOptions(in: context)
    guard !arguments.has(.batch) else {
      try Batch(of: "coverage", in: context).run(threads: arguments.jobs()) { batch in
        batch.work { try CoverageResult(of: $0.journal, options: options, onRecord: $1).result }
      }
      return .fine
    }
    var report = CoverageReport()
    var progress = context.progress("Reading")
    let found = try JournalFinder.journals(at: arguments.requiredFiles(Self.files))
    for (index, journal) in found.enumerated() {
      report.add(
        try CoverageResult(of: journal, options: options) { _ in try progress.update(index, of: found.count) })
    }
    try progress.finish()
    try report.print(arguments, in: context)
    if let folder = arguments.value(of: Self.keep) {
      let kept = report.coverages(knowing: context.apps).flatMap { coverage in
        coverage.cover.chosen.map { coverage.journals[$0].path }
      }
      var copies = try JournalCopies(in: folder, force: arguments.has(.force))
      for path in kept { try copies.add(path, options: options) }
      try context.note("copied \(kept.count.counted("journal")) to \(folder)")
    }
    return report.exitCode
  }
}

/// The coverage of several journals, for people and as JSON.
struct CoverageReport: ResultReport {
  private var journals: [JournalCoverage] = []
  private var unread: [JournalResult] = []

  mutating func add(_ result: CoverageResult) {
    if case .read(let journal) = result.outcome { journals.append(journal) } else { unread.append(result.result) }
  }

  var exitCode: ExitCode { unread.map(\.exitCode).max() ?? .fine }

  /// Why journals aren't in the report.
  var messages: [JournalMessage] { unread.flatMap(\.messages) }

  /// Returns the coverage of each app's journals, in the order of the apps' names.
  func coverages(knowing apps: AppCatalog) -> [Coverage] {
    Dictionary(grouping: journals, by: \.app).sorted { $0.key < $1.key }.map { app, journals in
      Coverage(of: journals, labels: (try? apps.app(named: app))?.type.actionLabels)
    }
  }

  // MARK: For people

  func write(in context: CommandContext) throws {
    let output = context.output
    for (index, coverage) in coverages(knowing: context.apps).enumerated() {
      if index > 0 { try output.line() }
      try write(coverage, to: output)
    }
    try writeMissing(unread.map { "\($0.path)" }, "not read", to: output)
  }

  private func write(_ coverage: Coverage, to output: TextOutput) throws {
    let actions = coverage.journals.reduce(0) { $0 + $1.actions.values.reduce(0, +) }
    try output.line(
      "\(coverage.app, .bold): \(coverage.journals.count.counted("journal")), \(actions.counted("action"))")
    try output.line("\("journals  actions", .dim)")
    for row in coverage.rows {
      let count = row.actions.map { "\($0)" } ?? ""
      try output.line("\(padded("\(row.journals)", to: 8))  \(padded(count, to: 7))  \(row.feature.text)")
    }
    try writeMissing(coverage.missingActions?.map { "\($0, .label)" } ?? [], "never recorded\(scope)", to: output)
    try writeMissing(coverage.missingMembers.map { "\($0.description, .key)" }, "never changed\(scope)", to: output)
    if coverage.missingActions == nil {
      try output.line("Which types of actions are never recorded is unknown: this tool can't list those of the app.")
    }
    try output.line(heading(of: coverage))
    for index in coverage.cover.chosen { try output.line("  \(coverage.journals[index].path)") }
  }

  /// The journals that count, if not all could be read.
  private var scope: String { unread.isEmpty ? "" : " in the journals that could be read" }

  private func heading(of coverage: Coverage) -> StyledText {
    let kept = coverage.cover.chosen.map { coverage.journals[$0].byteCount }.reduce(0, +)
    let all = coverage.journals.map(\.byteCount).reduce(0, +)
    let kind = coverage.cover.isExact ? "smallest" : "small"
    let doubt = coverage.cover.isExact ? "" : "; a smaller one may exist, since there are too many to try all"
    return
      "\(kind) set that covers the same: \(coverage.cover.chosen.count) of \(coverage.journals.count.counted("journal")), \(kept) of \(all) bytes\(doubt)"
  }

  private func writeMissing(_ names: [StyledText], _ title: String, to output: TextOutput) throws {
    guard !names.isEmpty else { return }
    try output.line("\("\(title):", .warning)")
    for name in names { try output.line("  " + name) }
  }

  private func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  // MARK: JSON

  func json(in context: CommandContext) -> JSONValue {
    JSONReport.object(
      schema: "reduxlog.coverage/1",
      [
        "apps": coverages(knowing: context.apps).map(json), "unread": unread.isEmpty ? nil : unread.map(\.json),
      ])
  }

  private func json(of coverage: Coverage) -> JSONValue {
    func rows(_ name: (Coverage.Feature) -> (String, String)?) -> JSONValue {
      .array(
        coverage.rows.compactMap { row in
          name(row.feature).map { key, value in
            JSONReport.object([key: value, "journals": row.journals, "actions": row.actions])
          }
        })
    }
    return JSONReport.object([
      "app": coverage.app, "journals": coverage.journals.count,
      "types": rows { if case .action(let type) = $0 { ("type", type) } else { nil } },
      "refusals": rows { if case .refusal(let type) = $0 { ("type", type) } else { nil } },
      "members": rows { if case .member(let place) = $0 { ("pointer", place.description) } else { nil } },
      "never-recorded": coverage.missingActions.map { $0 },
      "never-changed": coverage.missingMembers.map(\.description), "exact": coverage.cover.isExact,
      "cover": coverage.cover.chosen.map { coverage.journals[$0].path },
    ])
  }
}

extension Coverage.Feature {
  fileprivate var text: StyledText {
    switch self {
    case .action(let type): "\(type, .label)"
    case .refusal(let type): "\(type, .label) \("refused", .error)"
    case .member(let place): "\(place.isRoot ? "(the whole state)" : place.description, .key)"
    }
  }
}

/// Copies of journals in one folder, with all their segments, byte for byte.
struct JournalCopies {
  private static let chunkByteCount = 1 << 20

  private let folder: String
  private let force: Bool
  private var names = UnusedNames()

  /// Creates the folder, unless it exists.
  init(in folder: String, force: Bool) throws(CommandFailure) {
    self.folder = folder
    self.force = force
    guard !Platform.isFolder(folder) else { return }
    do { try Platform.makeFolder(folder) } catch {
      throw CommandFailure("can't create the folder '\(folder)': \(error)")
    }
  }

  /// Copies a journal, its newest segment last.
  mutating func add(_ path: String, options: JournalReader.Options) throws {
    let name = names.name(for: path, extension: ".jsonl")
    let base = name.dropLast(".jsonl".count)
    for segment in try JournalFile(path: path, options: options).segmentPaths {
      let last = segment.split(separator: "/").last.map(String.init) ?? segment
      // An older segment has its number before the extension.
      let number = segment == path ? "" : last.split(separator: ".").dropLast().last.map { ".\($0)" } ?? ""
      try copy(segment, to: "\(folder)/\(base)\(number).jsonl")
    }
  }

  private func copy(_ source: String, to target: String) throws {
    let output = try OutputFile(path: target, force: force)
    do {
      let descriptor = try Platform.openForReading(source)
      defer { Platform.closeDescriptor(descriptor) }
      while case let bytes = try Platform.read(Self.chunkByteCount, from: descriptor), !bytes.isEmpty {
        try output.write(bytes)
      }
    } catch let error as Platform.SystemError {
      throw CommandFailure("can't read the file: \(error)", file: source)
    }
    try output.commit()
  }
}
