import CommandLineKit
import ReduxJournal
import StateTree

/// The coverage of a journal, or the reason why it can't be read.
struct CoverageResult: JournalResult {
  let path: String
  let outcome: Result<JournalCoverage, CommandFailure>
  /// The status of a failure.
  private var failed = "failed"

  init(path: String, _ outcome: Result<JournalCoverage, CommandFailure>) {
    self.path = path
    self.outcome = outcome
  }

  /// Reads a journal. One that can't be read is a result, not an error.
  ///
  /// - Throws: The errors of `onRecord`, which gets the number of bytes read.
  init(
    of journal: JournalFinder.Found, options: JournalReader.Options, onRecord: (Int) throws -> Void
  ) throws {
    path = journal.path
    if let failure = journal.failure {
      outcome = .failure(failure)
      return
    }
    do {
      outcome = .success(
        try JournalCoverage(of: JournalFile(path: journal.path, options: options), onRecord: onRecord))
    } catch let error as JournalError { outcome = .failure(CommandFailure(error)) }
  }

  var command: String { "coverage" }

  var status: String {
    switch outcome {
    case .success: "ok"
    case .failure: failed
    }
  }

  var summary: String? { nil }

  var exitCode: ExitCode {
    switch outcome {
    case .success: .fine
    case .failure(let failure): failure.exitCode
    }
  }

  var problems: [JournalProblem] {
    if case .failure(let failure) = outcome { [JournalProblem(failure, in: path)] } else { [] }
  }

  var warnings: [Verification.Warning] { [] }
  var notes: [String] { [] }

  func explain(in context: CommandContext) throws {
    if case .failure(let failure) = outcome { try context.report(failure.report(tool: context.toolName)) }
  }

  var json: JSONValue {
    switch outcome {
    case .success(let coverage): coverage.json
    case .failure(let failure):
      JSONReport.object([
        "file": .string(path), "status": .string(status), "message": .string(failure.message),
        "segment": failure.file == path ? .none : failure.file.map { .string($0) },
        "line": failure.line.map { JSONValue($0) },
      ])
    }
  }
}

// MARK: - Result lines

extension CoverageResult {
  /// Reads the result from a line.
  ///
  /// - Throws: `CommandFailure` without a place if members are missing.
  init(_ recorded: RecordedResult) throws(CommandFailure) {
    path = recorded.path
    if recorded.status == "ok" {
      guard let coverage = JournalCoverage(recorded.json) else {
        throw RecordedResult.failure("what the journal exercises is missing")
      }
      outcome = .success(coverage)
    } else {
      outcome = .failure(recorded.failure)
      failed = recorded.status
    }
  }
}

extension JournalCoverage {
  /// The most bytes, or actions, that a line may claim: the sums of all lines stay far from the largest `Int`.
  private static let countLimit = 1 << 40

  /// The members of a result line.
  fileprivate var json: JSONValue {
    func counts(_ counts: [String: Int]) -> JSONValue {
      .object(JSONObject(counts.sorted { $0.key < $1.key }.map { ($0.key, JSONValue($0.value)) }))
    }
    let tops = members.map { ($0.key.description, $0.value) }.sorted { $0.0 < $1.0 }
    return JSONReport.object([
      "file": .string(path), "status": "ok", "app": .string(app), "bytes": JSONValue(byteCount),
      "actions": counts(actions), "refusals": counts(refusals),
      "changed": .array(places.map(\.description).sorted().map { .string($0) }),
      "members": .object(
        JSONObject(tops.map { ($0.0, $0.1.map { .array($0.map { .string($0) }) } ?? .null) })),
    ])
  }

  /// Reads the members of a result line; `nil` if some are missing.
  fileprivate init?(_ json: JSONValue) {
    func count(_ value: JSONValue?) -> Int? {
      value?.integer.flatMap { (0...Self.countLimit).contains($0) ? $0 : nil }
    }
    func counts(_ value: JSONValue?) -> [String: Int]? {
      guard let object = value?.object else { return nil }
      var counts: [String: Int] = [:]
      var sum = 0
      for (key, value) in zip(object.keys, object.values) {
        guard let number = count(value) else { return nil }
        counts[key] = number
        sum += number
        guard sum <= Self.countLimit else { return nil }
      }
      return counts
    }
    guard let path = json["file"]?.string, let app = json["app"]?.string, let bytes = count(json["bytes"]),
      let actions = counts(json["actions"]), let refusals = counts(json["refusals"]),
      let changed = json["changed"]?.array, let tops = json["members"]?.object
    else { return nil }
    var members: [JSONPointer: [String]?] = [:]
    for (key, names) in zip(tops.keys, tops.values) {
      guard let place = try? JSONPointer(key) else { return nil }
      members[place] = .some(names.array.map { $0.compactMap(\.string) })
    }
    let places = changed.compactMap { $0.string.flatMap { try? JSONPointer($0) } }
    guard places.count == changed.count else { return nil }
    self.init(
      path: path, app: app, byteCount: bytes, actions: actions, refusals: refusals, places: Set(places),
      members: members)
  }
}
