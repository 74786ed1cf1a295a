import CommandLineKit
import StateTree

/// Result lines from any number of files: one for each id, whatever the order of the lines.
///
/// Of several results of an id, the worse one counts: that with the higher exit code, or else with the greater text. Any
/// result counts more than the note that there is none. So results can be merged in any order and any number of times.
package struct MergedResults {
  /// A job; a line without an id stands for itself.
  private enum Key: Hashable {
    case id(ByteString)
    case line(ByteString)
  }

  private struct Entry {
    /// Whether it only says that the job has no result.
    let isMissing: Bool
    let code: Int32
    let file: ByteString
    /// The line, in the tool's own form: that of the same result is always the same.
    let text: ByteString

    func isWorse(than other: Entry) -> Bool {
      isMissing == other.isMissing ? (code, text) > (other.code, other.text) : other.isMissing
    }
  }

  private var entries: [Key: Entry] = [:]
  private var contested: Set<Key> = []
  /// Two journals with results of the same id.
  package private(set) var confused: (id: String, path: String, other: String)?
  /// The command whose results these are; `nil` without any.
  package private(set) var command: String?

  /// The number of ids with several different results.
  package var contestedCount: Int { contested.count }

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a line.
  mutating func add(_ result: JournalResult) throws(CommandFailure) {
    let line = result.line ?? .null
    let found = line["command"]?.string ?? ""
    guard found == command ?? found else {
      throw CommandFailure(
        "a result of '\(found)' after results of '\(command ?? "")'",
        advice: "Merge the results of each command on their own.")
    }
    command = found
    let entry = Entry(
      isMissing: result.status == StatusCounts.missing, code: result.exitCode.rawValue, file: ByteString(result.path),
      text: ByteString(line.compact))
    let id = line["id"]?.string
    let key = id.map { Key.id(ByteString($0)) } ?? .line(entry.text)
    guard let known = entries[key] else {
      entries[key] = entry
      return
    }
    if known.text != entry.text, !known.isMissing, !entry.isMissing {
      contested.insert(key)
      if known.file != entry.file, confused == nil {
        confused = (id ?? "", known.file.string, entry.file.string)
      }
    }
    if entry.isWorse(than: known) { entries[key] = entry }
  }

  /// Adds a result that says that a job has none, unless it has one. That of another journal with the same id is removed.
  mutating func add(missing job: BatchJob) throws(CommandFailure) -> String? {
    let key = Key.id(ByteString(job.id))
    let other = entries[key].flatMap { $0.file == ByteString(job.path) ? nil : $0.file.string }
    if other != nil { entries[key] = nil }
    try add(JournalResult(line: ResultLine.json(job.missingResult, of: command ?? "", id: job.id)))
    return other
  }

  /// The ids of all results that have one.
  var ids: [String] {
    entries.keys.compactMap { if case .id(let id) = $0 { id.string } else { nil } }
  }

  /// The lines, sorted by id; those without one come first.
  package var lines: [String] {
    entries.sorted { MergedResults.precedes($0.key, $1.key) }.map(\.value.text.string)
  }

  /// Passes on the results in the order of their journals' paths, as of a command that checked all.
  package func forEach(_ take: (JournalResult) throws -> Void) throws {
    let sorted = entries.sorted { first, second in
      first.value.file == second.value.file
        ? MergedResults.precedes(first.key, second.key) : first.value.file < second.value.file
    }
    for (_, entry) in sorted { try take(JournalResult(line: JSONValue(parsing: entry.text.string))) }
  }

  private static func precedes(_ key: Key, _ other: Key) -> Bool {
    switch (key, other) {
    case (.line, .id): true
    case (.id, .line): false
    case (.id(let key), .id(let other)), (.line(let key), .line(let other)): key < other
    }
  }
}

extension JournalResult {
  /// Reads a result line.
  convenience init(line: JSONValue) throws(CommandFailure) {
    func failure(_ reason: String) -> CommandFailure {
      CommandFailure("not a result line: \(reason)", advice: "Pass files with the output of a command with --batch.")
    }
    guard let members = line.object, members["schema"]?.string == ResultLine.schema else {
      throw failure("no member 'schema' with the value '\(ResultLine.schema)'")
    }
    guard let command = members["command"]?.string, let path = members["file"]?.string,
      let status = members["status"]?.string,
      // A greater code would be another one when the process ends.
      let code = members["exit-code"]?.integer.flatMap(UInt8.init(exactly:))
    else { throw failure("'command', 'file', 'status' or 'exit-code' is missing") }
    // Reports print both as words of the tool.
    guard Batch.commands.contains(command), StatusCounts.order.contains(status) else {
      throw failure("unknown command or status: '\(command)', '\(status)'")
    }
    guard status != "ok" || code == 0, status != "failed" || code != 0 else {
      throw failure("the status '\(status)' contradicts the exit code \(code)")
    }
    var own = members
    for name in ResultLine.ownMembers { own[name] = nil }
    self.init(
      path: path, status: status, exitCode: ExitCode(rawValue: Int32(code)), summary: members["summary"]?.string,
      problems: (members["problems"]?.array ?? []).map { JournalProblem($0, in: path) },
      warnings: (members["warnings"]?.array ?? []).map(Verification.Warning.init),
      notes: (members["notes"]?.array ?? []).compactMap(\.string), json: .object(own), line: line)
    // The members that reports of the command need.
    if command == "coverage", CoverageResult(self) == nil { throw failure("what the journal exercises is missing") }
    if command == "explore", ["ok", "found"].contains(status), ExploreResult(self) == nil {
      throw failure("what was explored is missing")
    }
    if command == "drift", DriftResult(self) == nil { throw failure("where the builds differ is missing") }
  }
}

extension JournalProblem {
  fileprivate init(_ json: JSONValue, in path: String) {
    let details = json["details"]?.array ?? []
    self.init(
      file: json["file"]?.string ?? path, line: json["line"]?.integer, message: json["message"]?.string ?? "",
      details: details.compactMap(\.string))
  }
}

extension Verification.Warning {
  fileprivate init(_ json: JSONValue) {
    self.init(segment: json["segment"]?.string, line: json["line"]?.integer, message: json["message"]?.string ?? "")
  }
}
