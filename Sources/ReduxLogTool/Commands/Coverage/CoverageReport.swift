import CommandLineKit
import ReduxNotation
import StateTree
import SystemSupport

/// The coverage of several journals, for people and as JSON.
struct CoverageReport: ResultReport {
  private var journals: [JournalCoverage] = []
  private var unread: [CoverageResult] = []

  mutating func add(_ result: CoverageResult) {
    if case .success(let journal) = result.outcome { journals.append(journal) } else { unread.append(result) }
  }

  var exitCode: ExitCode { unread.map(\.exitCode).max() ?? .fine }

  func explain(in context: CommandContext) throws {
    for result in unread { try result.explain(in: context) }
  }

  /// Returns the coverage of each app's journals, in the order of the apps' names.
  func coverages(knowing apps: AppCatalog) -> [Coverage] {
    Dictionary(grouping: journals, by: \.app).sorted { $0.key < $1.key }.map { app, journals in
      Coverage(of: journals, labels: (try? apps.app(named: app))?.actionLabels)
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
    try writeMissing(coverage.missingActions?.map { "\($0, .label)" } ?? [], "never recorded", to: output)
    try writeMissing(coverage.missingMembers.map { "\($0.description, .key)" }, "never changed", to: output)
    if coverage.missingActions == nil {
      try output.line("Which types of actions are never recorded is unknown: this tool can't list those of the app.")
    }
    try output.line(heading(of: coverage))
    for index in coverage.cover.chosen { try output.line("  \(coverage.journals[index].path)") }
  }

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
        "apps": .array(coverages(knowing: context.apps).map(json)),
        "unread": unread.isEmpty ? .none : .array(unread.map(\.json)),
      ])
  }

  private func json(of coverage: Coverage) -> JSONValue {
    func rows(_ name: (Coverage.Feature) -> (String, String)?) -> JSONValue {
      .array(
        coverage.rows.compactMap { row in
          name(row.feature).map { key, value in
            JSONReport.object([
              key: .string(value), "journals": JSONValue(row.journals), "actions": row.actions.map { JSONValue($0) },
            ])
          }
        })
    }
    return JSONReport.object([
      "app": .string(coverage.app), "journals": JSONValue(coverage.journals.count),
      "types": rows { if case .action(let type) = $0 { ("type", type) } else { nil } },
      "refusals": rows { if case .refusal(let type) = $0 { ("type", type) } else { nil } },
      "members": rows { if case .member(let place) = $0 { ("pointer", place.description) } else { nil } },
      "never-recorded": coverage.missingActions.map { .array($0.map { .string($0) }) },
      "never-changed": .array(coverage.missingMembers.map { .string($0.description) }),
      "exact": .bool(coverage.cover.isExact),
      "cover": .array(coverage.cover.chosen.map { .string(coverage.journals[$0].path) }),
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
